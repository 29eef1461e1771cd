/** Calls with which administrators maintain the server. */
import * as z from 'zod/mini'
import { defineCall } from '../wire/call.ts'
import { instant } from '../wire/shapes.ts'

export const confirmClock = defineCall({
  method: 'POST',
  path: '/api/health/clock',
  summary: "Confirms that the server's clock is correct and resumes time-dependent work",
  tag: 'Health',
  access: 'admin',
  input: z.strictObject({ now: instant() }),
})
