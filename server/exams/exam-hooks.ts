import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Hooks, WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import type { exams } from '#resources/exams.ts'
import { applyExamLock, isLockTransition, prepareUnlock } from '#server/grade-sheets/locking.ts'
import { examIssues, prepareExams } from './checks.ts'
import { readConflicts } from './conflicts.ts'
import {
  examNotificationFor,
  isRescheduled,
  notifiesParticipants,
  notifyParticipants,
} from './notify-participants.ts'

const academicYear = table(academicYears)

/**
 * Exams must lie in their session and be published in time, and a student must not sit two at once.
 * Participants are notified of changes to a published exam. Grades are locked and unlocked with
 * their exam.
 */
export const examHooks = (context: Context): Hooks<typeof exams> => ({
  async prepare(writes) {
    const [values, times] = [
      await prepareExams(context, writes),
      await prepareUnlock(context, writes),
    ]
    return writes.map((_, at) => ({ set: { ...values[at], ...times[at] } }))
  },
  validate: (writes) => examIssues(context, writes),
  after: {
    fields: ['state', 'startsAt', 'durationMinutes', 'room'],
    // Exams are stored one at a time, so that two exams published in one batch are checked against
    // each other.
    mustStoreAlone: (write) => isLockTransition(write.action) || notifiesParticipants(write),
    async work(queries, events) {
      for (const event of events) {
        await assertNoExamClash(queries, event)
        await notifyParticipants(queries, event)
        await applyExamLock(context, queries, event)
      }
    },
  },
})

const maxNamed = 3

/**
 * Throws `input.invalid` with the first students who would have two exams at the same time. Must
 * run in the transaction of the write. The lock on the academic year serializes publications, so
 * that two concurrent ones see each other.
 */
async function assertNoExamClash(queries: Queries, event: WriteEvent<typeof exams>): Promise<void> {
  const notification = examNotificationFor(event)
  if (
    notification !== 'examPublished' &&
    !(notification === 'examChanged' && isRescheduled(event.changed))
  )
    return
  await runStatement(
    queries,
    sql`select ${pick({ id: academicYear.id })} from ${academicYear} where ${academicYear.id} = ${event.record.academicYearId}::uuid for no key update`,
  )
  const { clashes } = await readConflicts(
    queries,
    { ...event.record, id: event.id },
    event.permit.language,
  )
  if (clashes.count === 0) return
  const names = clashes.students
    .slice(0, maxNamed)
    .map(({ student, course }) => `${student} (${course})`)
  throw invalidInput({
    startsAt: [
      { code: 'exam.clash', params: { students: clashes.count, names: names.join(', ') } },
    ],
  })
}
