import type { Issue } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  differsFromLiteral,
  equalsLiteral,
  expr,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { courses } from '#resources/courses.ts'
import { grades } from '#resources/grades.ts'
import { specializations } from '#resources/specializations.ts'
import { students } from '#resources/students.ts'
import { isPublishedGrade } from '../grade-sheets/published-grades.ts'
import { readStudyRules, type StudyRules } from './rules.ts'

const course = table(courses)
const grade = table(grades)
const student = table(students)
const specialization = table(specializations)

/** Credits of a student, and facts about the student's programme. */
export interface StudentCredits {
  readonly won: number
  /** Credits of the whole programme. */
  readonly total: number
  readonly yearsOfStudy: number
}

/**
 * Returns the credits that each student has earned. Each passed course counts once; facultative
 * courses do not count.
 */
export async function readCredits(
  queries: Queries,
  studentIds: readonly string[],
): Promise<{ readonly rules: StudyRules; readonly credits: ReadonlyMap<string, StudentCredits> }> {
  const rules = await readStudyRules(queries)
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      id: student.id,
      total: specialization.totalCredits,
      yearsOfStudy: specialization.yearsOfStudy,
      won: expr<number>`coalesce((
       select sum(${course.credits})::int from ${course} where ${differsFromLiteral(course.type, 'facultative')} and ${course.id} in (
         select ${grade.courseId} from ${grade} where ${grade.studentId} = ${student.id} and ${isPublishedGrade(grade)}
           and ${equalsLiteral(grade.result, 'graded')} and ${grade.value} >= ${rules.passMark}::int)), 0)`,
    })}
     from ${student} join ${specialization} on ${specialization.id} = ${student.specializationId} where ${student.id} = any(${[...new Set(studentIds)]}::uuid[])`,
  )
  return { rules, credits: new Map(rows.map(({ id, ...row }) => [id, row])) }
}

/** Returns the credits required for a year of study; null if the settings require none. */
export function requiredCreditsFor(year: number, rules: StudyRules): number | null {
  return (
    { 2: rules.creditsForYear2, 3: rules.creditsForYear3, 4: rules.creditsForYear4 }[year] ?? null
  )
}

/** Returns an issue with the credits that the student has and needs. */
export const tooFewCreditsIssue = (earned: number, required: number): Issue => ({
  code: 'credits.tooFew',
  params: { have: earned, need: required },
})
