/**
 * Reads dates and times as people and programs write them, with the same rules in forms, filters,
 * pasted cells and files.
 */
import type { Languages } from '../languages.ts'
import { memoize } from '../memoize.ts'
import type { Issue } from '../wire/wire-record.ts'
import { plainCharacters } from './characters.ts'
import { formatMoment, isRealDate, isRealInstant, today } from './dates.ts'
import { fold } from './folding.ts'
import { localToInstant } from './local-time.ts'

export const dayOrders = ['dayFirst', 'monthFirst'] as const
export type DayOrder = (typeof dayOrders)[number]
/**
 * Order of day and month in a column: `either` if every cell fits both orders, `mixed` if some
 * cells fit only one order and some only the other.
 */
export const detectedDayOrders = [...dayOrders, 'either', 'mixed'] as const
export type DetectedDayOrder = (typeof detectedDayOrders)[number]

export interface DateParseOptions {
  /** Languages in which months and weekdays are recognised. */
  readonly languages: Languages
  /** Order of day and month in numeric dates; absent: day first, whatever the language. */
  readonly order?: DetectedDayOrder | undefined
  /**
   * Accepts two-digit years, for inputs that show the resulting date immediately. The year is at
   * most ten years after `now`.
   */
  readonly shortYears?: { readonly now: Date }
}

const unknownFormat: Issue = { code: 'date.unknownFormat' }
const invalidDate: Issue = { code: 'date.unreal' }

/** Maximum lengths of a date, without and with invisible characters. */
const maxLength = 60
const maxTypedLength = 200

/**
 * Parses a date to `YYYY-MM-DD`, or returns an issue. For an instant, returns the date in the
 * university's time zone.
 */
export function parseDay(text: string, options: DateParseOptions): string | Issue {
  if (text.length > maxTypedLength) return unknownFormat
  const plain = plainCharacters(text)
  if (plain === '' || plain.length > maxLength) return unknownFormat
  const instant = parseIsoInstant(plain)
  if (instant) return today(new Date(instant))
  if (instantPattern.test(plain)) return invalidDate
  const day = parseDateOnly(plain, options)
  if (typeof day === 'string' || day.code !== unknownFormat.code) return day
  const local = parseLocalTime(plain, options)
  return typeof local === 'string' ? local.slice(0, 10) : local
}

/** Parses a date with an optional local time to an instant, or returns an issue. */
export function parseInstant(text: string, options: DateParseOptions): string | Issue {
  if (text.length > maxTypedLength) return { code: 'dateTime.unknownFormat' }
  const plain = plainCharacters(text)
  if (plain.length > maxLength) return { code: 'dateTime.unknownFormat' }
  const instant = parseIsoInstant(plain)
  if (instant) return instant
  if (instantPattern.test(plain)) return { code: 'dateTime.unreal' }
  const day = parseDateOnly(plain, options)
  const local =
    typeof day === 'string'
      ? `${day} 00:00:00`
      : day.code === unknownFormat.code
        ? parseLocalTime(plain, options)
        : day
  if (typeof local !== 'string')
    return local.code === unknownFormat.code ? { code: 'dateTime.unknownFormat' } : local
  return localToInstant(local) ?? { code: 'dateTime.unreal' }
}

/**
 * RFC 3339 with `Z` or an offset. Accepts a space for `T`, and for the `+` of an offset that was
 * not encoded in a URL.
 */
const instantPattern =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?(Z|UTC|GMT)|([+ -])(\d\d):?(\d\d))$/i

/** Parses a complete RFC 3339 instant to `YYYY-MM-DDTHH:MM:SS.mmmZ`; null for other texts. */
export function parseIsoInstant(text: string): string | null {
  const [
    ,
    day = '',
    hour = '',
    minute = '',
    second = '00',
    fraction = '',
    zone,
    sign,
    hours = '00',
    minutes = '00',
  ] = instantPattern.exec(text) ?? []
  if (
    !isRealDate(day) ||
    !isTime(hour, minute, second) ||
    Number(hours) > 18 ||
    Number(minutes) > 59
  )
    return null
  const offset = zone === undefined ? `${sign === '-' ? '-' : '+'}${hours}:${minutes}` : 'Z'
  return new Date(
    `${day}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`,
  ).toISOString()
}

/**
 * Returns the half-open range that an instant covers at its precision: a millisecond, a second or a
 * minute. Null if the text is not an instant.
 */
export function isoInstantSpan(
  text: string,
): { readonly from: string; readonly until: string } | null {
  const from = parseIsoInstant(text)
  if (from === null) return null
  const [, , , , second, fraction] = instantPattern.exec(text) ?? []
  const length = second === undefined ? 60_000 : fraction === undefined ? 1000 : 1
  return { from, until: new Date(Date.parse(from) + length).toISOString() }
}

const isTime = (hour: string, minute: string, second: string) =>
  Number(hour) <= 23 && Number(minute) <= 59 && Number(second) <= 59

const dateTimePattern =
  /^(.+?)(?:T|,? +(?:(?:at|à|um|la|ora) +)?)(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,](\d{1,3}))?)?(?: ?([ap])\.?m\.?)?(?: ?(?:h|uhr))?$/i

/** Parses a text that ends in a time to `YYYY-MM-DD HH:MM:SS` in local time. */
function parseLocalTime(text: string, options: DateParseOptions): string | Issue {
  const [, date = '', typedHour = '', minute = '', second = '00', fraction = '', meridiem] =
    dateTimePattern.exec(text) ?? []
  if (date === '') return unknownFormat
  const day = parseDateOnly(date, options)
  if (typeof day !== 'string') return day
  const hasMeridiem = meridiem !== undefined
  if (
    !isTime(typedHour, minute, second) ||
    (hasMeridiem && (Number(typedHour) < 1 || Number(typedHour) > 12))
  )
    return invalidDate
  const hour = hasMeridiem
    ? (Number(typedHour) % 12) + (meridiem?.toLowerCase() === 'p' ? 12 : 0)
    : Number(typedHour)
  return `${day} ${String(hour).padStart(2, '0')}:${minute}:${second}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}`
}

const yearFirst = /^(\d{4})(?: ?[-/.] ?| )(\d{1,2})(?: ?[-/.] ?| )(\d{1,2})\.?$/
const yearLast = /^(\d{1,2})(?: ?[-/.,] ?| )(\d{1,2})(?: ?[-/.,] ?| )(\d{4}|\d{2})\.?$/
const digits = /^(\d{4})(\d{2})(\d{2})$/
const digitsYearLast = /^(\d{2})(\d{2})(\d{4})$/

function parseDateOnly(text: string, options: DateParseOptions): string | Issue {
  const [, year, month, day] = yearFirst.exec(text) ?? []
  if (year) return realDayOrIssue(year, month, day)
  if (digits.test(text)) {
    const [, first, second, third] = digits.exec(text) ?? []
    const [, one, other, last] = digitsYearLast.exec(text) ?? []
    // Eight digits never form a date in both orders, because a month and a day do not form a year
    // after 1799.
    const days = [realDayOrIssue(first, second, third), realDayOrIssue(last, other, one)]
    return days.find((each) => typeof each === 'string') ?? invalidDate
  }
  const parts = yearLast.exec(text)
  if (parts) return resolveDayOrder(parts[1] ?? '', parts[2] ?? '', parts[3] ?? '', options)
  return parseDayWithMonthName(text, options)
}

function realDayOrIssue(year = '', month = '', day = ''): string | Issue {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isRealDate(text) ? text : invalidDate
}

function resolveDayOrder(
  first: string,
  second: string,
  typedYear: string,
  options: DateParseOptions,
): string | Issue {
  const year = fullYear(typedYear, options)
  if (year === null) return { code: 'date.shortYear' }
  const [dayFirst, monthFirst] = [
    realDayOrIssue(year, second, first),
    realDayOrIssue(year, first, second),
  ]
  if (options.order === 'monthFirst') return monthFirst
  if (options.order !== 'either' && options.order !== 'mixed') return dayFirst
  if (typeof dayFirst !== 'string') return monthFirst
  return typeof monthFirst !== 'string' || monthFirst === dayFirst
    ? dayFirst
    : { code: 'date.ambiguous', params: { dayFirst, monthFirst } }
}

/**
 * Returns the year with four digits; null for a two-digit year if two-digit years are not accepted.
 */
function fullYear(year: string, { shortYears }: DateParseOptions): string | null {
  if (year.length !== 2) return year
  if (!shortYears) return null
  const thisYear = shortYears.now.getFullYear()
  const candidate = Math.floor(thisYear / 100) * 100 + Number(year)
  return String(candidate > thisYear + 10 ? candidate - 100 : candidate)
}

const romanMonths = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii']
/** Folded month names that `Intl` does not have. */
const otherNames: readonly (readonly [name: string, month: number])[] = [
  ['janner', 1],
  ['mrz', 3],
]

const foldedName = (date: Date, language: string, options: Intl.DateTimeFormatOptions) =>
  fold(formatMoment(date, language, { timeZone: 'UTC', ...options })).replace(/\.$/, '')

const monthNames = memoize(
  (languages: Languages): readonly (readonly [name: string, month: number])[] => [
    ...languages.flatMap((language) =>
      Array.from(
        { length: 12 },
        (_, i) =>
          [
            foldedName(new Date(Date.UTC(2024, i, 15)), language, { month: 'long' }),
            i + 1,
          ] as const,
      ),
    ),
    ...otherNames,
  ],
)

/**
 * Returns the month that a folded word names: its name in any of the languages, an unambiguous
 * prefix of at least three letters, or a Roman numeral.
 */
export function monthOf(word: string, languages: Languages): number | null {
  const roman = romanMonths.indexOf(word)
  if (roman >= 0) return roman + 1
  if (word.length < 3) return null
  const months = new Set(
    monthNames(languages)
      .filter(([name]) => name.startsWith(word))
      .map(([, month]) => month),
  )
  const [month] = months
  return months.size === 1 && month !== undefined ? month : null
}

/** The full and short names of weekdays, folded. */
const weekdayNames = memoize(
  (languages: Languages): ReadonlySet<string> =>
    new Set(
      languages.flatMap((language) =>
        Array.from({ length: 7 }, (_, i) => new Date(Date.UTC(2024, 0, 1 + i))).flatMap((date) => [
          foldedName(date, language, { weekday: 'long' }),
          foldedName(date, language, { weekday: 'short' }),
        ]),
      ),
    ),
)

/** Words in dates that carry no information. */
const fillerWords = ['the', 'of', 'le', 'den', 'der', 'am']

/**
 * Parses a date whose month is a word: `15 martie 2020`, `15-mar-2020`, `March 15th, 2020`, `2020
 * März 15`, `15.III.2020`.
 */
function parseDayWithMonthName(text: string, options: DateParseOptions): string | Issue {
  const words = fold(text)
    .split(/[\s.,/-]+/)
    .filter((word) => word !== '' && !fillerWords.includes(word))
  const [first = '', ...rest] = words
  const parts = rest.length === 3 && weekdayNames(options.languages).has(first) ? rest : words
  if (parts.length !== 3) return unknownFormat
  const months = parts.map((part) => monthOf(part, options.languages))
  const monthIndex = months.findIndex((month) => month !== null)
  const month = months[monthIndex]
  if (monthIndex > 1 || month === null || month === undefined) return unknownFormat
  const [one = '', other = ''] = parts.filter((_, i) => i !== monthIndex)
  const [day, year] = /^\d{4}$/.test(one) ? [other, one] : [one, other]
  const number = /^(\d{1,2})(?:st|nd|rd|th|er|re)?$/.exec(day)?.[1]
  if (number === undefined || !/^(?:\d{2}|\d{4})$/.test(year)) return unknownFormat
  const expandedYear = fullYear(year, options)
  return expandedYear === null
    ? { code: 'date.shortYear' }
    : realDayOrIssue(expandedYear, String(month), number)
}

/**
 * Matches numeric dates that could have either order. Languages that write the day first use dots.
 */
const ambiguousDatePattern = /^(\d{1,2}) ?([-/.,]) ?(\d{1,2}) ?[-/.,] ?(?:\d{4}|\d{2})\b/

/**
 * Detects the order of day and month from all cells of a column; null if no cell depends on it. If
 * every date fits both orders and all use dots, the day comes first.
 */
export function detectDayOrder(cells: Iterable<unknown>): DetectedDayOrder | null {
  let [dayFirst, monthFirst, either, usesDots] = [false, false, false, true]
  for (const cell of cells) {
    if (typeof cell !== 'string' || cell.length > maxLength) continue
    const [, one, separator, other] = ambiguousDatePattern.exec(plainCharacters(cell)) ?? []
    if (one === undefined || Number(one) > 31 || Number(other) > 31 || one === other) continue
    if (separator !== '.') usesDots = false
    if (Number(one) > 12 && Number(other) > 12) continue
    if (Number(one) > 12) dayFirst = true
    else if (Number(other) > 12) monthFirst = true
    else either = true
  }
  if (dayFirst && monthFirst) return 'mixed'
  if (dayFirst || monthFirst) return dayFirst ? 'dayFirst' : 'monthFirst'
  if (!either) return null
  return usesDots ? 'dayFirst' : 'either'
}

const isoDay = /^\d{4}-\d\d-\d\d$/

/**
 * Returns why a query parameter is not a date. URLs have one format; pages convert the input of
 * users.
 */
export const queryDayErrorCode = (text: string) =>
  isoDay.test(text) ? 'date.unreal' : 'date.notIso'
/**
 * Returns why a query parameter is neither an instant nor a date, which is a short form of an
 * instant.
 */
export const queryInstantErrorCode = (text: string) =>
  instantPattern.test(text) ? 'dateTime.unreal' : queryDayErrorCode(text)

export const dayErrorCodes = ['date.unknownFormat', 'date.notIso', 'date.unreal'] as const
export const instantErrorCodes = [
  'dateTime.unknownFormat',
  'dateTime.notIso',
  'dateTime.unreal',
] as const

/**
 * Returns why a stored value is not a date `YYYY-MM-DD`: its format is unknown or accepted only in
 * user input, or the day does not exist. Null if the value is a date.
 */
export function findDayError(
  value: string,
  languages: Languages,
): (typeof dayErrorCodes)[number] | null {
  if (isRealDate(value)) return null
  const parsed = parseDay(value, { languages, shortYears: { now: new Date() } })
  if (typeof parsed === 'string') return 'date.notIso'
  return parsed.code === unknownFormat.code ? 'date.unknownFormat' : 'date.unreal'
}

/**
 * Returns why a stored value is not an instant `YYYY-MM-DDTHH:MM:SS.mmmZ`, for the same reasons.
 */
export function findInstantError(
  value: string,
  languages: Languages,
): (typeof instantErrorCodes)[number] | null {
  if (isRealInstant(value)) return null
  const parsed = parseInstant(value, { languages, shortYears: { now: new Date() } })
  if (typeof parsed === 'string') return 'dateTime.notIso'
  return parsed.code === 'dateTime.unknownFormat' ? 'dateTime.unknownFormat' : 'dateTime.unreal'
}
