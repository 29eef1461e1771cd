/**
 * Achievements of a student: the final grade of each course, averages and credits. Rules: domain model, sections 3.4 and
 * A.5. Averages are weighted by credits and cut after two decimals, never rounded, as the offices of Romanian universities
 * calculate them ("cu două zecimale, fără rotunjire"): 8.999 is 8.99.
 */

import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { count, id, instantOrNull, named, text, textOrNull } from '../wire/shapes.ts'
import { gradeAppeal } from './appeals.ts'

/** One attempt at a course, as it was published. Absence and a missing right to sit are results, never grades. */
const attempt = z.strictObject({
  id: id(),
  kind: z.enum(['exam', 'resit', 'improvement', 'recognised']),
  attempt: count(),
  result: z.enum(['graded', 'absent', 'notEligible']),
  value: z.nullable(z.number()),
  /** The academic year, such as `2025-2026`; null where a grade was recognised from elsewhere. */
  academicYear: textOrNull(),
  publishedAt: instantOrNull(),
  /** Name of the professor who entered it. */
  publishedBy: textOrNull(),
})
export type StudyAttempt = Answer<typeof attempt>

const courseShape = {
  id: id(),
  name: text(),
  /** True where the name is in the reader's language, and not as the university says it. */
  isTranslated: z.optional(z.boolean()),
  code: text(),
  year: count(),
  semester: count(),
  credits: count(),
  type: z.enum(['compulsory', 'optional', 'facultative']),
  attempts: z.array(attempt),
}
/** A course of a student's programme, with the student's attempts at it. */
export type StudyCourse = Answer<z.ZodMiniObject<typeof courseShape>>

/** A course with what became of it. */
const result = z.strictObject({
  ...courseShape,
  /** The final grade: the best that passes; null without one. */
  mark: z.nullable(z.number()),
  /** All of the course's credits, or none. */
  creditsWon: count(),
})
export type StudyResult = Answer<typeof result>

/** Averages and credits of some courses. */
const totals = {
  /** Null where no course has a final grade. */
  average: z.nullable(z.number()),
  creditsWon: count(),
  creditsPossible: count(),
}
export type StudyTotals = Answer<z.ZodMiniObject<typeof totals>>

const semester = z.strictObject({ ...totals, semester: count(), courses: z.array(result) })
export type StudySemester = Answer<typeof semester>

const year = z.strictObject({ ...totals, year: count(), semesters: z.array(semester) })
export type StudyYear = Answer<typeof year>

const recordShape = { ...totals, years: z.array(year) }
export type StudyRecord = Answer<z.ZodMiniObject<typeof recordShape>>

/** Measure of a programme's credits. */
const measure = {
  /** Lowest grade that passes. */
  passMark: z.number(),
  creditsPerYear: count(),
  totalCredits: count(),
}
export type StudyMeasure = Answer<z.ZodMiniObject<typeof measure>>

const namedShape = {
  ...recordShape,
  ...measure,
  studentId: id(),
  name: text(),
  matriculationNumber: text(),
  programme: text(),
  studyYear: count(),
  yearsOfStudy: count(),
}
/** A student's study record with whose it is. */
export type NamedStudyRecord = Answer<z.ZodMiniObject<typeof namedShape>>

/** A student's study record, as the API answers it. */
export const studyRecordAnswer = z.strictObject({
  ...namedShape,
  /** Grades that were contested or can be by who asks, by the id of the grade. */
  appeals: z.record(id(), named('GradeAppeal', z.strictObject(gradeAppeal))),
})
export type WireStudyRecord = Answer<typeof studyRecordAnswer>

/** The final grade of a course: the best of its attempts that pass, so that no improvement lowers it. */
export function finalMark(attempts: readonly Pick<StudyAttempt, 'result' | 'value'>[], passMark: number): number | null {
  const passed = attempts.flatMap(({ result, value }) => (result === 'graded' && value !== null && value >= passMark ? [value] : []))
  return passed.length > 0 ? Math.max(...passed) : null
}

/** A quotient cut after two decimals. Both parts are whole numbers, so that no digit is lost on the way. */
const cut = (dividend: number, divisor: number) => Math.floor((dividend * 100) / divisor) / 100

/** The mean of grades, each weighted by the credits of its course; null without a grade. */
export function weightedAverage(courses: readonly { readonly mark: number | null; readonly credits: number }[]): number | null {
  const marked = courses.flatMap(({ mark, credits }) => (mark === null ? [] : [{ mark, credits }]))
  const weight = marked.reduce((sum, { credits }) => sum + credits, 0)
  if (weight === 0) return null
  return cut(
    marked.reduce((sum, { mark, credits }) => sum + mark * credits, 0),
    weight,
  )
}

/** The mean of the two parts of a degree exam, cut after two decimals: grades have two decimals themselves. */
export const degreeAverage = (writtenMark: number, defenceMark: number): number =>
  cut(Math.round(writtenMark * 100) + Math.round(defenceMark * 100), 200)

/** Facultative courses stand in the record and count for nothing: their credits come on top of the programme's. */
const isCounted = ({ type }: Pick<StudyCourse, 'type'>) => type !== 'facultative'

function totalsOf(courses: readonly StudyResult[], creditsPossible: number): StudyTotals {
  const counted = courses.filter(isCounted)
  return {
    average: weightedAverage(counted),
    creditsWon: counted.reduce((sum, { creditsWon }) => sum + creditsWon, 0),
    creditsPossible,
  }
}

const creditsOf = (courses: readonly StudyCourse[]) => courses.filter(isCounted).reduce((sum, { credits }) => sum + credits, 0)

/** The study record of a student's courses, by year of the programme and semester. */
export function studyRecord(courses: readonly StudyCourse[], { passMark, creditsPerYear, totalCredits }: StudyMeasure): StudyRecord {
  const results = courses.map((course): StudyResult => {
    const mark = finalMark(course.attempts, passMark)
    return { ...course, mark, creditsWon: mark === null ? 0 : course.credits }
  })
  const years = numbersOf(results, ({ year }) => year).map((year): StudyYear => {
    const ofYear = results.filter((course) => course.year === year)
    const semesters = numbersOf(ofYear, ({ semester }) => semester).map((semester): StudySemester => {
      const ofSemester = ofYear.filter((course) => course.semester === semester)
      return { semester, courses: ofSemester, ...totalsOf(ofSemester, creditsOf(ofSemester)) }
    })
    return { year, semesters, ...totalsOf(ofYear, creditsPerYear) }
  })
  return { years, ...totalsOf(results, totalCredits) }
}

const numbersOf = <T>(items: readonly T[], numberOf: (item: T) => number): number[] =>
  [...new Set(items.map(numberOf))].sort((a, b) => a - b)
