/** Wire shapes of a student's balance and ledger. Amounts are in RON. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { day, id, idOrNull, text, textOrNull } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

const openCharge = z.strictObject({
  id: id(),
  description: text(),
  dueOn: z.nullable(day()),
  /** Unpaid amount. */
  open: z.number(),
})

/** The student's balance, and the charges that are not fully paid. */
export const balanceShape = { balance: z.number(), open: z.array(openCharge) }

/** The balance with payment details. */
export const accountSchema = z.strictObject({
  ...balanceShape,
  /**
   * Bank account and payment reference. Null if nothing is owed or payments are made at the office.
   */
  payTo: z.nullable(z.strictObject({ holder: text(), iban: text(), reference: text() })),
})
export type StudentAccount = ResponseBody<typeof accountSchema>

const ledgerEntry = z.strictObject({
  id: id(),
  bookedOn: day(),
  direction: z.enum(['charge', 'payment', 'refund', 'adjustment']),
  description: text(),
  dueOn: z.nullable(day()),
  receiptNumber: textOrNull(),
  /** Change in the balance; negative for payments. */
  effect: z.number(),
  /** Balance after this entry. */
  balance: z.number(),
  /** The entry that this one reverses, and why. */
  reversalOfId: idOrNull(),
  reversalReason: textOrNull(),
  /** When this entry was reversed. */
  reversedOn: z.nullable(day()),
})
export type LedgerEntry = ResponseBody<typeof ledgerEntry>

/** All ledger entries of a student, newest first. */
export const ledgerSchema = z.strictObject({ balance: z.number(), entries: z.array(ledgerEntry) })
