/**
 * Places the entries of a day on an axis of hours. Overlapping entries are side by side, and free
 * time between entries is marked.
 */
import type { WireTimetableEntry } from '#resources/academic/timetable.ts'

export interface PlacedEntry {
  readonly entry: WireTimetableEntry
  /** Minutes since midnight. */
  readonly from: number
  readonly to: number
  /**
   * Lane of this entry in its group of overlapping entries, from 0, and the number of lanes of the
   * group.
   */
  readonly lane: number
  readonly lanes: number
  /** Entries that overlap this one. */
  readonly clashes: readonly WireTimetableEntry[]
  /**
   * Start of the free time before this entry, if it is at least an hour; null otherwise and for the
   * first entry.
   */
  readonly freeFrom: string | null
}

const minFreeMinutes = 60
const defaultHours = [8, 18] as const

export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Places the entries of one day, sorted by start time. */
export function placeEntries(entries: readonly WireTimetableEntry[]): PlacedEntry[] {
  const timedEntries = entries
    .map((entry) => ({ entry, from: minutesOf(entry.startsAt), to: minutesOf(entry.endsAt) }))
    .toSorted((a, b) => a.from - b.from || a.to - b.to)
  const overlaps = (a: (typeof timedEntries)[number], b: (typeof timedEntries)[number]) =>
    a.from < b.to && b.from < a.to
  const groups: (typeof timedEntries)[] = []
  for (const entry of timedEntries) {
    const last = groups.at(-1)
    if (last?.some((other) => overlaps(entry, other))) last.push(entry)
    else groups.push([entry])
  }
  return groups.flatMap((group, groupIndex) => {
    const ends: number[] = []
    const lanes = group.map(({ from, to }) => {
      const freeLane = ends.findIndex((end) => end <= from)
      const lane = freeLane < 0 ? ends.length : freeLane
      ends[lane] = to
      return lane
    })
    const previousEntry = groups[groupIndex - 1]?.toSorted((a, b) => a.to - b.to).at(-1)
    return group.map((placed, index) => ({
      ...placed,
      lane: lanes[index] ?? 0,
      lanes: ends.length,
      clashes: group
        .filter((other) => other !== placed && overlaps(placed, other))
        .map(({ entry }) => entry),
      freeFrom:
        index === 0 && previousEntry && placed.from - previousEntry.to >= minFreeMinutes
          ? previousEntry.entry.endsAt
          : null,
    }))
  })
}

/**
 * Returns the whole hours on the axis: the usual day, extended to include earlier and later
 * entries.
 */
export function visibleHours(entries: readonly WireTimetableEntry[]): readonly number[] {
  const first = Math.min(
    defaultHours[0],
    ...entries.map(({ startsAt }) => Math.floor(minutesOf(startsAt) / 60)),
  )
  const last = Math.max(
    defaultHours[1],
    ...entries.map(({ endsAt }) => Math.ceil(minutesOf(endsAt) / 60)),
  )
  return Array.from({ length: last - first }, (_, i) => first + i)
}
