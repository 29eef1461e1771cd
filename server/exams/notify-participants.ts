/** Notifies the participants and examiners of an exam that it was published, changed or cancelled. */
import { registryOf } from '@matricola/schema/registry.ts'
import { localMinute } from '@matricola/schema/values/dates.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { notifyAll } from '@matricola/server/mail/notify.ts'
import type { WriteEvent } from '@matricola/server/records/hooks.ts'
import { pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import { examNotificationFor } from './exam-notifications.ts'
import { participantsOf } from './participants.ts'

const e = table(exams, 'e')
const s = table(students, 's')
const f = table(professors, 'f')
const u = table(users, 'u')
const c = table(courses, 'c')

/** Must run in the transaction of the write. */
export async function notifyParticipants(queries: Queries, event: WriteEvent<typeof exams>): Promise<void> {
  const notification = examNotificationFor(event)
  if (!notification) return
  const recipients = await runStatement(
    queries,
    sql`select distinct ${pick({ userId: u.id })} from (
       select ${s.userId} from ${e} cross join lateral (${participantsOf(e)}) p join ${s} on ${s.id} = p.student_id
       where ${e.id} = ${event.id}::uuid
       union all select ${f.userId} from ${e} join ${f} on ${f.id} in (${e.professorId}, ${e.secondProfessorId})
       where ${e.id} = ${event.id}::uuid
     ) asked join ${u} on ${u.id} = asked.user_id where ${u.isActive} and ${u.id} is distinct from ${event.permit.caller?.id ?? null}::uuid
     order by ${u.id}`,
  )
  const [course] = await runStatement(
    queries,
    sql`select ${pick({ name: c.name })} from ${c} where ${c.id} = ${event.record.courseId}::uuid`,
  )
  const subject = `${(course?.name ?? '').slice(0, 100)}, ${localMinute(event.record.startsAt)}`
  await notifyAll(
    queries,
    { registry: registryOf(event.permit.resource), now: new Date(event.at) },
    recipients.map(({ userId }) => ({ type: notification, userId, subject, link: `exams/${event.id}` })),
  )
}
