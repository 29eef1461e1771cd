/** When classes take place: weekly on a day and hour, in the weeks of teaching of their semester, but not on holidays. */
import { daysAfter, today } from '../dates.ts'

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
export type Weekday = (typeof weekdays)[number]

/** A class as its hours are planned. */
export interface Lesson {
  readonly weekday: Weekday
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

/** One entry of a week: a class on one of its days, or an exam. Hours are the university's. */
export interface WireTimetableEntry {
  readonly kind: 'class' | 'exam'
  readonly id: string
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
  readonly periods: readonly Pick<Period, 'name' | 'kind' | 'startsOn' | 'endsOn'>[]
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
      const all = weekly(lesson.weekday, period)
      const days = all.filter((day) => !isFree(day))
      const [first = '', last = ''] = [days[0], days.at(-1)]
      return days.length > 0 ? [{ period, days, left: all.filter((day) => isFree(day) && first < day && day < last) }] : []
    })
}

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
