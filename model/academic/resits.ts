/** Rules of resits and improvements that need no records. Source: domain rules, sections 2.7, 3.4 and A.5. */
import { isInTime, lastDayBefore } from './exams.ts'

export const resitKinds = ['resit', 'improvement'] as const
export type ResitKind = (typeof resitKinds)[number]

/** Standing of a student in a course, by published grades and requests. */
export interface Standing {
  readonly hasResult: boolean
  readonly isPassed: boolean
  /** The academic year of the best grade that passes. */
  readonly passedYearId: string | null
  /** Improvements asked for in the same semester of the year that were not refused or called off. */
  readonly improvements: number
  /** Kinds of which a request is open. */
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

/** Why a student may not ask for a kind of sitting in a course; null: he or she may. `yearId` is the academic year of the request. */
export function resitRefusal(
  kind: ResitKind,
  standing: Standing,
  { yearId, improvementsPerSemester }: { readonly yearId: string; readonly improvementsPerSemester: number },
): ResitRefusal | null {
  if (!standing.hasResult) return 'resit.noResult'
  if (kind === 'resit' && standing.isPassed) return 'resit.passed'
  if (kind === 'improvement' && !standing.isPassed) return 'resit.notPassed'
  if (standing.openKinds.includes(kind)) return 'resit.open'
  if (kind === 'resit') return null
  if (standing.passedYearId !== yearId) return 'resit.otherYear'
  return standing.improvements >= improvementsPerSemester ? 'resit.tooMany' : null
}

/** The only kind that a student's results leave open in a course. */
export const kindFor = ({ isPassed }: Pick<Standing, 'isPassed'>): ResitKind => (isPassed ? 'improvement' : 'resit')

/** Fee for the next sitting, after so many in the academic year: the first exam counts as one. */
export const sittingFee = (sittings: number, { freeSittings, resitFee }: Pick<ResitRules, 'freeSittings' | 'resitFee'>) =>
  sittings + 1 > freeSittings ? resitFee : 0

/** The last day on which a sitting may be asked for. */
export const lastDayToAsk = (startsAt: string, { resitNoticeDays }: Pick<ResitRules, 'resitNoticeDays'>) =>
  lastDayBefore(startsAt, resitNoticeDays)

export const isTimeToAsk = (now: Date, startsAt: string, { resitNoticeDays }: Pick<ResitRules, 'resitNoticeDays'>) =>
  isInTime(now, startsAt, resitNoticeDays)
