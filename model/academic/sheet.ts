/** The sheet of marks of an exam as it travels: one row for each student who sits it. */
import type { Role } from '../vocabulary.ts'
import type { FieldIssues } from '../wire.ts'

/** What a student's mark can be: a number, or why there is none. */
export const markResults = ['graded', 'absent', 'notEligible'] as const
export type MarkResult = (typeof markResults)[number]
export const lowestMark = 1
export const highestMark = 10

/** A mark as it is stored. */
export interface WireMark {
  readonly id: string
  readonly version: number
  readonly result: MarkResult
  /** Null unless `graded`. */
  readonly value: number | null
  readonly state: 'draft' | 'published' | 'locked'
  readonly publishedAt: string | null
  readonly correctionReason: string | null
}

export interface WireSheetRow {
  readonly studentId: string
  readonly name: string
  readonly number: string
  readonly group: string | null
  /** What the request to sit again was for; null for who sits the exam with the class. */
  readonly resit: 'resit' | 'improvement' | null
  /** The how many-th attempt at the course this is. */
  readonly attempt: number
  /** Has a mark, and does not sit the exam any more. */
  readonly hasLeft: boolean
  readonly mark: WireMark | null
}

export interface WireSheet {
  readonly exam: {
    readonly id: string
    readonly version: number
    readonly courseId: string
    readonly className: string
    readonly courseName: string
    readonly session: string
    readonly type: string
    readonly state: 'draft' | 'published' | 'held' | 'graded' | 'locked' | 'cancelled'
    readonly startsAt: string
    readonly durationMinutes: number
    readonly room: string | null
    readonly professor: string
  }
  /** When the marks are due, and when they are locked if nobody does it earlier. */
  readonly dueAt: string
  readonly locksAt: string
  readonly lockedAt: string | null
  readonly unlockReason: string | null
  readonly passMark: number
  /** What the caller may do now: enter and publish marks, or correct published ones. */
  readonly can: readonly ('enter' | 'publish' | 'correct')[]
  readonly rows: readonly WireSheetRow[]
  /** Who sits the exam and has no mark, and marks that nobody but the professors sees. */
  readonly missing: number
  readonly drafts: number
}

/** A row as it is sent: `result` null takes a draft away. */
export interface SheetEntry {
  readonly studentId: string
  readonly result: MarkResult | null
  readonly value?: number | null | undefined
  /** Version of the mark that was seen; null or absent: there was none. */
  readonly version?: number | null | undefined
}

/** What became of a row. `conflict`: another mark stands there than was seen; `refused`: see the issues. */
export interface SheetOutcome {
  readonly studentId: string
  readonly outcome: 'saved' | 'same' | 'conflict' | 'refused'
  /** The mark that stands there now. */
  readonly mark: WireMark | null
  readonly issues: FieldIssues
}

export interface WireSheetSaved {
  readonly outcomes: readonly SheetOutcome[]
  readonly missing: number
  readonly drafts: number
}

export interface SheetSummary {
  /** Marks that are out, absence and missing right among them. */
  readonly count: number
  readonly graded: number
  /** Of the marks that are numbers, cut to two decimals; null where there is none. */
  readonly average: number | null
  readonly passed: number
  /** Passed of those who sat, in whole per cent. */
  readonly passRate: number | null
  readonly absent: number
  readonly notEligible: number
  readonly missing: number
}

/** Most rows of one call. */
export const maxSheetRows = 300

/** Figures of marks. Averages are cut, as the rules of study have it: 7.666 is 7.66. */
export function summaryOf(marks: readonly (Pick<WireMark, 'result' | 'value'> | null)[], passMark: number): SheetSummary {
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

/** Whether a person sees the sheet of an exam: the office, who examines and who leads the class; no assistant, no second examiner. */
export const maySeeSheet = (
  { role, personId = null }: { readonly role: Role; readonly personId?: string | null },
  { professorId, leadProfessorId }: { readonly professorId: unknown; readonly leadProfessorId: unknown },
): boolean =>
  role === 'admin' ||
  role === 'secretary' ||
  (role === 'professor' && personId !== null && [professorId, leadProfessorId].includes(personId))
