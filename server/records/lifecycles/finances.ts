import { today } from '#model/dates.ts'
import type { FieldIssues } from '#model/wire.ts'
import { reverseEntry } from '#server/academic/finances/reverse.ts'
import { notify } from '#server/actions/notify.ts'
import type { Context } from '#server/context.ts'
import type { Lifecycle } from '../lifecycles.ts'
import type { Values } from '../storage.ts'

/** Entries are only ever added, none of a day to come; the student is told of each. */
export const financeLifecycle = ({ clock }: Context): Lifecycle => ({
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
  isConcerned: ({ before, record }) => before === null && typeof record.studentId === 'string',
  async afterWrite(queries, { id, before, record, at }) {
    if (before !== null || typeof record.studentId !== 'string') return
    const [student] = await queries.query<{ userId: string | null }>('select user_id as "userId" from students where id = $1::uuid', [
      record.studentId,
    ])
    if (!student?.userId) return
    await notify(queries, new Date(at), {
      type: typeOf(record),
      userId: student.userId,
      subject: String(record.description),
      link: `finances/${id}`,
    })
  },
})

function typeOf({ reversalOfId, direction }: Values) {
  if (reversalOfId) return 'entryReversed'
  return direction === 'charge' ? 'chargeBooked' : 'paymentBooked'
}
