/** The JSON shapes of the calls about planning exams and asking for sittings. */
import type { ResitKind, ResitRefusal } from './resits.ts'

/** A student who would sit two exams on a day. */
export interface WireExamMeeting {
  readonly studentId: string
  readonly student: string
  /** Course and begin of the other exam. */
  readonly course: string
  readonly startsAt: string
}

export interface WireExamMeetings {
  /** How many students. */
  readonly count: number
  /** The first of them. */
  readonly students: readonly WireExamMeeting[]
}

/** Another exam at that time. */
export interface WireExamBeside {
  readonly id: string
  readonly course: string
  readonly group: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly room: string | null
}

/** What stands against an exam at a time and place, stored or not. */
export interface WireExamConflicts {
  readonly participants: number
  /** Two exams at the same time: it cannot be published. */
  readonly clashes: WireExamMeetings
  /** More than one a day. */
  readonly sameDay: WireExamMeetings
  readonly room: readonly WireExamBeside[]
  readonly professors: readonly WireExamBeside[]
  /** Places that the room has too few. */
  readonly missingPlaces: number
}

/** One exam of a session's plan. */
export interface WirePlannedExam extends WireExamBeside {
  readonly state: string
  readonly type: string
  readonly professor: string | null
  readonly participants: number
  readonly clashes: number
  readonly sameDay: number
  readonly isRoomTaken: boolean
  readonly isProfessorTaken: boolean
  readonly missingPlaces: number
}

/** The exams of a session of an academic year, and the days that belong to it. */
export interface WireExamPlan {
  readonly periods: readonly { readonly name: string; readonly startsOn: string; readonly endsOn: string }[]
  readonly exams: readonly WirePlannedExam[]
}

/** An exam that the student sits or sat. */
export interface WireOwnExam {
  readonly id: string
  readonly courseId: string
  readonly course: string
  readonly startsAt: string
  readonly durationMinutes: number
  readonly room: string | null
  readonly type: string
  readonly session: string
  readonly state: string
  /** Why the student sits it, where it is not the first time. */
  readonly kind: ResitKind | null
  /** As published; null before. */
  readonly result: string | null
  readonly value: number | null
}

export interface WireOwnExams {
  /** The next first. */
  readonly coming: readonly WireOwnExam[]
  /** The latest first. */
  readonly past: readonly WireOwnExam[]
}

/** A sitting that could be asked for. */
export interface WireSitting {
  readonly id: string
  readonly startsAt: string
  readonly room: string | null
  readonly session: string
  /** `YYYY-MM-DD`: the last day for asking. */
  readonly lastDay: string
  readonly fee: number
}

/** What a student may ask for in a course that he or she has a result in. */
export interface WirePossibleResit {
  readonly courseId: string
  readonly course: string
  readonly kind: ResitKind
  /** Why not; null: it may be asked for. */
  readonly refusal: ResitRefusal | null
  readonly result: string
  readonly value: number | null
  /** What a sitting of this academic year costs; 0: nothing. */
  readonly fee: number
  readonly sittings: readonly WireSitting[]
}

export interface WirePossibleResits {
  /** Whether the university takes requests. */
  readonly isOpen: boolean
  readonly improvementsPerSemester: number
  readonly courses: readonly WirePossibleResit[]
}
