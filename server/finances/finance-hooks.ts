import { today } from '@matricola/schema/values/dates.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { ResourceCode } from '@matricola/server/records/hooks.ts'
import type { Records } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import type { finances } from '#resources/finances.ts'
import { storePlaceStates } from '#server/admission/place-state.ts'
import { confirmPaidPlaces, recordFeePayments } from '#server/admission/ranking/fee.ts'
import { queueFeeMails } from '#server/admission/ranking/fee-mails.ts'
import { issueExternalReceipt } from './receipts.ts'
import { reverseEntry } from './reverse.ts'

/** Ledger entries. They cannot be dated in the future. */
export const financeHooks = (
  { clock }: Context,
  recordsWithin: (queries: Queries) => Records,
): ResourceCode<typeof finances> => ({
  actions: {
    reverse: {
      work: ({ records, queries, permit }, entry, { input }) =>
        reverseEntry({ records, queries, permit, clock }, entry, String(input.why)),
    },
  },
  prepare: {
    // The only writes are new entries.
    work: async (writes) => writes.map(({ permit }) => ({ set: { bookedById: permit.actor.id } })),
    fields: [],
  },
  /** Payments and refunds with a number from elsewhere get a receipt. */
  async beforeStore(events, queries) {
    const records = recordsWithin(queries)
    const values: Values[] = []
    for (const { permit, record } of events) {
      const { receiptNumber, receiptId, direction } = record
      const needsReceipt =
        receiptNumber !== null &&
        receiptId === null &&
        (direction === 'payment' || direction === 'refund')
      values.push(
        needsReceipt
          ? {
              receiptId: await issueExternalReceipt({ records, queries, permit }, receiptNumber, {
                direction,
                amount: record.amount,
                method: record.method,
                bookedOn: record.bookedOn,
                studentId: record.studentId,
                registrationId: record.registrationId,
              }),
            }
          : {},
      )
    }
    return values
  },
  async validate(writes) {
    const max = today(clock.now())
    return writes.map(
      ({ record }): FieldIssues =>
        record.bookedOn > max ? { bookedOn: [{ code: 'date.tooLate', params: { max } }] } : {},
    )
  },
  async after(queries, events) {
    await recordFeePayments(queries, events)
    await queueFeeMails(queries, events)
    const records = recordsWithin(queries)
    await confirmPaidPlaces({ records, queries }, events)
    await storePlaceStates(
      { records, queries, now: clock.now() },
      // Charges by the program change no state: the application is new, or its place is confirmed.
      events.flatMap(({ record, permit }) =>
        record.direction === 'charge' && !permit.caller ? [] : (record.registrationId ?? []),
      ),
    )
  },
})
