import * as z from 'zod/mini'
import { defineCall } from '#packages/schema/wire/call.ts'
import { count } from '#packages/schema/wire/shapes.ts'

/** Loans that are overdue. */
export const overdue = defineCall({
  method: 'GET',
  path: '/api/library/overdue',
  summary: 'Returns the number of overdue books',
  tag: 'library',
  access: { roles: ['admin', 'secretary'] },
  output: z.strictObject({ count: count() }),
})
