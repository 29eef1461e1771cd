/** Notifications of an exam's steps and moves to those who sit it or examine. */
import { localMinute } from '#model/dates.ts'
import { invalidInput } from '#model/errors.ts'
import { academicYears } from '#resources/academic-years.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { professors } from '#resources/professors.ts'
import { students } from '#resources/students.ts'
import { users } from '#resources/users.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { notifyAll } from '#server/engine/mail/notify.ts'
import { type Draft, touches, type WriteEvent } from '#server/engine/records/hooks.ts'
import { pick, run, sql, table } from '#server/engine/sql/typed.ts'
import { conflictsOf } from './conflicts.ts'
import { participantsOf } from './participants.ts'

const e = table(exams, 'e')
const s = table(students, 's')
const f = table(professors, 'f')
const u = table(users, 'u')
const c = table(courses, 'c')

type News = 'examPublished' | 'examChanged' | 'examCancelled'

/** News of a write for those who sit an exam; null: none. */
function newsOf({ before, changed, record }: Draft<typeof exams>): News | null {
  const was = before?.values.state
  if (touches(changed, 'state')) {
    if (changed.state === 'published' && was === 'draft') return 'examPublished'
    return was === 'published' && (changed.state === 'cancelled' || changed.state === 'draft') ? 'examCancelled' : null
  }
  return record.state === 'published' && (isMoved(changed) || touches(changed, 'room')) ? 'examChanged' : null
}

const isMoved = (changed: Draft<typeof exams>['changed']) => touches(changed, 'startsAt', 'durationMinutes')

/** Tells whether a write of an exam concerns those who sit it. */
export const concernsParticipants = (write: Draft<typeof exams>) => newsOf(write) !== null

/** Inside the write's transaction. Throws `input.invalid` where students would sit two exams at once. */
export async function notifyParticipants(queries: Queries, event: WriteEvent<typeof exams>): Promise<void> {
  const news = newsOf(event)
  if (!news) return
  if (news === 'examPublished' || (news === 'examChanged' && isMoved(event.changed))) await assertNoClash(queries, event)
  const people = await run(
    queries,
    sql`select distinct ${pick({ userId: u.id })} from (
       select ${s.userId} from ${e} cross join lateral (${participantsOf(e)}) p join ${s} on ${s.id} = p.student_id
       where ${e.id} = ${event.id}::uuid
       union all select ${f.userId} from ${e} join ${f} on ${f.id} in (${e.professorId}, ${e.secondProfessorId})
       where ${e.id} = ${event.id}::uuid
     ) asked join ${u} on ${u.id} = asked.user_id where ${u.isActive} and ${u.id} is distinct from ${event.permit.caller?.id ?? null}::uuid
     order by ${u.id}`,
  )
  const [course] = await run(queries, sql`select ${pick({ name: c.name })} from ${c} where ${c.id} = ${event.record.courseId}::uuid`)
  const subject = `${(course?.name ?? '').slice(0, 100)}, ${localMinute(event.record.startsAt)}`
  await notifyAll(
    queries,
    new Date(event.at),
    people.map(({ userId }) => ({ type: news, userId, subject, link: `exams/${event.id}` })),
  )
}

const y = table(academicYears, 'y')
const namedInRefusal = 3

/**
 * Throws `input.invalid` with the first students who would sit two exams at once. Exams of a year take turns here, so that
 * two that are published at the same moment find each other.
 */
async function assertNoClash(queries: Queries, { id, record }: WriteEvent<typeof exams>): Promise<void> {
  await run(queries, sql`select ${pick({ id: y.id })} from ${y} where ${y.id} = ${record.academicYearId}::uuid for no key update`)
  const { clashes } = await conflictsOf(queries, { ...record, id })
  if (clashes.count === 0) return
  const names = clashes.students.slice(0, namedInRefusal).map(({ student, course }) => `${student} (${course})`)
  throw invalidInput({ startsAt: [{ code: 'exam.clash', params: { students: clashes.count, names: names.join(', ') } }] })
}
