/** When classes take place: weekly on days and hours, in the weeks of teaching of their semester, but not on holidays. */
import * as z from 'zod/mini'
import { daysAfter, today } from '../values/dates.ts'
import { type Weekday, type Weeks, weekdays } from '../values/hours.ts'
import type { Answer } from '../wire/call.ts'
import { count, day, id, text, textOrNull } from '../wire/shapes.ts'

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

const lessonForms = ['lecture', 'seminar', 'laboratory'] as const
export type LessonForm = (typeof lessonForms)[number]

/** One entry of a week: a class on one of its days, or an exam. Hours are the university's. */
const entry = z.strictObject({
  kind: z.enum(['class', 'exam']),
  id: id(),
  /** Form of the hour of a class, as far as it is said. */
  form: z.nullable(z.enum(lessonForms)),
  title: text(),
  course: text(),
  groupName: text(),
  professor: text(),
  room: textOrNull(),
  date: day(),
  startsAt: text(),
  endsAt: text(),
})
export type WireTimetableEntry = Answer<typeof entry>

/** The week of the person who asks. */
export const timetable = z.strictObject({
  /** Its Monday. */
  week: day(),
  today: day(),
  /** By day and hour. */
  entries: z.array(entry),
  /** Periods that touch the week: which weeks of teaching, sessions or holidays it belongs to. */
  periods: z.array(
    z.strictObject({
      name: text(),
      kind: text(),
      startsOn: day(),
      endsOn: day(),
      /** Number of the week in a period of teaching; null for other periods. */
      number: z.nullable(count()),
    }),
  ),
})
export type WireTimetable = Answer<typeof timetable>

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
 * Week of a period that a day lies in: the one in which the period begins is the first, and holidays count, so that odd
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
