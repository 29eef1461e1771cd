import type { Context } from '@matricola/server/context.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import type { exams } from '#resources/exams.ts'
import { assertNoExamClash } from '#server/exams/assert-no-clash.ts'
import { examIssues, prepareExams } from '#server/exams/checks.ts'
import { notifiesParticipants } from '#server/exams/exam-notifications.ts'
import { notifyParticipants } from '#server/exams/notify-participants.ts'
import { applyExamLock, isLockTransition, prepareUnlock } from '#server/grade-sheets/locking.ts'

/**
 * Exams must lie in their session and be published in time, and a student must not sit two at once. Participants are notified of
 * changes to a published exam. Grades are locked and unlocked with their exam.
 */
export const examHooks = (context: Context): Hooks<typeof exams> => ({
  async prepare(writes) {
    const [values, times] = [await prepareExams(context, writes), await prepareUnlock(context, writes)]
    return writes.map((_, at) => ({ set: { ...values[at], ...times[at] } }))
  },
  validate: (writes) => examIssues(context, writes),
  after: {
    fields: ['state', 'startsAt', 'durationMinutes', 'room'],
    // Exams are stored one at a time, so that two exams published in one batch are checked against each other.
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
