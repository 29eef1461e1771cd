/** Dates travel as `YYYY-MM-DD` from end to end; instants as ISO 8601 in UTC with milliseconds. */
import { defaultLanguage, languageFacts, languages } from '../vocabulary.ts'

/** The university's clock. Source: domain rules; deadlines are Romanian time. */
export const timeZone = 'Europe/Bucharest'

/** Tells whether `text` is `YYYY-MM-DD` and such a day exists. */
export function isRealDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (!match) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && Number(match[1]) >= 1800
}

/** Tells whether `text` is an instant such as `2026-07-01T09:30:00.000Z`. */
export const isRealInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/.test(text) && !Number.isNaN(Date.parse(text)) && isRealDate(text.slice(0, 10))

/** Tells whether `text` names two following years, such as `2026-2027`. */
export const isAcademicYear = (text: string) => Number(text.slice(5, 9)) === Number(text.slice(0, 4)) + 1

/** Made once: making it takes longer than a hundred answers. */
const calendar = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })

/** Today in the university's time zone, `YYYY-MM-DD`. */
export const today = (now: Date) => calendar.format(now)

const minutes = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** An instant as the university's clock shows it, `YYYY-MM-DD HH:MM`. */
export const localMinute = (instant: string) => minutes.format(new Date(instant))

/** A moment in the words of a language: days come before months in English, and the first of a month is "1er" in French. */
export function inWords(moment: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  const text = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, options).format(moment)
  return language === 'fr' ? text.replace(/\b1(?=\s\p{L})/u, '1er') : text
}

/** `30 September 2026 at 16:00`, by the university's clock: dates of the admission are Romanian time. */
export const momentInWords = (instant: string, language: string) =>
  inWords(new Date(instant), language, { dateStyle: 'long', timeStyle: 'short', timeZone })

/** A date without a time, `YYYY-MM-DD`, as `15 March 2007`. */
export const dayInWords = (day: string, language: string) =>
  inWords(new Date(`${day}T00:00:00Z`), language, { dateStyle: 'long', timeZone: 'UTC' })

/** The day that comes so many days after `date`. */
export const daysAfter = (date: string, days: number) =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Number of midnights of the university's clock between two instants: 0 on the same day, 1 from today to tomorrow. */
export const daysBetween = (from: string, to: string) => (Date.parse(today(new Date(to))) - Date.parse(today(new Date(from)))) / 86_400_000

/** The last millisecond of a day by the university's clock, which is two or three hours ahead of UTC. */
export function endOfDay(date: string): Date {
  const [winter, summer] = [2, 3].map((hours) => new Date(Date.parse(`${date}T23:59:59.999Z`) - hours * 3_600_000)) as [Date, Date]
  return today(winter) === date ? winter : summer
}

const datesOf = (language: string) => languageFacts[languages.find((known) => known === language) ?? defaultLanguage].dates

/** Sign between day, month and year. */
export const dateSeparator = (language: string) => /[^DMY]+/.exec(datesOf(language))?.[0] ?? '/'

/** `2026-09-07` as `07.09.2026` (ro, de) or `07/09/2026` (en, fr), in the language's order; a text that is no date comes back as it is. */
export function dateText(value: string, language: string): string {
  if (!isRealDate(value)) return value
  const [year = '', month = '', day = ''] = value.split('-')
  return datesOf(language).replace('YYYY', year).replace('MM', month).replace('DD', day)
}
