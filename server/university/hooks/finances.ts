import { today } from '#model/values/dates.ts'
import type { FieldIssues } from '#model/wire/wire.ts'
import type { finances } from '#resources/finances.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { ResourceCode } from '#server/engine/records/hooks.ts'
import type { Records } from '#server/engine/records/store.ts'
import { confirmPaidPlaces, recordFeePayments } from '#server/university/admission/ranking/fee.ts'
import { queueFeeMails } from '#server/university/admission/ranking/fee-mails.ts'
import { reverseEntry } from '#server/university/finances/reverse.ts'

/** Ledger entries. They cannot be dated in the future. */
export const financeHooks = ({ clock }: Context, recordsWithin: (queries: Queries) => Records): ResourceCode<typeof finances> => ({
  actions: {
    reverse: {
      work: ({ records, queries, permit }, entry, { input }) => reverseEntry({ records, queries, permit, clock }, entry, String(input.why)),
    },
  },
  async validate(writes) {
    const max = today(clock.now())
    return writes.map(({ record }): FieldIssues => (record.bookedOn > max ? { bookedOn: [{ code: 'date.tooLate', params: { max } }] } : {}))
  },
  async after(queries, events) {
    await recordFeePayments(queries, events)
    await queueFeeMails(queries, events)
    await confirmPaidPlaces({ records: recordsWithin(queries), queries }, events)
  },
})
