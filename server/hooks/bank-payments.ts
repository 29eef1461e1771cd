import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
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
