import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { exams } from '#resources/exams.ts'
import { participantsOf } from '../exams/participants.ts'
import { examEnd, maxExamLength, visibleExamStates } from '../exams/times.ts'
import type { Sitting } from './sitting.ts'

const exam = table(exams)
const course = table(courses)

/** Returns the course of another exam that the student sits at the same time, in the given language; null if there is none. */
export async function findClashingCourse(
  queries: Queries,
  { studentId, language }: { readonly studentId: string; readonly language: Language | null },
  { id, startsAt, durationMinutes }: Sitting,
): Promise<string | null> {
  const [other] = await runStatement(
    queries,
    sql`select ${pick({ course: inLanguage(course.name, language) })} from ${exam} join ${course} on ${course.id} = ${exam.courseId}
     where ${exam.id} <> ${id}::uuid and ${exam.state} = any(${visibleExamStates}::text[])
       and ${exam.startsAt} < ${startsAt}::timestamptz + ${durationMinutes}::integer * interval '1 minute'
       and ${exam.startsAt} > ${startsAt}::timestamptz - ${maxExamLength}
       and ${examEnd(exam)} > ${startsAt}::timestamptz
       and exists (select from (${participantsOf(exam)}) p where p.student_id = ${studentId}::uuid) limit 1`,
  )
  return other?.course ?? null
}
