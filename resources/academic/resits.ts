/**
 * Rules for resits and improvements that need no database. Source: domain rules, sections 2.7, 3.4
 * and A.5.
 */
import { isBeforeNoticeDeadline, noticeDeadline } from './exams.ts'

export const resitKinds = ['resit', 'improvement'] as const
export type ResitKind = (typeof resitKinds)[number]

/** A student's published grades and requests in a course. */
export interface ResitState {
  readonly hasResult: boolean
  readonly isPassed: boolean
  /** Academic year of the best passing grade. */
  readonly passedYearId: string | null
  /**
   * Number of improvements requested for the same semester, without rejected and cancelled
   * requests.
   */
  readonly improvements: number
  /** Kinds of the open requests. */
  readonly openKinds: readonly string[]
}

export interface ResitRules {
  readonly improvementsPerSemester: number
  readonly resitNoticeDays: number
  readonly freeSittings: number
  readonly resitFee: number
}

export const resitRefusals = [
  'resit.noResult',
  'resit.passed',
  'resit.notPassed',
  'resit.otherYear',
  'resit.tooMany',
  'resit.open',
] as const
export type ResitRefusal = (typeof resitRefusals)[number]

/**
 * Why a student may not request a resit or improvement; null if the student may. `yearId` is the
 * academic year of the request.
 */
export function findResitRefusal(
  kind: ResitKind,
  state: ResitState,
  {
    yearId,
    improvementsPerSemester,
  }: { readonly yearId: string; readonly improvementsPerSemester: number },
): ResitRefusal | null {
  if (!state.hasResult) return 'resit.noResult'
  if (kind === 'resit' && state.isPassed) return 'resit.passed'
  if (kind === 'improvement' && !state.isPassed) return 'resit.notPassed'
  if (state.openKinds.includes(kind)) return 'resit.open'
  if (kind === 'resit') return null
  if (state.passedYearId !== yearId) return 'resit.otherYear'
  return state.improvements >= improvementsPerSemester ? 'resit.tooMany' : null
}

/** Resit or improvement, depending on whether the student has passed the course. */
export const resitKindFor = ({ isPassed }: Pick<ResitState, 'isPassed'>): ResitKind =>
  isPassed ? 'improvement' : 'resit'

/**
 * Fee for the next exam, given the number of exams taken in the academic year, including the first
 * exam.
 */
export const sittingFee = (
  sittings: number,
  { freeSittings, resitFee }: Pick<ResitRules, 'freeSittings' | 'resitFee'>,
) => (sittings + 1 > freeSittings ? resitFee : 0)

export const lastResitRequestDay = (
  startsAt: string,
  { resitNoticeDays }: Pick<ResitRules, 'resitNoticeDays'>,
) => noticeDeadline(startsAt, resitNoticeDays)

export const canStillRequestResit = (
  now: Date,
  startsAt: string,
  { resitNoticeDays }: Pick<ResitRules, 'resitNoticeDays'>,
) => isBeforeNoticeDeadline(now, startsAt, resitNoticeDays)
