/** Calls for administrators to maintain the server. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { instant } from '../wire/shapes.ts'

export const confirmClock = defineCall({
  method: 'POST',
  path: '/api/health/clock',
  summary: "Confirms that the server's clock is right, so that work that depends on the time continues",
  tag: 'Health',
  access: { roles: ['admin'] },
  input: z.strictObject({ now: instant() }),
})
