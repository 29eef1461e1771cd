/**
 * Rules for exams that need no database: when grades are due, and on which days exams may take
 * place.
 */
import { daysAfter, today } from '@matricola/schema/values/dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface ExamPeriod {
  readonly kind: string
  readonly startsOn: string
  readonly endsOn: string
}

/** An academic year with its exam periods. */
export interface YearPlan {
  readonly startsOn: string
  readonly endsOn: string
  readonly periods: readonly ExamPeriod[]
}

const examEnd = (startsAt: string, durationMinutes: number) =>
  new Date(Date.parse(startsAt) + durationMinutes * minuteMs)

/** When the grades of an exam are due: `dueHours` after its end. */
export const gradesDueAt = (startsAt: string, durationMinutes: number, dueHours: number) =>
  new Date(examEnd(startsAt, durationMinutes).getTime() + dueHours * hourMs).toISOString()

/** The date of an instant in the university's time zone. */
export const dayOf = (instant: string) => today(new Date(instant))

/**
 * The last day on which something that requires `noticeDays` of notice is possible before an exam.
 */
export const noticeDeadline = (startsAt: string, noticeDays: number) =>
  daysAfter(dayOf(startsAt), -noticeDays)

/**
 * Whether at least `noticeDays` remain until the exam. Counts calendar days, regardless of the time
 * of day.
 */
export const isBeforeNoticeDeadline = (now: Date, startsAt: string, noticeDays: number) =>
  today(now) <= noticeDeadline(startsAt, noticeDays)

/**
 * Returns the reason why an exam may not start on its day; null if it may. Special exams can take
 * place at any time of the year. Other exams must be in a period of their session.
 */
export function findExamDayRefusal(
  { startsOn, endsOn, periods }: YearPlan,
  { session, startsAt }: { readonly session: string; readonly startsAt: string },
): {
  readonly code: 'exam.outsideYear' | 'exam.outsideSession' | 'exam.noSession'
  readonly from?: string
  readonly to?: string
} | null {
  const day = dayOf(startsAt)
  const includesDay = (span: { readonly startsOn: string; readonly endsOn: string }) =>
    span.startsOn <= day && day <= span.endsOn
  if (session === 'special')
    return includesDay({ startsOn, endsOn })
      ? null
      : { code: 'exam.outsideYear', from: startsOn, to: endsOn }
  const sessionPeriods = periods.filter(({ kind }) => kind === session)
  if (sessionPeriods.some(includesDay)) return null
  const [nearest] = sessionPeriods.toSorted((a, b) => distance(a, day) - distance(b, day))
  return nearest
    ? { code: 'exam.outsideSession', from: nearest.startsOn, to: nearest.endsOn }
    : { code: 'exam.noSession' }
}

/** Milliseconds between a day and the nearer end of a period. */
const distance = ({ startsOn, endsOn }: ExamPeriod, day: string) =>
  Math.min(...[startsOn, endsOn].map((end) => Math.abs(Date.parse(end) - Date.parse(day))))
