/** Converts between instants and local times in the university's time zone. */
import { timeZone } from './dates.ts'

const hourMs = 3_600_000

/** Formats a date as `YYYY-MM-DD HH:MM:SS`, with milliseconds if they are not zero. */
export const formatLocalTime = (date: Date) =>
  date.toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')

/**
 * The local time of an instant, such as `2026-07-01 12:30:00`; null if the local time would not
 * convert back to the same instant.
 */
export function instantToLocal(instant: string): string | null {
  const ms = Date.parse(instant)
  const local = formatLocalTime(new Date(ms + offsetAt(ms)))
  // This happens in the repeated hour in autumn and with historical offsets.
  return localToInstant(local) === new Date(ms).toISOString() ? local : null
}

/**
 * The instant of a local time; the first one if the hour occurs twice in autumn. Null if the text
 * is not a time.
 */
export function localToInstant(local: string): string | null {
  const localMs = Date.parse(`${local.replace(' ', 'T')}Z`)
  if (Number.isNaN(localMs)) return null
  const offsets = [offsetAt(localMs - 4 * hourMs), offsetAt(localMs)]
  const offset =
    offsets.find((candidate) => offsetAt(localMs - candidate) === candidate) ?? offsets[0] ?? 0
  return new Date(localMs - offset).toISOString()
}

const clock = new Intl.DateTimeFormat('en-CA', { timeZone, timeZoneName: 'longOffset' })
const offsets = new Map<number, number>()
const maxOffsets = 50_000

/**
 * UTC offset of the time zone in milliseconds. It only changes on the hour, so it is cached per
 * hour.
 */
function offsetAt(ms: number): number {
  const hour = Math.floor(ms / hourMs)
  let offset = offsets.get(hour)
  if (offset === undefined) {
    const name =
      clock.formatToParts(hour * hourMs).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign = '+', hours = 0, minutes = 0, seconds = 0] =
      /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    offset =
      (sign === '-' ? -1 : 1) *
      (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) *
      1000
    if (offsets.size >= maxOffsets) offsets.clear()
    offsets.set(hour, offset)
  }
  return offset
}
