/** What the homes of students and professors show. Ids lead to the records; instants are ISO 8601, money RON. */
import type { OpenCharge } from './open-charges.ts'

export interface HomeExam {
  readonly id: string
  readonly course: string
  readonly startsAt: string
  readonly room: string | null
  readonly session: string
}

export interface HomeGrade {
  readonly id: string
  readonly course: string
  readonly result: 'graded' | 'absent' | 'notEligible'
  readonly value: number | null
  readonly publishedAt: string
}

export interface StudentHome {
  readonly kind: 'student'
  readonly asOf: string
  readonly exams: readonly HomeExam[]
  /** Published in the last thirty days, the newest first. */
  readonly grades: readonly HomeGrade[]
  readonly credits: { readonly won: number; readonly total: number } | null
  readonly balance: number
  readonly open: readonly OpenCharge[]
  /** Requests that wait for an answer. */
  readonly requests: { readonly resits: number; readonly dataChanges: number; readonly appeals: number }
  readonly mayAskForResits: boolean
}

export interface HomeSheet {
  readonly id: string
  readonly course: string
  readonly group: string
  readonly startsAt: string
  /** Until when its marks are due. */
  readonly dueAt: string | null
  /** Students without a mark. */
  readonly missing: number
  /** Marks that are not published. */
  readonly drafts: number
}

export interface ProfessorHome {
  readonly kind: 'professor'
  /** The person's record among the professors; null without one. */
  readonly professorId: string | null
  readonly asOf: string
  /** Of the next fourteen days. */
  readonly exams: readonly (HomeExam & { readonly group: string })[]
  readonly sheets: readonly HomeSheet[]
  /** Requests for another sitting of the own courses that wait. */
  readonly resits: number
  /** Contested marks to answer, and how many of them are overdue. */
  readonly appeals: { readonly open: number; readonly overdue: number }
  /** Theses that the professor supervises. */
  readonly theses: number
}

export type WireHome = StudentHome | ProfessorHome
