/** Days and moments as spreadsheets have them: without a zone, so by the university's clock. */
import { isRealDate, timeZone } from '#model/values/dates.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** `YYYY-MM-DD` of a text such as `2026-03-15`, `15.03.2026`, `15/3/2026`; `short` for a year of two digits; null for no date. */
export function dayOf(text: string): string | 'short' | null {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return day(iso[1], iso[2], iso[3])
  const european = /^(\d{1,2})\s?[./-]\s?(\d{1,2})\s?[./-]\s?(\d{4})\.?$/.exec(text)
  if (european) return day(european[3], european[2], european[1])
  return /^\d{1,2}\s?[./-]\s?\d{1,2}\s?[./-]\s?\d{2}\.?$/.test(text) ? 'short' : null
}

const day = (year = '', month = '', date = '') => {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
  return isRealDate(text) ? text : null
}

/** The first serial that means the same day in every spreadsheet: 1 March 1900. */
const firstSerial = 61
const lastSerial = 2_958_465
const serialZero = Date.parse('1899-12-30T00:00:00Z')

/** The day and time that a spreadsheet's number stands for, `YYYY-MM-DD HH:MM:SS.mmm`, or null. */
export function localOfSerial(serial: number): string | null {
  if (!(serial >= 1 && serial < lastSerial + 1) || Math.floor(serial) === firstSerial - 1) return null
  const shift = serial < firstSerial - 1 ? dayMs : 0
  return spelled(new Date(serialZero + shift + Math.round(serial * dayMs)))
}

/** The spreadsheet's number of a local day or moment; null for one before March 1900, which spreadsheets disagree about. */
export function serialOfLocal(local: string): number | null {
  const ms = Date.parse(`${local.replace(' ', 'T')}${local.length > 10 ? 'Z' : ''}`)
  const serial = (ms - serialZero) / dayMs
  return serial >= firstSerial && serial < lastSerial + 1 ? serial : null
}

/** `2026-07-01 12:30:00`, with milliseconds where there are any: an instant by the university's clock. */
export function localOfInstant(instant: string): string | null {
  const ms = Date.parse(instant)
  const local = spelled(new Date(ms + offsetAt(ms)))
  // The hour that comes twice in autumn, and times of other centuries, have no name of their own.
  return instantOfLocal(local) === new Date(ms).toISOString() ? local : null
}

/** The instant at which the university's clock shows that time; of an hour that comes twice, the first one. */
export function instantOfLocal(local: string): string | null {
  const shown = Date.parse(`${local.replace(' ', 'T')}Z`)
  if (Number.isNaN(shown)) return null
  const offsets = [offsetAt(shown - 4 * hourMs), offsetAt(shown)]
  const offset = offsets.find((candidate) => offsetAt(shown - candidate) === candidate) ?? offsets[0] ?? 0
  return new Date(shown - offset).toISOString()
}

/** `YYYY-MM-DD HH:MM:SS` of a text that names a day, with or without a time; `short` and null as in `dayOf`. */
export function localOf(text: string): string | null {
  const [, date = '', hour = '00', minute = '00', second = '00', fraction = ''] =
    /^(\S.*?\d)(?:(?:T|,? +)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?)?$/.exec(text) ?? []
  const found = dayOf(date)
  if (found === null || found === 'short') return found
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  return `${found} ${hour.padStart(2, '0')}:${minute}:${second}${fraction === '' ? '' : `.${fraction.padEnd(3, '0')}`}`
}

const spelled = (date: Date) => date.toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')

const clock = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longOffset' })
const offsets = new Map<number, number>()
const maxOffsets = 50_000

/** Offset of the university's clock from UTC; it changes on the hour, so one answer serves the hour. */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    const name = clock.formatToParts(hour * hourMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = 0, minutes = 0, seconds = 0] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    offset = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
    if (offsets.size >= maxOffsets) offsets.clear()
    offsets.set(hour, offset)
  }
  return offset
}
