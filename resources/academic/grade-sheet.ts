/** Wire shapes of an exam's grade sheet, which has one row per participant. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  flag,
  id,
  instant,
  instantOrNull,
  issuesSchema,
  namedSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'

/** Results of an assessment: a number, or the reason why there is no number. */
export const gradeResults = ['graded', 'absent', 'notEligible'] as const
export type GradeResult = (typeof gradeResults)[number]
export const minGrade = 1
export const maxGrade = 10

const gradeSchema = namedSchema(
  'SheetGrade',
  z.strictObject({
    id: id(),
    version: count(),
    result: z.enum(gradeResults),
    /** Null unless `graded`. */
    value: z.nullable(z.number()),
    state: z.enum(['draft', 'published', 'locked']),
    publishedAt: instantOrNull(),
    correctionReason: textOrNull(),
  }),
)
export type WireGrade = ResponseBody<typeof gradeSchema>

const row = z.strictObject({
  studentId: id(),
  name: text(),
  number: text(),
  group: textOrNull(),
  /** Why the student takes the exam again; null at the first attempt. */
  resit: z.nullable(z.enum(['resit', 'improvement'])),
  /** Number of this attempt at the course, starting at 1. */
  attempt: count(),
  /** The student has a grade but is no longer a participant. */
  hasLeft: flag(),
  grade: z.nullable(gradeSchema),
})
export type WireGradeSheetRow = ResponseBody<typeof row>

export const gradeSheetSchema = z.strictObject({
  exam: z.strictObject({
    id: id(),
    version: count(),
    courseId: id(),
    className: text(),
    courseName: text(),
    session: text(),
    type: text(),
    state: z.enum(['draft', 'published', 'held', 'graded', 'locked', 'cancelled']),
    startsAt: instant(),
    durationMinutes: count(),
    room: textOrNull(),
    professor: text(),
  }),
  /** When the grades are due, and when they are locked automatically. */
  dueAt: instant(),
  locksAt: instant(),
  lockedAt: instantOrNull(),
  unlockReason: textOrNull(),
  passMark: z.number(),
  /** Actions available to the caller now: enter and publish grades, or correct published ones. */
  can: z.array(z.enum(['enter', 'publish', 'correct'])),
  rows: z.array(row),
  /**
   * Number of participants without a grade, and number of unpublished grades, which only professors
   * see.
   */
  missing: count(),
  drafts: count(),
})
export type WireGradeSheet = ResponseBody<typeof gradeSheetSchema>

/** A changed row. `result: null` deletes an unpublished grade. */
export const gradeSheetEntrySchema = z.strictObject({
  studentId: z.uuid(),
  result: z.nullable(z.enum(gradeResults)),
  value: z.optional(z.nullable(z.int().check(z.gte(minGrade), z.lte(maxGrade)))),
  /** Version of the grade that the caller has seen; null or absent if there was no grade. */
  version: z.optional(z.nullable(z.int().check(z.gte(1)))),
})
export type GradeSheetEntry = ResponseBody<typeof gradeSheetEntrySchema>

/**
 * Result for a row. `conflict`: the grade was changed after the caller read it. `refused`: see the
 * issues.
 */
const outcome = z.strictObject({
  studentId: id(),
  outcome: z.enum(['saved', 'same', 'conflict', 'refused']),
  /** The current grade. */
  grade: z.nullable(gradeSchema),
  issues: issuesSchema(),
})
export type GradeSheetOutcome = ResponseBody<typeof outcome>

export const gradeSheetSavedSchema = z.strictObject({
  outcomes: z.array(outcome),
  missing: count(),
  drafts: count(),
})
export type WireGradeSheetSaved = ResponseBody<typeof gradeSheetSavedSchema>

export const gradeSheetSummarySchema = z.strictObject({
  /** Number of results, including `absent` and `notEligible`. */
  count: count(),
  graded: count(),
  /**
   * Average of the numeric grades, truncated to two decimals; null if there are no numeric grades.
   */
  average: z.nullable(z.number()),
  passed: count(),
  /**
   * Percentage of numeric grades that pass, rounded to a whole number; null if there are no numeric
   * grades.
   */
  passRate: z.nullable(count()),
  absent: count(),
  notEligible: count(),
  missing: count(),
})
export type GradeSheetSummary = ResponseBody<typeof gradeSheetSummarySchema>

/** Maximum number of rows in one call. */
export const maxGradeSheetRows = 300

/**
 * Statistics of a grade sheet. The average is truncated, as study regulations require: 7.666
 * becomes 7.66.
 */
export function summarizeGrades(
  grades: readonly (Pick<WireGrade, 'result' | 'value'> | null)[],
  passMark: number,
): GradeSheetSummary {
  const known = grades.filter((grade) => grade !== null)
  const values = known.flatMap(({ result, value }) =>
    result === 'graded' && value !== null ? [value] : [],
  )
  const total = values.reduce((sum, value) => sum + value, 0)
  const passed = values.filter((value) => value >= passMark).length
  return {
    count: known.length,
    graded: values.length,
    average: values.length === 0 ? null : Math.floor((total * 100) / values.length) / 100,
    passed,
    passRate: values.length === 0 ? null : Math.round((passed * 100) / values.length),
    absent: known.filter(({ result }) => result === 'absent').length,
    notEligible: known.filter(({ result }) => result === 'notEligible').length,
    missing: grades.length - known.length,
  }
}
