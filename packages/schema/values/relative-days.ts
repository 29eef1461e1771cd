/**
 * Relative dates such as `last-7-days`, resolved in the university's time zone whenever they are
 * used. Saved views, shared URLs and scripts that call the API can use them and always get current
 * dates.
 */
import { daysAfter, isRealDate } from './dates.ts'

export interface DayRange {
  readonly from: string
  readonly to: string
}

export const nearDays: readonly string[] = ['yesterday', 'today', 'tomorrow']
export const calendarUnits = ['week', 'month', 'year'] as const
export type CalendarUnit = (typeof calendarUnits)[number]
const offsets = { last: -1, this: 0, next: 1 } as const
const maxDays = 3660

const unitPattern = /^(last|this|next)-(week|month|year)$/
const countPattern = /^(last|next)-([1-9]\d{0,3})-days$/

/** Parts of `last-7-days` or `next-7-days`; null for other texts. */
export function parseDayCount(
  text: string,
): { readonly direction: 'last' | 'next'; readonly count: number } | null {
  const [, direction, number] = countPattern.exec(text) ?? []
  const count = Number(number)
  // The pattern allows only these two.
  return direction && count <= maxDays ? { direction: direction as 'last' | 'next', count } : null
}

/** Whether the text is a relative date or range. */
export const isRelativeDays = (text: string) =>
  nearDays.includes(text) || unitPattern.test(text) || parseDayCount(text) !== null

/** Whether the text is a date or a relative date or range. */
export const isDayOrRelativeDays = (text: string) => isRealDate(text) || isRelativeDays(text)

/**
 * The first and last day of a valid text, relative to `today`. `last-7-days` and `next-7-days`
 * include today; weeks start on Monday.
 */
export function resolveDays(text: string, today: string): DayRange {
  const dayIndex = nearDays.indexOf(text)
  if (dayIndex >= 0) return singleDay(daysAfter(today, dayIndex - 1))
  const counted = parseDayCount(text)
  if (counted) {
    const distance = counted.count - 1
    return counted.direction === 'last'
      ? { from: daysAfter(today, -distance), to: today }
      : { from: today, to: daysAfter(today, distance) }
  }
  const [, direction, unit] = unitPattern.exec(text) ?? []
  if (!direction || !unit) return singleDay(text)
  // The pattern allows only these.
  return calendarRange(unit as CalendarUnit, today, offsets[direction as keyof typeof offsets])
}

const singleDay = (day: string): DayRange => ({ from: day, to: day })

function calendarRange(unit: CalendarUnit, today: string, step: number): DayRange {
  if (unit === 'week') {
    const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
    const from = daysAfter(today, 7 * step - sinceMonday)
    return { from, to: daysAfter(from, 6) }
  }
  const [year = 0, month = 1] = today.split('-').map(Number)
  const first = (offset: number) =>
    new Date(
      unit === 'year' ? Date.UTC(year + offset, 0, 1) : Date.UTC(year, month - 1 + offset, 1),
    )
      .toISOString()
      .slice(0, 10)
  return { from: first(step), to: daysAfter(first(step + 1), -1) }
}

/** The syntax in one sentence, for the API's OpenAPI document. */
export const relativeDaysDoc =
  'today, yesterday, tomorrow, this-week, last-week, next-week (likewise month and year), last-7-days, next-7-days (1 to 3660)'
