import type { exams } from '#resources/exams.ts'
import { type Draft, touches } from '#server/engine/records/hooks.ts'

type News = 'examPublished' | 'examChanged' | 'examCancelled'

/** Returns the notification that participants get about a write; null if none. */
export function newsOf({ before, changed, record }: Draft<typeof exams>): News | null {
  const was = before?.values.state
  if (touches(changed, 'state')) {
    if (changed.state === 'published' && was === 'draft') return 'examPublished'
    return was === 'published' && (changed.state === 'cancelled' || changed.state === 'draft') ? 'examCancelled' : null
  }
  return record.state === 'published' && (isMoved(changed) || touches(changed, 'room')) ? 'examChanged' : null
}

export const isMoved = (changed: Draft<typeof exams>['changed']) => touches(changed, 'startsAt', 'durationMinutes')

/** Whether participants are notified of a write of an exam. */
export const concernsParticipants = (write: Draft<typeof exams>) => newsOf(write) !== null
