import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { participantsOf } from '../exams/participants.ts'
import { examEnd, maxExamLength, visibleExamStates } from '../exams/times.ts'
import type { Sitting } from './sitting.ts'

const y = table(exams, 'y')
const c = table(courses, 'c')

/** Returns the course of another exam that the student sits at the same time, in the given language; null if there is none. */
export async function findClashingCourse(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language | null },
  { id, startsAt, durationMinutes }: Sitting,
): Promise<string | null> {
  const [other] = await runStatement(
    queries,
    sql`select ${pick({ course: inLanguage(c.name, language) })} from ${y} join ${c} on ${c.id} = ${y.courseId}
     where ${y.id} <> ${id}::uuid and ${y.state} = any(${visibleExamStates}::text[])
       and ${y.startsAt} < ${startsAt}::timestamptz + ${durationMinutes}::integer * interval '1 minute'
       and ${y.startsAt} > ${startsAt}::timestamptz - ${maxExamLength}
       and ${examEnd(y)} > ${startsAt}::timestamptz
       and exists (select from (${participantsOf(y)}) p where p.student_id = ${studentId}::uuid) limit 1`,
  )
  return other?.course ?? null
}
