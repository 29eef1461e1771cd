import { defineCall } from '@matricola/schema/wire/call.ts'
import { count } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

/** Loans that are overdue. */
export const overdue = defineCall({
  method: 'GET',
  path: '/api/library/overdue',
  summary: 'Returns the number of overdue books',
  tag: 'library',
  access: { roles: ['admin', 'secretary'] },
  output: z.strictObject({ count: count() }),
})
