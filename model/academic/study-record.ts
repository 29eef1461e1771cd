/**
 * What a student has achieved: the final mark of each course, averages and credits. Rules: domain model, sections 3.4 and
 * A.5. Averages are weighted by credits and cut after two decimals, never rounded, as the offices of Romanian universities
 * calculate them ("cu două zecimale, fără rotunjire"): 8.999 is 8.99.
 */

import type { WireGradeAppeal } from './appeals.ts'

/** One attempt at a course, as it was published. Absence and a missing right to sit are results, never marks. */
export interface StudyAttempt {
  readonly id: string
  readonly kind: 'exam' | 'resit' | 'improvement' | 'recognised'
  readonly attempt: number
  readonly result: 'graded' | 'absent' | 'notEligible'
  readonly value: number | null
  /** The academic year, such as `2025-2026`; null where a mark was recognised from elsewhere. */
  readonly academicYear: string | null
  readonly publishedAt: string | null
  /** Name of the professor who entered it. */
  readonly publishedBy: string | null
}

/** A course of a student's programme, with the student's attempts at it. */
export interface StudyCourse {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly year: number
  readonly semester: number
  readonly credits: number
  readonly type: 'compulsory' | 'optional' | 'facultative'
  readonly attempts: readonly StudyAttempt[]
}

/** A course with what became of it. */
export interface StudyResult extends StudyCourse {
  /** The final mark: the best that passes; null without one. */
  readonly mark: number | null
  /** All of the course's credits, or none. */
  readonly creditsWon: number
}

/** Averages and credits of some courses. */
export interface StudyTotals {
  /** Null where no course has a final mark. */
  readonly average: number | null
  readonly creditsWon: number
  readonly creditsPossible: number
}

export interface StudySemester extends StudyTotals {
  readonly semester: number
  readonly courses: readonly StudyResult[]
}

export interface StudyYear extends StudyTotals {
  readonly year: number
  readonly semesters: readonly StudySemester[]
}

export interface StudyRecord extends StudyTotals {
  readonly years: readonly StudyYear[]
}

/** What the credits of a programme are measured by. */
export interface StudyMeasure {
  /** Lowest mark that passes. */
  readonly passMark: number
  readonly creditsPerYear: number
  readonly totalCredits: number
}

/** A student's study record with whose it is. */
export interface NamedStudyRecord extends StudyRecord, StudyMeasure {
  readonly studentId: string
  readonly name: string
  readonly matriculationNumber: string
  readonly programme: string
  readonly studyYear: number
  readonly yearsOfStudy: number
}

/** A student's study record, as the API answers it. */
export interface WireStudyRecord extends NamedStudyRecord {
  /** Marks that were contested or can be by who asks, by the id of the mark. */
  readonly appeals: { readonly [gradeId: string]: WireGradeAppeal }
}

/** The final mark of a course: the best of its attempts that pass, so that no improvement lowers it. */
export function finalMark(attempts: readonly Pick<StudyAttempt, 'result' | 'value'>[], passMark: number): number | null {
  const passed = attempts.flatMap(({ result, value }) => (result === 'graded' && value !== null && value >= passMark ? [value] : []))
  return passed.length > 0 ? Math.max(...passed) : null
}

/** A quotient cut after two decimals. Both parts are whole numbers, so that no digit is lost on the way. */
const cut = (dividend: number, divisor: number) => Math.floor((dividend * 100) / divisor) / 100

/** The mean of marks, each weighted by the credits of its course; null without a mark. */
export function weightedAverage(courses: readonly { readonly mark: number | null; readonly credits: number }[]): number | null {
  const marked = courses.flatMap(({ mark, credits }) => (mark === null ? [] : [{ mark, credits }]))
  const weight = marked.reduce((sum, { credits }) => sum + credits, 0)
  if (weight === 0) return null
  return cut(
    marked.reduce((sum, { mark, credits }) => sum + mark * credits, 0),
    weight,
  )
}

/** The mean of the two parts of a degree exam, cut after two decimals: marks have two decimals themselves. */
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
