/** Dates as users type and read them: day, month, year in all supported languages. */
import type { Languages } from '@matricola/schema/languages.ts'
import {
  dateSeparator,
  formatMoment,
  formatNumericDate,
  isRealDate,
  timeZone,
  today,
} from '@matricola/schema/values/dates.ts'
import { parseDay, parseInstant } from '@matricola/schema/values/parse-date.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'

export { formatNumericDate }

/**
 * Placeholder for an empty date input, such as DD.MM.YYYY. The letters come from the locale files.
 */
export const datePattern = (language: string, letters: string) =>
  letters.split(' ').join(dateSeparator(language))

/**
 * Returns `YYYY-MM-DD` for typed text, null for an empty text, or the text itself if it is not a
 * date.
 */
export function parseDate(text: string, languages: Languages, now = new Date()): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const parsed = parseDay(trimmed, { languages, shortYears: { now } })
  return typeof parsed === 'string' ? parsed : trimmed
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Date and time of an instant in the university's time zone. */
function clockParts(instant: string) {
  const parts = Object.fromEntries(
    clock.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
  )
  return {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
  }
}

/** Formats `2026-07-01T09:30:00.000Z` as `01.07.2026 12:30`, in the university's time zone. */
export function dateTimeText(value: string, language: string): string {
  if (Number.isNaN(Date.parse(value))) return value
  const { date, time } = clockParts(value)
  return `${formatNumericDate(date, language)} ${time}`
}

/** Like `dateTimeText`, but without the year if it is the current one. For table columns. */
export function shortDateTimeText(value: string, language: string, now = new Date()): string {
  const full = dateTimeText(value, language)
  const year = today(now).slice(0, 4)
  if (Number.isNaN(Date.parse(value)) || clockParts(value).date.slice(0, 4) !== year) return full
  // German writes a period after the month even without a year.
  return full.replace(`${dateSeparator(language)}${year}`, language === 'de' ? '.' : '')
}

/**
 * Returns the instant for a typed date and time in the university's time zone, null for an empty
 * text, or the text itself if invalid.
 */
export function parseDateTime(text: string, languages: Languages, now = new Date()): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const parsed = parseInstant(trimmed, { languages, shortYears: { now } })
  return typeof parsed === 'string' ? parsed : trimmed
}

/** A date in words, such as 7 September 2026. */
export const longDate = (value: string, language: string) =>
  isRealDate(value)
    ? formatMoment(new Date(`${value}T00:00:00Z`), language, { timeZone: 'UTC', dateStyle: 'long' })
    : value

/** An instant in words, such as 7 September 2026 at 16:05, in the university's time zone. */
export const longDateTime = (value: string, language: string) =>
  formatMoment(new Date(value), language, { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** Hours and minutes of an instant, such as 16:05, in the university's time zone. */
export const timeText = (value: Date, language: string) =>
  formatMoment(value, language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** A day without its year, such as `3 April`. */
export const dayText = (value: string, language: string) =>
  formatMoment(new Date(`${value}T00:00:00Z`), language, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

/** A date with its weekday but without the year, such as `luni, 24 noiembrie`. */
export const weekdayText = (value: string, language: string) =>
  formatMoment(new Date(`${value}T00:00:00Z`), language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })

const agoUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** For example `2 minutes ago`. Times of less than a minute are shown in seconds. */
export function agoText(instant: string, language: Language): string {
  const ms = Math.max(0, Date.now() - Date.parse(instant))
  const [unit, length] = agoUnits.find(([, unitMs]) => ms >= unitMs) ?? (['second', 1_000] as const)
  return new Intl.RelativeTimeFormat(language).format(-Math.max(1, Math.floor(ms / length)), unit)
}
