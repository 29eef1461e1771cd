import { changesAnyOf, type WriteDraft } from '@matricola/server/records/hooks.ts'
import type { exams } from '#resources/exams.ts'

type ExamNotification = 'examPublished' | 'examChanged' | 'examCancelled'

/** Returns the notification that participants get about a write; null if none. */
export function examNotificationFor({ before, changed, record }: WriteDraft<typeof exams>): ExamNotification | null {
  const stateBefore = before?.values.state
  if (changesAnyOf(changed, 'state')) {
    if (changed.state === 'published' && stateBefore === 'draft') return 'examPublished'
    return stateBefore === 'published' && (changed.state === 'cancelled' || changed.state === 'draft') ? 'examCancelled' : null
  }
  return record.state === 'published' && (isRescheduled(changed) || changesAnyOf(changed, 'room')) ? 'examChanged' : null
}

export const isRescheduled = (changed: WriteDraft<typeof exams>['changed']) => changesAnyOf(changed, 'startsAt', 'durationMinutes')

/** Whether participants are notified of a write of an exam. */
export const notifiesParticipants = (write: WriteDraft<typeof exams>) => examNotificationFor(write) !== null
