/** Wire shapes of payments at the counter. Amounts are in RON. */

import { amountSchema } from '@matricola/schema/value-schemas.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  day,
  describedSchema,
  flag,
  id,
  instant,
  text,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { balanceShape } from './account.ts'

export const maxPayment = 1_000_000

/** Number of past days within which a transfer can be booked. Cash is booked on its day. */
export const maxTransferAge = 30

export const paymentMethods = ['cash', 'card', 'transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

const amount = () => amountSchema({ min: 0.01, max: maxPayment }, 2)

export const paymentInputSchema = z.strictObject({
  amount: amount(),
  method: z.enum(paymentMethods),
  /** Number of the payment order, which a transfer requires, or of the card slip. */
  document: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(25)))),
  payer: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(140)))),
  bookedOn: describedSchema('Today if absent.', z.optional(z.nullable(z.iso.date()))),
  charges: describedSchema(
    'The charges to settle, in this order, each with its unpaid amount as the caller saw it. The rest of the amount stays as credit.',
    z.array(z.strictObject({ id: z.uuid(), open: amount() })).check(z.maxLength(100)),
  ),
})
export type PaymentInput = z.output<typeof paymentInputSchema>

/** The data of the payment dialog: the open charges, and the caller's cash desk. */
export const newPaymentSchema = z.strictObject({
  ...balanceShape,
  today: day(),
  /** The caller's open cash session. Null if there is none. */
  desk: z.nullable(
    z.strictObject({
      name: text(),
      openedAt: instant(),
      receipts: count(),
      /** Forecast: a concurrent payment can take it first. */
      nextLabel: text(),
      /** Opened on an earlier day, so it has to be closed first. */
      isFromEarlierDay: flag(),
      sessionId: id(),
    }),
  ),
  /** The series with which the caller can open a cash desk. */
  series: z.array(z.strictObject({ id: id(), code: text(), desk: text() })),
})
export type NewPayment = ResponseBody<typeof newPaymentSchema>

/** The receipt of a payment, and the account after it. */
export const bookedPaymentSchema = z.strictObject({
  receipt: z.strictObject({ id: id(), label: text(), amount: z.number(), bookedOn: day() }),
  ...balanceShape,
})
export type BookedPayment = ResponseBody<typeof bookedPaymentSchema>
