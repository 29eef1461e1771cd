/**
 * The hours of the admission office: intervals for each day of the week, except public holidays and
 * days on which it is closed. Times are those of the university's time zone.
 */
import { daysAfter, isRealDate, today } from '@matricola/schema/values/dates.ts'
import { dateFormat } from '@matricola/schema/values/intl-formats.ts'
import { localToInstant } from '@matricola/schema/values/local-time.ts'
import { isPublicHoliday } from './working-days.ts'

/** The fields of the settings, Monday first. */
export const weekdayFields = [
  'hoursMonday',
  'hoursTuesday',
  'hoursWednesday',
  'hoursThursday',
  'hoursFriday',
  'hoursSaturday',
  'hoursSunday',
] as const
export const officeWeekFields = [...weekdayFields, 'closedDays'] as const

/** The values of these fields. Without hours, the office is closed on that day of the week. */
export type OfficeWeek = { readonly [F in (typeof officeWeekFields)[number]]: string | null }

/** Whether the university has set its hours. */
export const hasOfficeHours = (week: OfficeWeek): boolean =>
  weekdayFields.some((field) => week[field] !== null)

const minuteMs = 60_000

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7

/** Parts of a list such as `09:00-12:00, 13:00-15:00`, each split into its start and end. */
const rangesIn = (list: string | null, separator: string) =>
  (list ?? '')
    .split(', ')
    .filter((part) => part !== '')
    .map((part) => {
      const [from = '', until = from] = part.split(separator)
      return { from, until }
    })

/** The hours of a day; empty if the office is closed. */
function hoursOn(week: OfficeWeek, day: string) {
  const field = weekdayFields[weekdayOf(day)]
  const isClosed =
    isPublicHoliday(day) ||
    rangesIn(week.closedDays, '/').some(({ from, until }) => from <= day && day <= until)
  return field && !isClosed ? rangesIn(week[field], '-') : []
}

/** Longest time that is counted, so that an old message does not walk through years. */
const maxDays = 400

/** The days from one instant to another, at most `maxDays`. */
function* daysBetween(from: Date, until: Date) {
  const last = today(until)
  let day = today(from)
  for (let count = 0; day <= last && count < maxDays; count++) {
    yield day
    day = daysAfter(day, 1)
  }
}

const instantOf = (day: string, time: string) =>
  Date.parse(localToInstant(`${day} ${time}:00`) ?? `${day}T${time}:00Z`)

/** Minutes that a message has waited: in the hours of the office, or all if it has not set them. */
export const waitingMinutes = (week: OfficeWeek | null, since: Date, now: Date): number =>
  week && hasOfficeHours(week)
    ? openMinutesBetween(week, since, now)
    : Math.max(0, Math.floor((now.getTime() - since.getTime()) / minuteMs))

/** Minutes between two instants during which the office is open. */
export function openMinutesBetween(week: OfficeWeek, from: Date, until: Date): number {
  let ms = 0
  for (const day of daysBetween(from, until))
    for (const hours of hoursOn(week, day)) {
      const start = Math.max(from.getTime(), instantOf(day, hours.from))
      const end = Math.min(until.getTime(), instantOf(day, hours.until))
      ms += Math.max(0, end - start)
    }
  return Math.floor(ms / minuteMs)
}

/** Days after the first one, up to the last one, on which the office is open. */
export function openDaysBetween(week: OfficeWeek, from: Date, until: Date): number {
  const [, ...later] = daysBetween(from, until)
  return later.filter((day) => hoursOn(week, day).length > 0).length
}

/** Hours as `9:00–12:00, 13:00–15:00`. */
const hoursText = (list: string) =>
  rangesIn(list, '-')
    .map((hours) => [hours.from, hours.until].map((time) => time.replace(/^0/, '')).join('–'))
    .join(', ')

/** A day of the week in words. The first of January 2024 was a Monday. */
const weekdayText = (weekday: number, language: string) =>
  dateFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, 1 + weekday)),
  )

/** The week in words, such as `Mon–Thu 9:00–16:00, Fri 9:00–14:00`. */
export function officeWeekText(week: OfficeWeek, language: string): string {
  const groups: { readonly first: number; last: number; readonly hours: string }[] = []
  for (const [weekday, field] of weekdayFields.entries()) {
    const hours = week[field]
    if (hours === null) continue
    const group = groups.at(-1)
    if (group?.hours === hours && group.last === weekday - 1) group.last = weekday
    else groups.push({ first: weekday, last: weekday, hours })
  }
  return groups
    .map(({ first, last, hours }) => {
      const days = first === last ? [first] : [first, last]
      return `${days.map((day) => weekdayText(day, language)).join('–')} ${hoursText(hours)}`
    })
    .join('; ')
}

const endsOf = (part: string) => part.split(/\s*[-–—/]\s*/).map((end) => end.trim())
const partsOf = (text: string) => text.split(/[,;]/).map((part) => part.trim())

/** Reads `9–12, 13:30-15` as `09:00-12:00, 13:30-15:00`; null if the text is not hours in order. */
export function parseOpeningHours(text: string): string | null {
  const parts = partsOf(text).map((part) =>
    endsOf(part).map((end) => {
      const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.](\d\d))?$/.exec(end) ?? []
      return hours === undefined ? '' : `${hours.padStart(2, '0')}:${minutes}`
    }),
  )
  const times = parts.flat()
  const areInOrder = times.every(
    (time, index) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time) && time > (times[index - 1] ?? ''),
  )
  return areInOrder && parts.every(({ length }) => length === 2)
    ? parts.map((ends) => ends.join('-')).join(', ')
    : null
}

/**
 * Reads `24.12.2026–31.12.2026; 5.1.2027` as `2026-12-24/2026-12-31, 2027-01-05`; null if the text
 * is not a list of days and of ranges of days.
 */
export function parseClosedDays(text: string): string | null {
  const isoText = text.replace(
    /\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b/g,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  )
  const parts = partsOf(isoText).map((part) => {
    const [, from = '', until = from] =
      /^(\d{4}-\d\d-\d\d)(?:\s*[-–—/]\s*(\d{4}-\d\d-\d\d))?$/.exec(part) ?? []
    return { from, until }
  })
  return parts.every(({ from, until }) => isRealDate(from) && isRealDate(until) && from <= until)
    ? parts.map(({ from, until }) => (from === until ? from : `${from}/${until}`)).join(', ')
    : null
}
