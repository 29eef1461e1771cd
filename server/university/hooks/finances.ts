import { today } from '#model/dates.ts'
import type { ValuesOf } from '#model/resource.ts'
import type { FieldIssues } from '#model/wire.ts'
import type { finances } from '#resources/finances.ts'
import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { type NewNotification, notifyAll } from '#server/engine/services/notify.ts'
import { reverseEntry } from '#server/university/finances/reverse.ts'
import { studentAccounts } from '#server/university/people/student-accounts.ts'

/** Entries are only ever added, none of a day to come; the student is told of each. */
export const financeHooks = ({ clock }: Context): Hooks<typeof finances> => ({
  serverActions: {
    reverse: {
      work: ({ records, queries, permit }, entry, { extras }) =>
        reverseEntry({ records, queries, permit, clock }, entry, String(extras.why)),
    },
  },
  async validate(writes) {
    const max = today(clock.now())
    return writes.map(({ record }): FieldIssues => (record.bookedOn > max ? { bookedOn: [{ code: 'date.tooLate', params: { max } }] } : {}))
  },
  async after(queries, events) {
    const booked = events.filter(({ before, record }) => before === null && record.studentId !== null)
    const [first] = booked
    if (!first) return
    const accounts = await studentAccounts(
      queries,
      booked.map(({ record }) => record.studentId),
    )
    await notifyAll(
      queries,
      new Date(first.at),
      booked.flatMap(({ id, record }): NewNotification[] => {
        const userId = accounts.get(record.studentId ?? '')
        return userId ? [{ type: typeOf(record), userId, subject: record.description, link: `finances/${id}` }] : []
      }),
    )
  },
})

function typeOf({ reversalOfId, direction }: ValuesOf<typeof finances>) {
  if (reversalOfId) return 'entryReversed'
  return direction === 'charge' ? 'chargeBooked' : 'paymentBooked'
}
