/**
 * The weekly hours of a class in one line, such as `1 08:00-09:50; 3 10:00-11:50 odd`: weekday
 * (Monday is 1), start and end, and `odd` or `even` for classes that meet every other week. Sorted
 * by weekday and time.
 */

import type { TextFormat } from '@matricola/schema/text-format.ts'
import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const
export type Weekday = (typeof weekdays)[number]
export type Weeks = 'every' | 'odd' | 'even'

export interface Hour {
  readonly weekday: Weekday
  readonly startsAt: string
  readonly endsAt: string
  readonly weeks: Weeks
}

export const formatHour = ({ weekday, startsAt, endsAt, weeks }: Hour) =>
  [
    weekdays.indexOf(weekday) + 1,
    `${startsAt}-${endsAt}`,
    ...(weeks === 'every' ? [] : [weeks]),
  ].join(' ')

const hourPattern = /^([1-6]) (\d\d:\d\d)-(\d\d:\d\d)(?: (odd|even))?$/

export const isHours = (text: string) =>
  text !== '' && text.split('; ').every((part) => hourPattern.test(part))

/** Text key for `odd` or `even` weeks. */
const weeksKey = (weeks: Weeks) => `resources:class-hours.choices.weeks.${weeks}`

/**
 * The line as displayed, such as `Mon 08:00–09:50, Wed 10:00–11:50 (odd weeks)`. `weeksText`
 * returns the text for odd or even weeks.
 */
export const formatHours = (
  text: string,
  language: Language,
  weeksText: (weeks: Weeks) => string,
): string =>
  text
    .split('; ')
    .map((part) => {
      const [, day = '', startsAt, endsAt, weeks] = hourPattern.exec(part) ?? []
      if (!day) return part
      const formatted = `${weekdayName(Number(day), language)} ${startsAt}–${endsAt}`
      return weeks === 'odd' || weeks === 'even' ? `${formatted} (${weeksText(weeks)})` : formatted
    })
    .join(', ')

/** Weekly hours as users see them. */
export const weeklyHours: TextFormat = {
  holds: isHours,
  format: (hours, { language, text }) =>
    formatHours(hours, language, (weeks) => text(weeksKey(weeks))),
}

/** Any Monday. */
const monday = '2024-01-01'

const weekdayName = (day: number, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'short',
    timeZone: 'UTC',
  }).format(new Date(`${daysAfter(monday, day - 1)}T12:00:00Z`))
