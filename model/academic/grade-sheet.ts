/** The grade sheet of an exam as it travels: one row for each student who sits it. */
import * as z from 'zod/mini'
import type { Role } from '../vocabulary.ts'
import type { Answer } from '../wire/call.ts'
import { count, flag, id, instant, instantOrNull, issues, named, text, textOrNull } from '../wire/shapes.ts'

/** Results that a student's grade can hold: a number, or why there is none. */
export const markResults = ['graded', 'absent', 'notEligible'] as const
export type MarkResult = (typeof markResults)[number]
export const lowestMark = 1
export const highestMark = 10

/** A mark as it is stored. */
const mark = named(
  'SheetMark',
  z.strictObject({
    id: id(),
    version: count(),
    result: z.enum(markResults),
    /** Null unless `graded`. */
    value: z.nullable(z.number()),
    state: z.enum(['draft', 'published', 'locked']),
    publishedAt: instantOrNull(),
    correctionReason: textOrNull(),
  }),
)
export type WireGrade = Answer<typeof mark>

const row = z.strictObject({
  studentId: id(),
  name: text(),
  number: text(),
  group: textOrNull(),
  /** Purpose of the request to sit again; null for whoever sits the exam with the class. */
  resit: z.nullable(z.enum(['resit', 'improvement'])),
  /** The how many-th attempt at the course this is. */
  attempt: count(),
  /** Has a grade, and does not sit the exam any more. */
  hasLeft: flag(),
  mark: z.nullable(mark),
})
export type WireGradeSheetRow = Answer<typeof row>

export const sheet = z.strictObject({
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
  /** When the grades are due, and when they are locked if nobody does it earlier. */
  dueAt: instant(),
  locksAt: instant(),
  lockedAt: instantOrNull(),
  unlockReason: textOrNull(),
  passMark: z.number(),
  /** Actions open to the caller now: enter and publish grades, or correct published ones. */
  can: z.array(z.enum(['enter', 'publish', 'correct'])),
  rows: z.array(row),
  /** Number of students who sit the exam and have no grade, and of grades that nobody but the professors sees. */
  missing: count(),
  drafts: count(),
})
export type WireGradeSheet = Answer<typeof sheet>

/** A row as it is sent: `result` null takes a draft away. */
export const sheetEntry = z.strictObject({
  studentId: z.uuid(),
  result: z.nullable(z.enum(markResults)),
  value: z.optional(z.nullable(z.int().check(z.gte(lowestMark), z.lte(highestMark)))),
  /** Version of the grade that was seen; null or absent: there was none. */
  version: z.optional(z.nullable(z.int().check(z.gte(1)))),
})
export type SheetEntry = Answer<typeof sheetEntry>

/** Outcome of a row. `conflict`: another grade stands there than was seen; `refused`: see the issues. */
const outcome = z.strictObject({
  studentId: id(),
  outcome: z.enum(['saved', 'same', 'conflict', 'refused']),
  /** The grade that stands there now. */
  mark: z.nullable(mark),
  issues: issues(),
})
export type SheetOutcome = Answer<typeof outcome>

export const sheetSaved = z.strictObject({ outcomes: z.array(outcome), missing: count(), drafts: count() })
export type WireGradeSheetSaved = Answer<typeof sheetSaved>

export const sheetSummary = z.strictObject({
  /** Grades that are out, absence and missing right among them. */
  count: count(),
  graded: count(),
  /** Of the grades that are numbers, cut to two decimals; null where there is none. */
  average: z.nullable(z.number()),
  passed: count(),
  /** Passed of those who sat, in whole per cent. */
  passRate: z.nullable(count()),
  absent: count(),
  notEligible: count(),
  missing: count(),
})
export type SheetSummary = Answer<typeof sheetSummary>

/** Most rows of one call. */
export const maxSheetRows = 300

/** Figures of grades. Averages are cut, as the rules of study have it: 7.666 is 7.66. */
export function summaryOf(marks: readonly (Pick<WireGrade, 'result' | 'value'> | null)[], passMark: number): SheetSummary {
  const known = marks.filter((mark) => mark !== null)
  const values = known.flatMap(({ result, value }) => (result === 'graded' && value !== null ? [value] : []))
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
    missing: marks.length - known.length,
  }
}

/** Tells whether a person sees an exam's sheet: the office, examiner and leader of the class; no assistant or second examiner. */
export const maySeeGradeSheet = (
  { role, personId = null }: { readonly role: Role; readonly personId?: string | null },
  { professorId, leadProfessorId }: { readonly professorId: unknown; readonly leadProfessorId: unknown },
): boolean =>
  role === 'admin' ||
  role === 'secretary' ||
  (role === 'professor' && personId !== null && [professorId, leadProfessorId].includes(personId))
