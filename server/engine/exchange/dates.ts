/** Days and moments as spreadsheets have them: without a zone, so by the university's clock. */
import { spelledLocal } from '#model/values/local-time.ts'

export { instantOfLocal, localOfInstant } from '#model/values/local-time.ts'

const dayMs = 86_400_000

/** The first serial that means the same day in every spreadsheet: 1 March 1900. */
const firstSerial = 61
const lastSerial = 2_958_465
const serialZero = Date.parse('1899-12-30T00:00:00Z')

/** The day and time that a spreadsheet's number stands for, `YYYY-MM-DD HH:MM:SS.mmm`, or null. */
export function localOfSerial(serial: number): string | null {
  if (!(serial >= 1 && serial < lastSerial + 1) || Math.floor(serial) === firstSerial - 1) return null
  const shift = serial < firstSerial - 1 ? dayMs : 0
  return spelledLocal(new Date(serialZero + shift + Math.round(serial * dayMs)))
}

/** The spreadsheet's number of a local day or moment; null for one before March 1900, which spreadsheets disagree about. */
export function serialOfLocal(local: string): number | null {
  const ms = Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : ''}`)
  const serial = (ms - serialZero) / dayMs
  return serial >= firstSerial && serial < lastSerial + 1 ? serial : null
}
