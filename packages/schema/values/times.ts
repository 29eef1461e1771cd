/** Reads times of day as people write them. */
import { plainCharacters } from './characters.ts'

const spellings: readonly RegExp[] = [
  /^(?<hour>\d{1,2}) ?[:.h ] ?(?<minute>\d\d)(?:[:.]00)?(?: ?(?:h|uhr))?(?: ?(?<half>[ap])\.?m\.?)?$/,
  /^(?<hour>\d{1,2})(?<minute>\d\d)$/,
  /^(?<hour>\d{1,2})(?: ?(?:h|uhr))?(?: ?(?<half>[ap])\.?m\.?)?$/,
]

/**
 * Parses `8:30`, `08.30`, `8h30`, `8`, `830`, `8:30 pm` or `08:30:00` to `HH:MM`. Returns null for
 * other texts. Seconds are accepted only if they are zero.
 */
export function parseTime(text: string): string | null {
  const plain = plainCharacters(text).toLowerCase().replace(/\s+/g, ' ')
  const found = spellings
    .map((spelling) => spelling.exec(plain)?.groups)
    .find((groups) => groups !== undefined)
  if (!found) return null
  const { hour, minute = '00', half } = found
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null
  const hour24 = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0)
  return hour24 > 23 || Number(minute) > 59 ? null : `${String(hour24).padStart(2, '0')}:${minute}`
}

/**
 * The time of a spreadsheet's serial number (a fraction of a day), rounded to the minute; null if
 * it is outside one day.
 */
export const timeFromSerial = (serial: number): string | null =>
  serial >= 0 && serial < 1
    ? new Date(Math.round(serial * 1440) * 60_000).toISOString().slice(11, 16)
    : null
