import type { Queries } from '#server/engine/database/database.ts'
import { participantsSql } from '../exams/participants.ts'
import { endSql, knownStates, longestSql } from '../exams/times.ts'
import type { Sitting } from './sitting.ts'

/** The course of another exam that the student sits at the same time; null: none. */
export async function sittingClash(
  queries: Queries,
  studentId: string,
  { id, startsAt, durationMinutes }: Sitting,
): Promise<string | null> {
  const [other] = await queries.query<{ course: string }>(
    `select c.name as course from exams y join courses c on c.id = y.course_id
     where y.id <> $2::uuid and y.state = any($5::text[])
       and y.starts_at < $3::timestamptz + $4::integer * interval '1 minute' and y.starts_at > $3::timestamptz - ${longestSql}
       and ${endSql('y')} > $3::timestamptz
       and exists (select from (${participantsSql('y')}) p where p.student_id = $1::uuid) limit 1`,
    [studentId, id, startsAt, durationMinutes, knownStates],
  )
  return other?.course ?? null
}
