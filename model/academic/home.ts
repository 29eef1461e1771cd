/** Contents of the homes of students and professors. Ids lead to the records; instants are ISO 8601, money RON. */
import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { count, flag, id, idOrNull, instant, instantOrNull, named, text, textOrNull } from '../wire/shapes.ts'
import { debts } from './account.ts'

const examShape = { id: id(), course: text(), startsAt: instant(), room: textOrNull(), session: text() }

const grade = z.strictObject({
  id: id(),
  course: text(),
  result: z.enum(['graded', 'absent', 'notEligible']),
  value: z.nullable(z.number()),
  publishedAt: instant(),
})

const studentHome = named(
  'StudentHome',
  z.strictObject({
    kind: z.literal('student'),
    asOf: instant(),
    exams: z.array(z.strictObject(examShape)),
    /** Published in the last thirty days, the newest first. */
    grades: z.array(grade),
    credits: z.nullable(z.strictObject({ won: count(), total: count() })),
    ...debts,
    /** Requests that wait for an answer. */
    requests: z.strictObject({ resits: count(), dataChanges: count(), appeals: count() }),
    mayAskForResits: flag(),
  }),
)
export type StudentHome = Answer<typeof studentHome>

const sheet = z.strictObject({
  id: id(),
  course: text(),
  group: text(),
  startsAt: instant(),
  /** Until when its grades are due. */
  dueAt: instantOrNull(),
  /** Students without a grade. */
  missing: count(),
  /** Grades that are not published. */
  drafts: count(),
})

const professorHome = named(
  'ProfessorHome',
  z.strictObject({
    kind: z.literal('professor'),
    /** The person's record among the professors; null without one. */
    professorId: idOrNull(),
    asOf: instant(),
    /** Of the next fourteen days. */
    exams: z.array(z.strictObject({ ...examShape, group: text() })),
    sheets: z.array(sheet),
    /** Requests for another sitting of the own courses that wait. */
    resits: count(),
    /** Contested grades to answer, and how many of them are overdue. */
    appeals: z.strictObject({ open: count(), overdue: count() }),
    /** Theses that the professor supervises. */
    theses: count(),
  }),
)
export type ProfessorHome = Answer<typeof professorHome>

export const home = z.discriminatedUnion('kind', [studentHome, professorHome])
export type WireHome = Answer<typeof home>
