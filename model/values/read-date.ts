/** Days and moments as people and programs write them: one reader for forms, filters, pasted cells and files. */
import { languages } from '../vocabulary.ts'
import type { Issue } from '../wire/wire-record.ts'
import { inWords, isRealDate, isRealInstant, today } from './dates.ts'
import { fold } from './folding.ts'
import { instantOfLocal } from './local-time.ts'
import { plainCharacters } from './tidy.ts'

export const dayOrders = ['dayFirst', 'monthFirst'] as const
export type DayOrder = (typeof dayOrders)[number]
/** What the cells of a column say of their order: both fit all of them, or some fit the one and some the other. */
export const judgedOrders = [...dayOrders, 'either', 'mixed'] as const
export type JudgedOrder = (typeof judgedOrders)[number]

export interface DateReading {
  /** Order of day and month in digits; absent: day first, as every language of the program writes them. */
  readonly order?: JudgedOrder | undefined
  /** Reads years of two digits, where the person sees at once which year was meant: at most ten years ahead of `now`. */
  readonly shortYears?: { readonly now: Date }
}

const unknown: Issue = { code: 'date.unknownFormat' }
const unreal: Issue = { code: 'date.unreal' }

/** Longer texts are no days, without what shows nothing and with it. */
const longest = 60
const longestTyped = 200

/** `YYYY-MM-DD` of a text that says one day, else why it says none. An instant is a day by the university's clock. */
export function readDay(text: string, how: DateReading = {}): string | Issue {
  if (text.length > longestTyped) return unknown
  const plain = plainCharacters(text)
  if (plain === '' || plain.length > longest) return unknown
  const instant = instantIn(plain)
  if (instant) return today(new Date(instant))
  if (instantPattern.test(plain)) return unreal
  const alone = dayIn(plain, how)
  if (typeof alone === 'string' || alone.code !== unknown.code) return alone
  const local = localIn(plain, how)
  return typeof local === 'string' ? local.slice(0, 10) : local
}

/** The instant of a text that says a day, with or without a time on the university's clock, else why it says none. */
export function readMoment(text: string, how: DateReading = {}): string | Issue {
  if (text.length > longestTyped) return { code: 'dateTime.unknownFormat' }
  const plain = plainCharacters(text)
  if (plain.length > longest) return { code: 'dateTime.unknownFormat' }
  const instant = instantIn(plain)
  if (instant) return instant
  if (instantPattern.test(plain)) return { code: 'dateTime.unreal' }
  const day = dayIn(plain, how)
  const local = typeof day === 'string' ? `${day} 00:00:00` : day.code === unknown.code ? localIn(plain, how) : day
  if (typeof local !== 'string') return local.code === unknown.code ? { code: 'dateTime.unknownFormat' } : local
  return instantOfLocal(local) ?? { code: 'dateTime.unreal' }
}

/** RFC 3339 with `Z` or an offset; a space stands for the `T`, and for the `+` of an offset that was not encoded in an address. */
const instantPattern = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT)|([+ -])(\d\d):?(\d\d))$/i

/** The instant that a text spells in full, `YYYY-MM-DDTHH:MM:SS.mmmZ`; null for any other text. */
export function instantIn(text: string): string | null {
  const [, day = '', hour = '', minute = '', second = '00', fraction = '', zone, sign, hours = '00', minutes = '00'] =
    instantPattern.exec(text) ?? []
  if (!isRealDate(day) || !isTime(hour, minute, second) || Number(hours) > 18 || Number(minutes) > 59) return null
  const offset = zone === undefined ? `${sign === '-' ? '-' : '+'}${hours}:${minutes}` : 'Z'
  return new Date(`${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`).toISOString()
}

/** What an instant covers, up to the first millisecond that is not of it: its millisecond, or its second or minute where no more is said. */
export function instantSpan(text: string): { readonly from: string; readonly until: string } | null {
  const from = instantIn(text)
  if (from === null) return null
  const [, , , , second, fraction] = instantPattern.exec(text) ?? []
  const length = second === undefined ? 60_000 : fraction === undefined ? 1000 : 1
  return { from, until: new Date(Date.parse(from) + length).toISOString() }
}

const isTime = (hour: string, minute: string, second: string) => Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59

const withTime =
  /^(.+?)(?:T|,? +(?:(?:at|à|um|ora) +)?)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3}))?)?(?: ?([ap])\.?m\.?)?(?: ?(?:h|uhr))?$/i

/** `YYYY-MM-DD HH:MM:SS` on the university's clock, of a text that ends in a time. */
function localIn(text: string, how: DateReading): string | Issue {
  const [, date = '', typedHour = '', minute = '', second = '00', fraction = '', half] = withTime.exec(text) ?? []
  if (date === '') return unknown
  const day = dayIn(date, how)
  if (typeof day !== 'string') return day
  const isHalf = half !== undefined
  if (!isTime(typedHour, minute, second) || (isHalf && (Number(typedHour) < 1 || Number(typedHour) > 12))) return unreal
  const hour = isHalf ? (Number(typedHour) % 12) + (half?.toLowerCase() === 'p' ? 12 : 0) : Number(typedHour)
  return `${day} ${String(hour).padStart(2, '0')}:${minute}:${second}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}`
}

const yearFirst = /^(\d{4})(?: ?[-/.] ?| )(\d{1,2})(?: ?[-/.] ?| )(\d{1,2})\.?$/
const yearLast = /^(\d{1,2})(?: ?[-/.,] ?| )(\d{1,2})(?: ?[-/.,] ?| )(\d{4}|\d{2})\.?$/
const digits = /^(\d{4})(\d{2})(\d{2})$/
const digitsYearLast = /^(\d{2})(\d{2})(\d{4})$/

function dayIn(text: string, how: DateReading): string | Issue {
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year) return real(year, month, day)
  if (digits.test(text)) {
    const [, first, second, third] = digits.exec(text) ?? []
    const [, one, other, last] = digitsYearLast.exec(text) ?? []
    // No eight digits are a day in both ways: months and days make no year after 1799.
    const days = [real(first, second, third), real(last, other, one)]
    return days.find((each) => typeof each === 'string') ?? unreal
  }
  const parts = yearLast.exec(text)
  if (parts) return orderedDay(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '', how)
  return dayInWords(text, how)
}

function real(year = '', month = '', day = ''): string | Issue {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDate(text) ? text : unreal
}

function orderedDay(first: string, second: string, typedYear: string, how: DateReading): string | Issue {
  const year = fullYear(typedYear, how)
  if (year === null) return { code: 'date.shortYear' }
  const [dayFirst, monthFirst] = [real(year, second, first), real(year, first, second)]
  if (how.order === 'monthFirst') return monthFirst
  if (how.order !== 'either' && how.order !== 'mixed') return dayFirst
  if (typeof dayFirst !== 'string') return monthFirst
  return typeof monthFirst !== 'string' || monthFirst === dayFirst ? dayFirst : { code: 'date.ambiguous', params: { dayFirst, monthFirst } }
}

/** A year of four digits; null where two were typed and nobody sees which century was meant. */
function fullYear(year: string, { shortYears }: DateReading): string | null {
  if (year.length !== 2) return year
  if (!shortYears) return null
  const thisYear = shortYears.now.getFullYear()
  const candidate = Math.floor(thisYear / 100) * 100 + Number(year)
  return String(candidate > thisYear + 10 ? candidate - 100 : candidate)
}

const romanMonths = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
/** Names of months that are not those of `Intl`, folded. */
const otherNames: readonly (readonly [name: string, month: number])[] = [
  ['janner', 1],
  ['mrz', 3],
]
let monthNames: readonly (readonly [name: string, month: number])[] | undefined
let weekdayNames: ReadonlySet<string> | undefined

const wordOf = (date: Date, language: string, options: Intl.DateTimeFormatOptions) =>
  fold(inWords(date, language, { timeZone: 'UTC', ...options })).replace(/\.$/, '')

/** The month that a word names in one of the program's languages, in full or by its first three letters or more; null for any other word. */
function monthOf(word: string): number | null {
  const roman = romanMonths.indexOf(word)
  if (roman >= 0) return roman + 1
  if (word.length < 3) return null
  monthNames ??= [
    ...languages.flatMap((language) =>
      Array.from({ length: 12 }, (_, i) => [wordOf(new Date(Date.UTC(2024, i, 15)), language, { month: 'long' }), i + 1] as const),
    ),
    ...otherNames,
  ]
  const months = new Set(monthNames.filter(([name]) => name.startsWith(word)).map(([, month]) => month))
  const [month] = months
  return months.size === 1 && month !== undefined ? month : null
}

/** Whether a word is the name of a weekday, in full or in short. */
function isWeekday(word: string): boolean {
  weekdayNames ??= new Set(
    languages.flatMap((language) =>
      Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i))).flatMap((date) => [
        wordOf(date, language, { weekday: 'long' }),
        wordOf(date, language, { weekday: 'short' }),
      ]),
    ),
  )
  return weekdayNames.has(word)
}

/** Words around a day that say nothing of it. */
const fillers = ['the', 'of', 'le', 'den', 'der', 'am']

/** A day whose month is a word: `15 martie 2020`, `15-mar-2020`, `March 15th, 2020`, `2020 März 15`, `15.III.2020`. */
function dayInWords(text: string, how: DateReading): string | Issue {
  const words = fold(text)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && !fillers.includes(word))
  const [first = '', ...rest] = words
  const parts = rest.length === 3 && isWeekday(first) ? rest : words
  if (parts.length !== 3) return unknown
  const months = parts.map(monthOf)
  const at = months.findIndex((month) => month !== null)
  const month = months[at]
  if (at > 1 || month === null || month === undefined) return unknown
  const [one = '', other = ''] = parts.filter((_, i) => i !== at)
  const [day, year] = /^\d{4}$/.test(one) ? [other, one] : [one, other]
  const number = /^(\d{1,2})(?:st|nd|rd|th|er|re)?$/.exec(day)?.[1]
  if (number === undefined || !/^(?:\d{2}|\d{4})$/.test(year)) return unknown
  const whole = fullYear(year, how)
  return whole === null ? { code: 'date.shortYear' } : real(whole, String(month), number)
}

/** Separators by which a cell in digits says nothing of its order; the point is that of languages that write the day first. */
const inDigits = /^(\d{1,2}) ?([-/.,]) ?(\d{1,2}) ?[-/.,] ?(?:\d{4}|\d{2})\b/

/**
 * The order of day and month in the cells of a column, judged from all of them; null where no cell depends on it. Dates with points are
 * of languages that write the day first, where no cell says otherwise.
 */
export function dayOrderOf(cells: Iterable<unknown>): JudgedOrder | null {
  let [dayFirst, monthFirst, either, isPointed] = [false, false, false, true]
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > longest) continue
    const [, one, separator, other] = inDigits.exec(plainCharacters(cell)) ?? []
    if (one === undefined || Number(one) > 31 || Number(other) > 31 || one === other) continue
    if (separator !== '.') isPointed = false
    if (Number(one) > 12 && Number(other) > 12) continue
    if (Number(one) > 12) dayFirst = true
    else if (Number(other) > 12) monthFirst = true
    else either = true
  }
  if (dayFirst && monthFirst) return 'mixed'
  if (dayFirst || monthFirst) return dayFirst ? 'dayFirst' : 'monthFirst'
  if (!either) return null
  return isPointed ? 'dayFirst' : 'either'
}

/** Why a value is no day as it is stored, `YYYY-MM-DD`: its spelling is known nowhere, or there is no such day; null for a day. */
export function dayFault(value: string): 'date.unknownFormat' | 'date.unreal' | null {
  if (isRealDate(value)) return null
  const read = readDay(value, { shortYears: { now: new Date() } })
  return typeof read !== 'string' && read.code === unknown.code ? 'date.unknownFormat' : 'date.unreal'
}

/** The same of a moment as it is stored, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export function momentFault(value: string): 'dateTime.unknownFormat' | 'dateTime.unreal' | null {
  if (isRealInstant(value)) return null
  const read = readMoment(value, { shortYears: { now: new Date() } })
  return typeof read !== 'string' && read.code === 'dateTime.unknownFormat' ? 'dateTime.unknownFormat' : 'dateTime.unreal'
}
