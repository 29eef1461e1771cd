/** The JSON shapes of the calls about planning exams and asking for sittings. */
import * as z from 'zod/mini'
import type { Answer } from '../wire/call.ts'
import { count, day, flag, id, instant, named, text, textOrNull } from '../wire/shapes.ts'
import { resitKinds, resitRefusals } from './resits.ts'

/** Students who would sit two exams on a day: how many, and the first of them, each with course and begin of the other exam. */
const meetings = named(
  'ExamMeetings',
  z.strictObject({
    count: count(),
    students: z.array(z.strictObject({ studentId: id(), student: text(), course: text(), startsAt: instant() })),
  }),
)
export type WireExamMeetings = Answer<typeof meetings>

const besideShape = {
  id: id(),
  course: text(),
  group: text(),
  startsAt: instant(),
  durationMinutes: count(),
  room: textOrNull(),
}

/** Another exam at that time. */
const beside = named('ExamBeside', z.strictObject(besideShape))
export type WireExamBeside = Answer<typeof beside>

/** Conflicts of an exam at a time and place, stored or not. */
export const conflicts = z.strictObject({
  participants: count(),
  /** Two exams at the same time: it cannot be published. */
  clashes: meetings,
  /** More than one a day. */
  sameDay: meetings,
  room: z.array(beside),
  professors: z.array(beside),
  /** Places that the room has too few. */
  missingPlaces: count(),
})
export type WireExamConflicts = Answer<typeof conflicts>

/** One exam of a session's plan. */
const plannedExam = z.strictObject({
  ...besideShape,
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
export type WirePlannedExam = Answer<typeof plannedExam>

/** The exams of a session of an academic year, and the days that belong to it. */
export const examPlan = z.strictObject({
  periods: z.array(z.strictObject({ name: text(), startsOn: day(), endsOn: day() })),
  exams: z.array(plannedExam),
})
export type WireExamPlan = Answer<typeof examPlan>

/** An exam that the student sits or sat. */
const ownExam = named(
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
    /** Why the student sits it, where it is not the first time. */
    kind: z.nullable(z.enum(resitKinds)),
    /** As published; null before. */
    result: textOrNull(),
    value: z.nullable(z.number()),
  }),
)
export type WireOwnExam = Answer<typeof ownExam>

/** Those to come, the next first, and those past, the latest first. */
export const ownExams = z.strictObject({ coming: z.array(ownExam), past: z.array(ownExam) })
export type WireOwnExams = Answer<typeof ownExams>

/** A sitting that could be asked for. */
const sitting = z.strictObject({
  id: id(),
  startsAt: instant(),
  room: textOrNull(),
  session: text(),
  /** `YYYY-MM-DD`: the last day for asking. */
  lastDay: day(),
  fee: z.number(),
})

/** Sitting that a student may ask for in a course that he or she has a result in. */
const possibleResit = z.strictObject({
  courseId: id(),
  course: text(),
  kind: z.enum(resitKinds),
  /** Why not; null: it may be asked for. */
  refusal: z.nullable(z.enum(resitRefusals)),
  result: text(),
  value: z.nullable(z.number()),
  /** Fee for a sitting of this academic year; 0: none. */
  fee: z.number(),
  sittings: z.array(sitting),
})
export type WirePossibleResit = Answer<typeof possibleResit>

export const possibleResits = z.strictObject({
  /** True while the university takes requests. */
  isOpen: flag(),
  improvementsPerSemester: count(),
  courses: z.array(possibleResit),
})
export type WirePossibleResits = Answer<typeof possibleResits>
