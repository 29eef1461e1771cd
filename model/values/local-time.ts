/** Moments by the university's clock: what it shows at an instant, and the instant at which it shows a time. */
import { timeZone } from './dates.ts'

const hourMs = 3_600_000

/** A date as `YYYY-MM-DD HH:MM:SS`, with milliseconds where there are any. */
export const spelledLocal = (date: Date) => date.toISOString().replace('T', ' ').replace('.000Z', '').replace('Z', '')

/** `2026-07-01 12:30:00`, with milliseconds where there are any: an instant by the university's clock. */
export function localOfInstant(instant: string): string | null {
  const ms = Date.parse(instant)
  const local = spelledLocal(new Date(ms + offsetAt(ms)))
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
