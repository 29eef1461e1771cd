/** When classes take place: weekly on days and hours, in the weeks of teaching of their semester, but not on holidays. */
import { daysAfter, today } from '../dates.ts'
import { type Weekday, type Weeks, weekdays } from './hours.ts'

/** One of the hours of a class. */
export interface Lesson {
  readonly weekday: Weekday
  readonly weeks: Weeks
  readonly semester: number
  readonly academicYearId: string
}

/** A period of an academic year; its first and its last day belong to it. */
export interface Period {
  readonly id: string
  readonly name: string
  readonly academicYearId: string
  readonly kind: string
  readonly semester: number | null
  readonly startsOn: string
  readonly endsOn: string
}

export type LessonForm = 'lecture' | 'seminar' | 'laboratory'

/** One entry of a week: a class on one of its days, or an exam. Hours are the university's. */
export interface WireTimetableEntry {
  readonly kind: 'class' | 'exam'
  readonly id: string
  /** What the hour of a class is, as far as it is said. */
  readonly form: LessonForm | null
  readonly title: string
  readonly course: string
  readonly groupName: string
  readonly professor: string
  readonly room: string | null
  readonly date: string
  readonly startsAt: string
  readonly endsAt: string
}

/** The week of the person who asks. */
export interface WireTimetable {
  /** Its Monday. */
  readonly week: string
  readonly today: string
  /** By day and hour. */
  readonly entries: readonly WireTimetableEntry[]
  /** Periods that touch the week: which weeks of teaching, sessions or holidays it belongs to. */
  readonly periods: readonly (Pick<Period, 'name' | 'kind' | 'startsOn' | 'endsOn'> & {
    /** Which week of a period of teaching it is; null for other periods. */
    readonly number: number | null
  })[]
}

/** The calendar address of a person; answered when it is made and never again. */
export interface WireCalendarAddress {
  readonly address: string
}

/** The Monday of the week that a day lies in. */
export const mondayOf = (date: string) => daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** Days of a lesson in one of its periods of teaching; `left` are those between the first and the last that are holidays. */
export interface LessonDays {
  readonly period: Period
  readonly days: readonly string[]
  readonly left: readonly string[]
}

/** On which days a lesson takes place, period by period. */
export function daysOf(lesson: Lesson, periods: readonly Period[]): LessonDays[] {
  const own = periods.filter(({ academicYearId }) => academicYearId === lesson.academicYearId)
  const holidays = own.filter(({ kind }) => kind === 'holiday')
  const isFree = (day: string) => holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  return own
    .filter(({ kind, semester }) => kind === 'teaching' && semester === lesson.semester)
    .flatMap((period) => {
      const all = weekly(lesson.weekday, period).filter((day) => isMet(lesson.weeks, weekNumber(period.startsOn, day)))
      const days = all.filter((day) => !isFree(day))
      const [first = '', last = ''] = [days[0], days.at(-1)]
      return days.length > 0 ? [{ period, days, left: all.filter((day) => isFree(day) && first < day && day < last) }] : []
    })
}

/**
 * Which week of a period a day lies in: the one in which the period begins is the first, and holidays count, so that odd
 * and even weeks always take turns.
 */
export const weekNumber = (startsOn: string, day: string) =>
  Math.round((Date.parse(mondayOf(day)) - Date.parse(mondayOf(startsOn))) / 604_800_000) + 1

const isMet = (weeks: Weeks, number: number) => weeks === 'every' || (weeks === 'odd') === (number % 2 === 1)

function weekly(weekday: Weekday, { startsOn, endsOn }: Period): string[] {
  const days: string[] = []
  const first = daysAfter(mondayOf(startsOn), weekdays.indexOf(weekday))
  for (let day = first < startsOn ? daysAfter(first, 7) : first; day <= endsOn; day = daysAfter(day, 7)) days.push(day)
  return days
}

/** The instant of a day and hour by the university's clock, which is two hours ahead of UTC and three in summer. */
export function instantOf(date: string, time: string): Date {
  const [winter, summer] = [2, 3].map((hours) => new Date(Date.parse(`${date}T${time}:00Z`) - hours * 3_600_000)) as [Date, Date]
  return today(winter) === date && hourOf(winter) === time ? winter : summer
}

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** Hour and minute of an instant by the university's clock. */
export const hourOf = (instant: Date) => clock.format(instant)
