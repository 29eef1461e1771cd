/** Dates as people type and read them: day, month, year in every language we speak. */
import { dateSeparator, dateText, inWords, isRealDate, timeZone, today } from '#model/values/dates.ts'
import type { Language } from '#model/vocabulary.ts'

export { dateText }

/** Pattern that an empty date input suggests, such as DD.MM.YYYY; the letters come from the locale files. */
export const datePattern = (language: string, letters: string) => letters.split(' ').join(dateSeparator(language))

/**
 * `YYYY-MM-DD` for what was typed, null for an empty text, or the text itself when it is no date. Any of `. / - ,` or a
 * space separates; eight digits in a row, one-digit days and months, two-digit years and ISO order are understood.
 */
export function parseDate(text: string, now = new Date()): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const run = /^(\d{2})(\d{2})(\d{4})$/.exec(trimmed)
  const parts = run ? run.slice(1) : trimmed.split(/[\s./,-]+/).filter(Boolean)
  if (parts.length !== 3 || !parts.every((part) => /^\d{1,4}$/.test(part))) return trimmed
  const [first = '', month = '', last = ''] = parts
  const [day, year] = first.length === 4 ? [last, first] : [first, last]
  const iso = `${fullYear(year, now)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDate(iso) ? iso : trimmed
}

/** Two digits mean a year at most ten years ahead, else one of the last century. */
function fullYear(year: string, now: Date): string {
  if (year.length !== 2) return year
  const century = Math.floor(now.getFullYear() / 100) * 100
  const candidate = century + Number(year)
  return String(candidate > now.getFullYear() + 10 ? candidate - 100 : candidate)
}

/** Parts of an instant on the university's clock. */
function clockParts(instant: string) {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** `2026-07-01T09:30:00.000Z` as `01.07.2026 12:30`, on the university's clock. */
export function dateTimeText(value: string, language: string): string {
  if (Number.isNaN(Date.parse(value))) return value
  const { date, time } = clockParts(value)
  return `${dateText(date, language)} ${time}`
}

/** As `dateTimeText`, without its year where that is the running one: for columns, which are read down. */
export function shortDateTimeText(value: string, language: string, now = new Date()): string {
  const full = dateTimeText(value, language)
  const year = today(now).slice(0, 4)
  if (Number.isNaN(Date.parse(value)) || clockParts(value).date.slice(0, 4) !== year) return full
  // A German date without a year keeps the point behind its month.
  return full.replace(`${dateSeparator(language)}${year}`, language === 'de' ? '.' : '')
}

/** The instant for what was typed (a date and `HH:MM` on the university's clock), null for nothing, or the text itself. */
export function parseDateTime(text: string, now = new Date()): string | null {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const match = /^(.*\S)[\sT,]+(\d{1,2})[:.h](\d{2})$/.exec(trimmed)
  const date = match ? parseDate(match[1] ?? '', now) : null
  if (!match || date === null || !isRealDate(date) || Number(match[2]) > 23 || Number(match[3]) > 59) return trimmed
  return instantAt(date, `${(match[2] ?? '').padStart(2, '0')}:${match[3]}`)
}

/** The instant at which the university's clock shows `date` and `time`. The offset is read off that clock, twice at a change of hour. */
function instantAt(date: string, time: string): string {
  const wanted = Date.parse(`${date}T${time}:00Z`)
  let instant = wanted
  for (let turn = 0; turn < 2; turn++) {
    const shown = clockParts(new Date(instant).toISOString())
    instant += wanted - Date.parse(`${shown.date}T${shown.time}:00Z`)
  }
  return new Date(instant).toISOString()
}

/** A day in words, such as 7 September 2026. */
export const longDate = (value: string, language: string) =>
  isRealDate(value) ? inWords(new Date(`${value}T00:00:00Z`), language, { timeZone: 'UTC', dateStyle: 'long' }) : value

/** An instant in words, such as 7 September 2026 at 16:05, on the university's clock. */
export const longDateTime = (value: string, language: string) =>
  inWords(new Date(value), language, { timeZone, dateStyle: 'long', timeStyle: 'short' })

/** Hours and minutes of an instant, such as 16:05, on the university's clock. */
export const timeText = (value: Date, language: string) =>
  inWords(value, language, { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** A day with its weekday and no year, such as `luni, 24 noiembrie`. */
export const weekdayText = (value: string, language: string) =>
  inWords(new Date(`${value}T00:00:00Z`), language, { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

const agoUnits = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `2 minutes ago`; less than a minute is said in seconds. */
export function agoText(instant: string, language: Language): string {
  const ms = Math.max(0, Date.now() - Date.parse(instant))
  const [unit, length] = agoUnits.find(([, each]) => ms >= each) ?? (['second', 1_000] as const)
  return new Intl.RelativeTimeFormat(language).format(-Math.max(1, Math.floor(ms / length)), unit)
}
