/** What a student owes. */
import * as z from 'zod/mini'
import type { Answer } from '../call.ts'
import { day, id, text } from '../shapes.ts'

const openCharge = z.strictObject({
  id: id(),
  description: text(),
  dueOn: z.nullable(day()),
  /** In RON. */
  open: z.number(),
})

/** What a student owes in all, in RON, and which charges that is. */
export const account = z.strictObject({ balance: z.number(), open: z.array(openCharge) })
export type StudentAccount = Answer<typeof account>
