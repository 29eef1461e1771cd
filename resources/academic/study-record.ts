/**
 * Study records: the final grade of each course, averages and credits. Rules: domain model,
 * sections 3.4 and A.5. Averages are weighted by credits and truncated to two decimals, never
 * rounded, as is usual at Romanian universities ("cu două zecimale, fără rotunjire"): 8.999 becomes
 * 8.99.
 */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  id,
  instantOrNull,
  namedSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { gradeAppealShape } from './appeals.ts'

/** A published attempt at a course. `absent` and `notEligible` are results without a grade. */
const attempt = z.strictObject({
  id: id(),
  kind: z.enum(['exam', 'resit', 'improvement', 'recognised']),
  attempt: count(),
  result: z.enum(['graded', 'absent', 'notEligible']),
  value: z.nullable(z.number()),
  /** Academic year, such as `2025-2026`; null for a grade recognised from another university. */
  academicYear: textOrNull(),
  publishedAt: instantOrNull(),
  /** Name of the professor who published it. */
  publishedBy: textOrNull(),
})
export type StudyAttempt = ResponseBody<typeof attempt>

const courseShape = {
  id: id(),
  name: text(),
  /** Whether the name is a translation into the reader's language. */
  isTranslated: z.optional(z.boolean()),
  code: text(),
  year: count(),
  semester: count(),
  credits: count(),
  type: z.enum(['compulsory', 'optional', 'facultative']),
  attempts: z.array(attempt),
}
/** A course of the student's programme, with the student's attempts. */
export type StudyCourse = ResponseBody<z.ZodMiniObject<typeof courseShape>>

const result = z.strictObject({
  ...courseShape,
  /** The final grade: the best passing one; null if there is none. */
  grade: z.nullable(z.number()),
  /** All credits of the course, or 0. */
  creditsEarned: count(),
})
export type StudyResult = ResponseBody<typeof result>

/** Average and credits of several courses. */
const totals = {
  /** Null if no course has a final grade. */
  average: z.nullable(z.number()),
  creditsEarned: count(),
  creditsPossible: count(),
}
export type StudyTotals = ResponseBody<z.ZodMiniObject<typeof totals>>

const semester = z.strictObject({ ...totals, semester: count(), courses: z.array(result) })
export type StudySemester = ResponseBody<typeof semester>

const year = z.strictObject({ ...totals, year: count(), semesters: z.array(semester) })
export type StudyYear = ResponseBody<typeof year>

const recordShape = { ...totals, years: z.array(year) }
export type StudyRecord = ResponseBody<z.ZodMiniObject<typeof recordShape>>

/** Requirements of a programme. */
const requirements = {
  /** Lowest passing grade. */
  passMark: z.number(),
  creditsPerYear: count(),
  totalCredits: count(),
}
export type StudyRequirements = ResponseBody<z.ZodMiniObject<typeof requirements>>

const namedShape = {
  ...recordShape,
  ...requirements,
  studentId: id(),
  name: text(),
  matriculationNumber: text(),
  programme: text(),
  studyYear: count(),
  yearsOfStudy: count(),
}
/** A study record with the data of the student. */
export type NamedStudyRecord = ResponseBody<z.ZodMiniObject<typeof namedShape>>

export const studyRecordSchema = z.strictObject({
  ...namedShape,
  /** Appeals by grade id, for grades that were appealed or that the caller can appeal. */
  appeals: z.record(id(), namedSchema('GradeAppeal', z.strictObject(gradeAppealShape))),
})
export type WireStudyRecord = ResponseBody<typeof studyRecordSchema>

/**
 * The final grade of a course: the best passing attempt, so that an improvement can never lower it.
 */
export function finalGrade(
  attempts: readonly Pick<StudyAttempt, 'result' | 'value'>[],
  passMark: number,
): number | null {
  const passed = attempts.flatMap(({ result, value }) =>
    result === 'graded' && value !== null && value >= passMark ? [value] : [],
  )
  return passed.length > 0 ? Math.max(...passed) : null
}

/**
 * A quotient truncated to two decimals. Both arguments must be integers, so that the result is
 * exact.
 */
const truncatedQuotient = (dividend: number, divisor: number) =>
  Math.floor((dividend * 100) / divisor) / 100

/** The average of grades, weighted by credits; null if there are none. */
export function weightedAverage(
  courses: readonly { readonly grade: number | null; readonly credits: number }[],
): number | null {
  const graded = courses.flatMap(({ grade, credits }) =>
    grade === null ? [] : [{ grade, credits }],
  )
  const weight = graded.reduce((sum, { credits }) => sum + credits, 0)
  if (weight === 0) return null
  return truncatedQuotient(
    graded.reduce((sum, { grade, credits }) => sum + grade * credits, 0),
    weight,
  )
}

/**
 * The average of the two parts of a final degree exam, truncated to two decimals. Their grades have
 * two decimals themselves.
 */
export const degreeAverage = (writtenGrade: number, defenceGrade: number): number =>
  truncatedQuotient(Math.round(writtenGrade * 100) + Math.round(defenceGrade * 100), 200)

/**
 * Facultative courses appear in the record, but count neither for averages nor for the credits of
 * the programme.
 */
const isCounted = ({ type }: Pick<StudyCourse, 'type'>) => type !== 'facultative'

function totalsOf(courses: readonly StudyResult[], creditsPossible: number): StudyTotals {
  const countedCourses = courses.filter(isCounted)
  return {
    average: weightedAverage(countedCourses),
    creditsEarned: countedCourses.reduce((sum, { creditsEarned }) => sum + creditsEarned, 0),
    creditsPossible,
  }
}

const creditsOf = (courses: readonly StudyCourse[]) =>
  courses.filter(isCounted).reduce((sum, { credits }) => sum + credits, 0)

/** Groups a student's courses by year of study and semester, with averages and credits. */
export function computeStudyRecord(
  courses: readonly StudyCourse[],
  { passMark, creditsPerYear, totalCredits }: StudyRequirements,
): StudyRecord {
  const results = courses.map((course): StudyResult => {
    const grade = finalGrade(course.attempts, passMark)
    return { ...course, grade, creditsEarned: grade === null ? 0 : course.credits }
  })
  const years = numbersOf(results, ({ year }) => year).map((year): StudyYear => {
    const yearResults = results.filter((course) => course.year === year)
    const semesters = numbersOf(yearResults, ({ semester }) => semester).map(
      (semester): StudySemester => {
        const semesterResults = yearResults.filter((course) => course.semester === semester)
        return {
          semester,
          courses: semesterResults,
          ...totalsOf(semesterResults, creditsOf(semesterResults)),
        }
      },
    )
    return { year, semesters, ...totalsOf(yearResults, creditsPerYear) }
  })
  return { years, ...totalsOf(results, totalCredits) }
}

const numbersOf = <T>(items: readonly T[], numberOf: (item: T) => number): number[] =>
  [...new Set(items.map(numberOf))].sort((a, b) => a - b)
