/** Rules of exams that need no records: when they end, when their grades are due, and whether a day is one for them. */
import { daysAfter, today } from '../values/dates.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

export interface Period {
  readonly kind: string
  readonly startsOn: string
  readonly endsOn: string
}

/** An academic year with the periods of its exam sessions. */
export interface YearPlan {
  readonly startsOn: string
  readonly endsOn: string
  readonly periods: readonly Period[]
}

const examEnd = (startsAt: string, durationMinutes: number) => new Date(Date.parse(startsAt) + durationMinutes * minuteMs)

/** When the grades of an exam are due. */
export const gradesDueAt = (startsAt: string, durationMinutes: number, dueHours: number) =>
  new Date(examEnd(startsAt, durationMinutes).getTime() + dueHours * hourMs).toISOString()

/** The day of an instant by the university's clock. */
export const dayOf = (instant: string) => today(new Date(instant))

/** The last day on which something that takes `noticeDays` may still happen before an exam. */
export const lastDayBefore = (startsAt: string, noticeDays: number) => daysAfter(dayOf(startsAt), -noticeDays)

/** Tells whether there are still `noticeDays` until an exam; days of the calendar, whatever the hour. */
export const isInTime = (now: Date, startsAt: string, noticeDays: number) => today(now) <= lastDayBefore(startsAt, noticeDays)

/** Why an exam of a session cannot begin on that day of a year; null: it can. Special exams take place all year, the others in a period of their session. */
export function dayRefusal(
  { startsOn, endsOn, periods }: YearPlan,
  { session, startsAt }: { readonly session: string; readonly startsAt: string },
): { readonly code: 'exam.outsideYear' | 'exam.outsideSession' | 'exam.noSession'; readonly from?: string; readonly to?: string } | null {
  const day = dayOf(startsAt)
  const isIn = (span: { readonly startsOn: string; readonly endsOn: string }) => span.startsOn <= day && day <= span.endsOn
  if (session === 'special') return isIn({ startsOn, endsOn }) ? null : { code: 'exam.outsideYear', from: startsOn, to: endsOn }
  const own = periods.filter(({ kind }) => kind === session)
  if (own.some(isIn)) return null
  const [nearest] = own.toSorted((a, b) => distance(a, day) - distance(b, day))
  return nearest ? { code: 'exam.outsideSession', from: nearest.startsOn, to: nearest.endsOn } : { code: 'exam.noSession' }
}

/** Milliseconds between a day and the nearer end of a period. */
const distance = ({ startsOn, endsOn }: Period, day: string) =>
  Math.min(...[startsOn, endsOn].map((end) => Math.abs(Date.parse(end) - Date.parse(day))))
