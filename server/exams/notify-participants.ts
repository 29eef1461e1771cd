/**
 * Notifies the participants and examiners of an exam that it was published, changed or cancelled.
 */
import { registryOf } from '@matricola/schema/registry.ts'
import { localMinute } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import { changesAnyOf, type WriteDraft, type WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { participantsOf } from './participants.ts'

const exam = table(exams)
const student = table(students)
const professor = table(professors)
const user = table(users)
const courseRow = table(courses)

/** Must run in the transaction of the write. */
export async function notifyParticipants(
  queries: Queries,
  event: WriteEvent<typeof exams>,
): Promise<void> {
  const notification = examNotificationFor(event)
  if (!notification) return
  const recipients = await runStatement(
    queries,
    sql`select distinct ${pick({ userId: user.id })} from (
       select ${student.userId} from ${exam} cross join lateral (${participantsOf(exam)}) p join ${student} on ${student.id} = p.student_id
       where ${exam.id} = ${event.id}::uuid
       union all select ${professor.userId} from ${exam} join ${professor} on ${professor.id} in (${exam.professorId}, ${exam.secondProfessorId})
       where ${exam.id} = ${event.id}::uuid
     ) asked join ${user} on ${user.id} = asked.user_id where ${user.isActive} and ${user.id} is distinct from ${event.permit.caller?.id ?? null}::uuid
     order by ${user.id}`,
  )
  const [course] = await runStatement(
    queries,
    sql`select ${pick({ name: courseRow.name })} from ${courseRow} where ${courseRow.id} = ${event.record.courseId}::uuid`,
  )
  const subject = `${(course?.name ?? '').slice(0, 100)}, ${localMinute(event.record.startsAt)}`
  await notifyAll(
    queries,
    { registry: registryOf(event.permit.resource), now: new Date(event.at) },
    recipients.map(({ userId }) => ({
      type: notification,
      userId,
      subject,
      link: `exams/${event.id}`,
    })),
  )
}

type ExamNotification = 'examPublished' | 'examChanged' | 'examCancelled'

/** Returns the notification that participants get about a write; null if none. */
export function examNotificationFor({
  before,
  changed,
  record,
}: WriteDraft<typeof exams>): ExamNotification | null {
  const stateBefore = before?.values.state
  if (changesAnyOf(changed, 'state')) {
    if (changed.state === 'published' && stateBefore === 'draft') return 'examPublished'
    return stateBefore === 'published' &&
      (changed.state === 'cancelled' || changed.state === 'draft')
      ? 'examCancelled'
      : null
  }
  return record.state === 'published' && (isRescheduled(changed) || changesAnyOf(changed, 'room'))
    ? 'examChanged'
    : null
}

export const isRescheduled = (changed: WriteDraft<typeof exams>['changed']) =>
  changesAnyOf(changed, 'startsAt', 'durationMinutes')

/** Whether participants are notified of a write of an exam. */
export const notifiesParticipants = (write: WriteDraft<typeof exams>) =>
  examNotificationFor(write) !== null
