/** Calls for views of lists other than the generated ones. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { describedSchema, text } from '../wire/shapes.ts'
import { viewCountsSchema } from '../wire/wire.ts'
import { viewCountsEndpoint } from './endpoints.ts'

export const getViewCounts = defineCall({
  ...viewCountsEndpoint,
  summary: 'Returns the number of records in each view of a list',
  tag: 'saved-views',
  // The server limits it to roles that may read saved views.
  access: 'signedIn',
  query: z.strictObject({
    list: describedSchema("Name of the list's resource.", z.optional(text())),
  }),
  output: viewCountsSchema,
})
