/** Calls for live updates and presence. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { liveEndpoints } from './endpoints.ts'

const tag = 'live'

export const events = defineCall({
  ...liveEndpoints.events,
  summary:
    'Streams, as server-sent events, changes to records that the caller may read. `Last-Event-ID` continues after a change',
  tag,
  access: 'signedIn',
  media: 'text/event-stream',
  limits: { refuseForeignGet: true },
})

export const presence = defineCall({
  ...liveEndpoints.presence,
  summary: 'Reports that the caller has a record open (for the next minute), or has closed it',
  tag,
  access: 'signedIn',
  input: z.strictObject({ resource: z.string(), id: z.uuid(), isOpen: z.boolean() }),
  repeats: 'never',
})
