/** Debts of a student. */
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

/** Debts of a student in all, in RON, and the charges that make them. */
export const account = z.strictObject({ balance: z.number(), open: z.array(openCharge) })
export type StudentAccount = Answer<typeof account>
