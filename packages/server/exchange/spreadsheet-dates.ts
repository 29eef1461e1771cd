/**
 * Dates and times as serial numbers in a spreadsheet. Serial numbers have no time zone, so the
 * university's applies.
 */
import { formatLocalTime } from '@matricola/schema/values/local-time.ts'

const dayMs = 86_400_000

/** First serial number that stands for the same day in every spreadsheet: 1 March 1900. */
const firstSerial = 61
const lastSerial = 2_958_465
const serialZero = Date.parse('1899-12-30T00:00:00Z')

/**
 * Converts a serial number to `YYYY-MM-DD HH:MM:SS.mmm`. Returns null for numbers that are not
 * days, including 60: Excel counts a 29 February 1900, which did not exist.
 */
export function localOfSerial(serial: number): string | null {
  if (!(serial >= 1 && serial < lastSerial + 1) || Math.floor(serial) === firstSerial - 1)
    return null
  const shift = serial < firstSerial - 1 ? dayMs : 0
  return formatLocalTime(new Date(serialZero + shift + Math.round(serial * dayMs)))
}

/**
 * Converts a local date or time to a serial number. Returns null before March 1900, because
 * spreadsheets disagree there.
 */
export function serialOfLocal(local: string): number | null {
  const ms = Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : ''}`)
  const serial = (ms - serialZero) / dayMs
  return serial >= firstSerial && serial < lastSerial + 1 ? serial : null
}
