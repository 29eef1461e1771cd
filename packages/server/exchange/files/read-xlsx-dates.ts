/** Dates and times of a spreadsheet: numbers that only their format distinguishes from amounts. */

/** Whether a number format shows a day, a time of day, both, or neither (null). */
export type DateFormat = 'date' | 'time' | 'dateTime' | null

const builtIn = (id: number): DateFormat => {
  if (id === 22) return 'dateTime'
  if ((id >= 18 && id <= 21) || (id >= 45 && id <= 47)) return 'time'
  if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date'
  return null
}

/**
 * Classifies a number format by its code or, if the file does not define it, by its built-in id.
 */
export function findDateFormat(id: number, code: string | undefined): DateFormat {
  if (code === undefined) return builtIn(id)
  const pattern = code
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0]
    ?.toLowerCase()
  if (!pattern || pattern === 'general') return null
  const hasTime = /[hs]/.test(pattern)
  const hasDay = /[dy]/.test(pattern) || (!hasTime && /m/.test(pattern))
  if (hasDay) return hasTime ? 'dateTime' : 'date'
  return hasTime ? 'time' : null
}

const dayMs = 86_400_000

/**
 * `serial` counts days since the end of 1899 or the beginning of 1904. The first system includes 29
 * February 1900, which did not exist.
 */
export function sheetDateText(
  serial: number,
  format: Exclude<DateFormat, null>,
  is1904: boolean,
): string {
  const ms = Math.round((serial - Math.floor(serial)) * dayMs)
  const days = Math.floor(serial) + (ms === dayMs ? 1 : 0)
  const time = timeText(ms % dayMs)
  if (format === 'time' || (days === 0 && !is1904)) return time.replace(/:00$/, '')
  const day = dayText(days, is1904)
  return ms % dayMs === 0 ? day : `${day} ${time}`
}

function dayText(days: number, is1904: boolean): string {
  if (!is1904 && days === 60) return '1900-02-29'
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const day = new Date(start + days * dayMs)
  return Number.isNaN(day.getTime()) ? String(days) : day.toISOString().slice(0, 10)
}

/** Includes milliseconds only if there are any. */
const timeText = (ms: number) => new Date(ms).toISOString().slice(11, 23).replace('.000', '')
