/** When classes meet: weekly in the teaching periods of their semester, except on holidays. */

import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { ResponseBody } from '@matricola/schema/wire/call.ts'
import { count, day, id, text, textOrNull } from '@matricola/schema/wire/shapes.ts'
import * as z from 'zod/mini'
import { type Weekday, type Weeks, weekdays } from './hours.ts'

/** A weekly hour of a class. */
export interface Lesson {
  readonly weekday: Weekday
  readonly weeks: Weeks
  readonly semester: number
  readonly academicYearId: string
}

/** A period of an academic year, including its first and last day. */
export interface TimetablePeriod {
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

/** An entry in a week: a class meeting or an exam. Times are local. */
const entry = z.strictObject({
  kind: z.enum(['class', 'exam']),
  id: id(),
  /** Form of teaching; null if not given. */
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
export type WireTimetableEntry = ResponseBody<typeof entry>

/** The caller's timetable for a week. */
export const timetableSchema = z.strictObject({
  /** The Monday of the week. */
  week: day(),
  today: day(),
  /** In chronological order. */
  entries: z.array(entry),
  /** Teaching periods, exam sessions and holidays that overlap the week. */
  periods: z.array(
    z.strictObject({
      name: text(),
      kind: text(),
      startsOn: day(),
      endsOn: day(),
      /** Week number within a teaching period; null for other periods. */
      number: z.nullable(count()),
    }),
  ),
})
export type WireTimetable = ResponseBody<typeof timetableSchema>

/** The Monday of the week of a date. */
export const mondayOf = (date: string) =>
  daysAfter(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/**
 * The days of a lesson in a teaching period. `skipped`: days between the first and the last day
 * that fall on holidays.
 */
export interface LessonDays {
  readonly period: TimetablePeriod
  readonly days: readonly string[]
  readonly skipped: readonly string[]
}

/** The days on which a lesson meets, by teaching period. */
export function daysOfLesson(lesson: Lesson, periods: readonly TimetablePeriod[]): LessonDays[] {
  const yearPeriods = periods.filter(
    ({ academicYearId }) => academicYearId === lesson.academicYearId,
  )
  const holidays = yearPeriods.filter(({ kind }) => kind === 'holiday')
  const isFree = (day: string) =>
    holidays.some(({ startsOn, endsOn }) => startsOn <= day && day <= endsOn)
  return yearPeriods
    .filter(({ kind, semester }) => kind === 'teaching' && semester === lesson.semester)
    .flatMap((period) => {
      const all = weekly(lesson.weekday, period).filter((day) =>
        isTeachingWeek(lesson.weeks, weekNumber(period.startsOn, day)),
      )
      const days = all.filter((day) => !isFree(day))
      const [first = '', last = ''] = [days[0], days.at(-1)]
      return days.length > 0
        ? [{ period, days, skipped: all.filter((day) => isFree(day) && first < day && day < last) }]
        : []
    })
}

/**
 * Returns the number of the week that contains `day`. The period starts in week 1. Holiday weeks
 * also count, so that odd and even weeks always alternate.
 */
export const weekNumber = (startsOn: string, day: string) =>
  Math.round((Date.parse(mondayOf(day)) - Date.parse(mondayOf(startsOn))) / 604_800_000) + 1

const isTeachingWeek = (weeks: Weeks, number: number) =>
  weeks === 'every' || (weeks === 'odd') === (number % 2 === 1)

function weekly(weekday: Weekday, { startsOn, endsOn }: TimetablePeriod): string[] {
  const days: string[] = []
  const first = daysAfter(mondayOf(startsOn), weekdays.indexOf(weekday))
  for (
    let day = first < startsOn ? daysAfter(first, 7) : first;
    day <= endsOn;
    day = daysAfter(day, 7)
  )
    days.push(day)
  return days
}

/** The instant of a local date and time. The time zone is UTC+2, and UTC+3 in summer. */
export function instantAt(date: string, time: string): Date {
  const [winter, summer] = [2, 3].map(
    (hours) => new Date(Date.parse(`${date}T${time}:00Z`) - hours * 3_600_000),
  ) as [Date, Date]
  return today(winter) === date && timeOfDay(winter) === time ? winter : summer
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Bucharest',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The local time of an instant, `HH:MM`. */
export const timeOfDay = (instant: Date) => clock.format(instant)
