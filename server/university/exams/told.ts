/** What belongs to the steps of an exam: nobody sits two exams at once, and those concerned are told. */
import { localMinute } from '#model/dates.ts'
import { invalidInput } from '#model/errors.ts'
import { notifyAll } from '#server/engine/actions/notify.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { PlannedWrite, WriteEvent } from '#server/engine/records/lifecycles.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { conflictsOf, type Plan } from './conflicts.ts'
import { participantsSql } from './participants.ts'

type Told = 'examPublished' | 'examChanged' | 'examCancelled'
const namedInRefusal = 3

/** What those who sit an exam are told of a write; null: nothing. */
function toldOf({ before, changed, record }: PlannedWrite): Told | null {
  const was = before?.values.state
  if ('state' in changed) {
    if (changed.state === 'published' && was === 'draft') return 'examPublished'
    return was === 'published' && (changed.state === 'cancelled' || changed.state === 'draft') ? 'examCancelled' : null
  }
  return record.state === 'published' && (isMoved(changed) || 'room' in changed) ? 'examChanged' : null
}

const isMoved = (changed: Values) => 'startsAt' in changed || 'durationMinutes' in changed

/** Whether a write of an exam concerns those who sit it. */
export const concernsParticipants = (write: PlannedWrite) => toldOf(write) !== null

/** Inside the write's transaction. Throws `input.invalid` where students would sit two exams at once. */
export async function tellParticipants(queries: Queries, event: WriteEvent): Promise<void> {
  const told = toldOf(event)
  if (!told) return
  if (told === 'examPublished' || (told === 'examChanged' && isMoved(event.changed))) await demandNoClash(queries, event)
  const people = await queries.query<{ userId: string }>(
    `select distinct u.id as "userId" from (
       select s.user_id from exams e cross join lateral (${participantsSql('e')}) p join students s on s.id = p.student_id where e.id = $1::uuid
       union all select f.user_id from exams e join professors f on f.id in (e.professor_id, e.second_professor_id) where e.id = $1::uuid
     ) asked join users u on u.id = asked.user_id where u.is_active and u.id is distinct from $2::uuid order by u.id`,
    [event.id, event.permit.caller?.id ?? null],
  )
  const [course] = await queries.query<{ name: string }>('select name from courses where id = $1::uuid', [event.record.courseId])
  const subject = `${(course?.name ?? '').slice(0, 100)}, ${localMinute(String(event.record.startsAt))}`
  await notifyAll(
    queries,
    new Date(event.at),
    people.map(({ userId }) => ({ type: told, userId, subject, link: `exams/${event.id}` })),
  )
}

/** Exams of a year take turns here, so that two that are published at the same moment find each other. */
async function demandNoClash(queries: Queries, { id, record }: WriteEvent): Promise<void> {
  await queries.query('select id from academic_years where id = $1::uuid for no key update', [record.academicYearId])
  const { clashes } = await conflictsOf(queries, planOf(id, record))
  if (clashes.count === 0) return
  const names = clashes.students.slice(0, namedInRefusal).map(({ student, course }) => `${student} (${course})`)
  throw invalidInput({ startsAt: [{ code: 'exam.clash', params: { students: clashes.count, names: names.join(', ') } }] })
}

/** A stored exam as the conflicts ask for it. */
const planOf = (id: string, record: Values): Plan => ({
  id,
  classId: String(record.classId),
  session: String(record.session),
  startsAt: String(record.startsAt),
  durationMinutes: Number(record.durationMinutes),
  room: textIn(record.room),
  capacity: typeof record.capacity === 'number' ? record.capacity : null,
  professorId: textIn(record.professorId),
  secondProfessorId: textIn(record.secondProfessorId),
})

const textIn = (value: unknown) => (typeof value === 'string' ? value : null)
