/** Debts of a student, and all that was booked. */
import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { day, id, idOrNull, text, textOrNull } from '../wire/shapes.ts'

const openCharge = z.strictObject({
  id: id(),
  description: text(),
  dueOn: z.nullable(day()),
  /** In RON. */
  open: z.number(),
})

/** Debts of a student in all, in RON, and the charges that make them. */
export const debts = { balance: z.number(), open: z.array(openCharge) }

/** The same, and where they are paid. */
export const account = z.strictObject({
  ...debts,
  /** The university's account, and the words by which the payment is found; null where nothing is owed, or is paid at the office. */
  payTo: z.nullable(z.strictObject({ holder: text(), iban: text(), reference: text() })),
})
export type StudentAccount = Answer<typeof account>

/** An entry of the books in its place among a student's others. Amounts are in RON. */
const ledgerEntry = z.strictObject({
  id: id(),
  bookedOn: day(),
  direction: z.enum(['charge', 'payment', 'refund', 'adjustment']),
  description: text(),
  dueOn: z.nullable(day()),
  receiptNumber: textOrNull(),
  /** Change of what is owed: less than zero for what was paid. */
  effect: z.number(),
  /** Sum owed after this entry. */
  balance: z.number(),
  /** The entry that this one takes back, and why. */
  reversalOfId: idOrNull(),
  reversalReason: textOrNull(),
  /** Day on which this entry was taken back. */
  reversedOn: z.nullable(day()),
})
export type LedgerEntry = Answer<typeof ledgerEntry>

/** Entries of a student as they were booked, the last first. */
export const ledger = z.strictObject({ balance: z.number(), entries: z.array(ledgerEntry) })
