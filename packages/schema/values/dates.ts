/**
 * Dates are `YYYY-MM-DD` everywhere: on the wire, in code and in the database. Instants are ISO
 * 8601 in UTC with milliseconds.
 */
import { dateFormat, memoizeByLanguage } from './intl-formats.ts'

/** The university's time zone. Source: domain rules; deadlines are in Romanian time. */
export const timeZone = 'Europe/Bucharest'

/** Whether `text` is `YYYY-MM-DD`, the day exists, and the year is 1800 or later. */
export function isRealDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return (
    !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && Number(match[1]) >= 1800
  )
}

/** Whether `text` is an instant such as `2026-07-01T09:30:00.000Z`. */
export const isRealInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  isRealDate(text.slice(0, 10))

/** Created once: creating a format is over 100 times slower than using it. */
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })

/** Today in the university's time zone, `YYYY-MM-DD`. */
export const today = (now: Date) => calendar.format(now)

const minutes = new Intl.DateTimeFormat('sv-SE', {
  timeZone,
  dateStyle: 'short',
  timeStyle: 'short',
})

/** An instant as `YYYY-MM-DD HH:MM` in the university's time zone. */
export const localMinute = (instant: string) => minutes.format(new Date(instant))

interface DateTextOptions extends Intl.DateTimeFormatOptions {
  /** Required: without it, `Intl` uses the time zone of the device. */
  readonly timeZone: string
}

/** The language for `Intl`. English uses British order. */
export const regionalLanguage = (language: string) => (language === 'en' ? 'en-GB' : language)

/**
 * Formats a date in words. English uses British order, and French writes the first of a month as
 * "1er".
 */
export function formatMoment(moment: Date, language: string, options: DateTextOptions): string {
  const text = dateFormat(regionalLanguage(language), options).format(moment)
  return language === 'fr' ? text.replace(/\b1(?=\s\p{L})/u, '1er') : text
}

/** Formats an instant as `30 September 2026 at 16:00`, in the university's time zone. */
export const formatLongInstant = (instant: string, language: string) =>
  formatMoment(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short', timeZone })

/** Formats an instant as `16:00`, in the university's time zone. */
export const formatTime = (instant: string, language: string) =>
  formatMoment(new Date(instant), language, { timeStyle: 'short', timeZone })

/** Formats a date `YYYY-MM-DD` as `15 March 2007`. */
export const formatLongDay = (day: string, language: string) =>
  formatMoment(new Date(`${day}T00:00:00Z`), language, { dateStyle: 'long', timeZone: 'UTC' })

/** The date `days` days after `date`; before it if negative. */
export const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/**
 * Calendar days between two instants in the university's time zone: 0 on the same day, 1 from today
 * to tomorrow.
 */
export const daysBetween = (from: string, to: string) =>
  (Date.parse(today(new Date(to))) - Date.parse(today(new Date(from)))) / 86_400_000

/** The last millisecond of a day in the university's time zone, which is UTC+2 or UTC+3. */
export function endOfDay(date: string): Date {
  const [winter, summer] = [2, 3].map(
    (hours) => new Date(Date.parse(`${date}T23:59:59.999Z`) - hours * 3_600_000),
  ) as [Date, Date]
  return today(winter) === date ? winter : summer
}

const letters: { readonly [part: string]: string } = { year: 'YYYY', month: 'MM', day: 'DD' }
const numericDate = {
  timeZone: 'UTC',
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
} as const

/** Numeric date format of a language, such as `DD.MM.YYYY`. */
const datePattern = memoizeByLanguage((language) =>
  dateFormat(regionalLanguage(language), numericDate)
    .formatToParts(new Date(0))
    .map(({ type, value }) => letters[type] ?? value)
    .join(''),
)

export const dateSeparator = (language: string) => /[^DMY]+/.exec(datePattern(language))?.[0] ?? '/'

/**
 * Formats `2026-09-07` as `07.09.2026` (ro, de) or `07/09/2026` (en, fr). Text that is not a date
 * is returned unchanged.
 */
export function formatNumericDate(value: string, language: string): string {
  if (!isRealDate(value)) return value
  const [year = '', month = '', day = ''] = value.split('-')
  return datePattern(language).replace('YYYY', year).replace('MM', month).replace('DD', day)
}
