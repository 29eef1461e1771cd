/** Wire shapes of the home pages of students and professors. Amounts are in RON. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  flag,
  id,
  idOrNull,
  instant,
  instantOrNull,
  namedSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { balanceShape } from './account.ts'

const examShape = {
  id: id(),
  course: text(),
  startsAt: instant(),
  room: textOrNull(),
  session: text(),
}

const grade = z.strictObject({
  id: id(),
  course: text(),
  result: z.enum(['graded', 'absent', 'notEligible']),
  value: z.nullable(z.number()),
  publishedAt: instant(),
})

const studentHome = namedSchema(
  'StudentHome',
  z.strictObject({
    kind: z.literal('student'),
    asOf: instant(),
    exams: z.array(z.strictObject(examShape)),
    /** Published in the last 30 days, newest first. */
    grades: z.array(grade),
    credits: z.nullable(z.strictObject({ earned: count(), total: count() })),
    ...balanceShape,
    /** Number of open requests. */
    requests: z.strictObject({ resits: count(), dataChanges: count(), appeals: count() }),
    canRequestResits: flag(),
  }),
)
export type StudentHome = ResponseBody<typeof studentHome>

const openGradeSheet = z.strictObject({
  id: id(),
  course: text(),
  group: text(),
  startsAt: instant(),
  /** When the grades are due. */
  dueAt: instantOrNull(),
  /** Number of students without a grade. */
  missing: count(),
  /** Number of unpublished grades. */
  drafts: count(),
})

const professorHome = namedSchema(
  'ProfessorHome',
  z.strictObject({
    kind: z.literal('professor'),
    /** The user's professor record; null if there is none. */
    professorId: idOrNull(),
    asOf: instant(),
    /** Exams of the next 14 days. */
    exams: z.array(z.strictObject({ ...examShape, group: text() })),
    sheets: z.array(openGradeSheet),
    /** Number of open requests for resits in the professor's courses. */
    resits: count(),
    /** Number of appeals to answer, and how many of them are overdue. */
    appeals: z.strictObject({ open: count(), overdue: count() }),
    /** Number of theses that the professor supervises. */
    theses: count(),
  }),
)
export type ProfessorHome = ResponseBody<typeof professorHome>

export const homeSchema = z.discriminatedUnion('kind', [studentHome, professorHome])
export type WireHome = ResponseBody<typeof homeSchema>
