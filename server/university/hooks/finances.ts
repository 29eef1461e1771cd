import { today } from '#model/dates.ts'
import type { FieldIssues } from '#model/wire.ts'
import type { Context } from '#server/engine/context.ts'
import type { Hooks } from '#server/engine/records/hooks.ts'
import { type NewNotification, notifyAll } from '#server/engine/services/notify.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { reverseEntry } from '#server/university/finances/reverse.ts'
import { studentAccounts } from '#server/university/people/student-accounts.ts'

/** Entries are only ever added, none of a day to come; the student is told of each. */
export const financeHooks = ({ clock }: Context): Hooks => ({
  serverActions: {
    reverse: {
      work: ({ records, queries, permit }, entry, { extras }) =>
        reverseEntry({ records, queries, permit, clock }, entry, String(extras.why)),
    },
  },
  async issuesOf(writes) {
    const max = today(clock.now())
    return writes.map(
      ({ record }): FieldIssues => (String(record.bookedOn) > max ? { bookedOn: [{ code: 'date.tooLate', params: { max } }] } : {}),
    )
  },
  async afterWrites(queries, events) {
    const booked = events.filter(({ before, record }) => before === null && typeof record.studentId === 'string')
    const [first] = booked
    if (!first) return undefined
    const accounts = await studentAccounts(
      queries,
      booked.map(({ record }) => record.studentId),
    )
    await notifyAll(
      queries,
      new Date(first.at),
      booked.flatMap(({ id, record }): NewNotification[] => {
        const userId = accounts.get(String(record.studentId))
        return userId ? [{ type: typeOf(record), userId, subject: String(record.description), link: `finances/${id}` }] : []
      }),
    )
    return undefined
  },
})

function typeOf({ reversalOfId, direction }: Values) {
  if (reversalOfId) return 'entryReversed'
  return direction === 'charge' ? 'chargeBooked' : 'paymentBooked'
}
