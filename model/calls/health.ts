/** Calls for administrators to maintain the server. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { instant } from '../wire/shapes.ts'

export const confirmClock = defineCall({
  method: 'POST',
  path: '/api/health/clock',
  summary: 'Takes the time that the server shows for right: what goes by time goes on',
  tag: 'Health',
  access: { roles: ['admin'] },
  input: z.strictObject({ now: instant() }),
})
