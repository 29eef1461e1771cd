/** Wire shapes for exam planning and resit requests. */

import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import {
  count,
  day,
  flag,
  id,
  instant,
  namedSchema,
  text,
  textOrNull,
} from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { resitKinds, resitRefusals } from './resits.ts'

/**
 * Students with two exams on the same day: their number, and the first students, with the course
 * and start of the other exam.
 */
const meetings = namedSchema(
  'ExamMeetings',
  z.strictObject({
    count: count(),
    students: z.array(
      z.strictObject({ studentId: id(), student: text(), course: text(), startsAt: instant() }),
    ),
  }),
)
export type WireExamMeetings = ResponseBody<typeof meetings>

const conflictingExamShape = {
  id: id(),
  course: text(),
  group: text(),
  startsAt: instant(),
  durationMinutes: count(),
  room: textOrNull(),
}

/** Another exam at the same time. */
const conflictingExam = namedSchema('ConflictingExam', z.strictObject(conflictingExamShape))
export type WireConflictingExam = ResponseBody<typeof conflictingExam>

/** Conflicts of a stored or planned exam at a time and place. */
export const examConflictsSchema = z.strictObject({
  participants: count(),
  /**
   * Students with another exam at the same time. If there are any, the exam cannot be published.
   */
  clashes: meetings,
  /** Students with another exam on the same day. */
  sameDay: meetings,
  room: z.array(conflictingExam),
  professors: z.array(conflictingExam),
  /** Number of participants for whom the room has no space. */
  missingPlaces: count(),
})
export type WireExamConflicts = ResponseBody<typeof examConflictsSchema>

const plannedExam = z.strictObject({
  ...conflictingExamShape,
  state: text(),
  type: text(),
  professor: textOrNull(),
  participants: count(),
  clashes: count(),
  sameDay: count(),
  isRoomTaken: flag(),
  isProfessorTaken: flag(),
  missingPlaces: count(),
})
export type WirePlannedExam = ResponseBody<typeof plannedExam>

/** The exams in an exam session of an academic year, and the periods of the session. */
export const examPlanSchema = z.strictObject({
  periods: z.array(z.strictObject({ name: text(), startsOn: day(), endsOn: day() })),
  exams: z.array(plannedExam),
})
export type WireExamPlan = ResponseBody<typeof examPlanSchema>

/** An exam that the student will take or has taken. */
const ownExam = namedSchema(
  'OwnExam',
  z.strictObject({
    id: id(),
    courseId: id(),
    course: text(),
    startsAt: instant(),
    durationMinutes: count(),
    room: textOrNull(),
    type: text(),
    session: text(),
    state: text(),
    /** Why the student takes the exam again; null at the first attempt. */
    kind: z.nullable(z.enum(resitKinds)),
    /** Null until it is published. */
    result: textOrNull(),
    value: z.nullable(z.number()),
  }),
)
export type WireOwnExam = ResponseBody<typeof ownExam>

/** Future exams, the next one first, and past exams, the latest first. */
export const ownExamsSchema = z.strictObject({ coming: z.array(ownExam), past: z.array(ownExam) })
export type WireOwnExams = ResponseBody<typeof ownExamsSchema>

/** An exam for which a resit can be requested. */
const sitting = z.strictObject({
  id: id(),
  startsAt: instant(),
  room: textOrNull(),
  session: text(),
  /** The last day for the request, `YYYY-MM-DD`. */
  lastDay: day(),
  fee: z.number(),
})

/** A possible resit or improvement in a course for which the student has a result. */
const possibleResit = z.strictObject({
  courseId: id(),
  course: text(),
  kind: z.enum(resitKinds),
  /** Why the resit cannot be requested; null if it can. */
  refusal: z.nullable(z.enum(resitRefusals)),
  result: text(),
  value: z.nullable(z.number()),
  /** Fee for an exam in this academic year; 0 if it is free. */
  fee: z.number(),
  sittings: z.array(sitting),
})
export type WirePossibleResit = ResponseBody<typeof possibleResit>

export const possibleResitsSchema = z.strictObject({
  /** Whether the university accepts requests now. */
  isOpen: flag(),
  improvementsPerSemester: count(),
  courses: z.array(possibleResit),
})
export type WirePossibleResits = ResponseBody<typeof possibleResitsSchema>
