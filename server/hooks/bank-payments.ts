import type { Context } from '#packages/server/context.ts'
import type { Queries } from '#packages/server/database/database.ts'
import { type Hooks, prepareEach } from '#packages/server/records/hooks.ts'
import type { Records } from '#packages/server/records/store.ts'
import type { bankPayments } from '#resources/bank-payments.ts'
import { bookPayments, preparePayment, reversePayment } from '#server/finances/bank-payments.ts'

/** Lines of bank statements. They are written one at a time, so that each write sees the bookings of the lines before it. */
export const bankPaymentHooks = (context: Context, recordsWithin: (queries: Queries) => Records): Hooks<typeof bankPayments> => ({
  prepare: prepareEach((write) => preparePayment(context, write)),
  after: {
    mustStoreAlone: () => true,
    work: (queries, events) => bookPayments({ texts: context.texts, records: recordsWithin(queries), queries }, events),
  },
  remove: (queries, record) =>
    reversePayment({ texts: context.texts, clock: context.clock, records: recordsWithin(queries), queries }, record),
})
