/** The dates of an admission session that applicants have to know, in order. */
import { formatMoment, localMinute, today } from '@matricola/schema/values/dates.ts'
import type { AdmissionDates, RoundDates } from './wire-dates.ts'

export interface CalendarEntry {
  readonly kind:
    | 'opens'
    | 'closes'
    | 'results'
    | 'appeals'
    | 'confirm'
    | 'enrolmentBegins'
    | 'enrolment'
    | 'waiting'
    | 'studies'
  /** The round that the date belongs to; null if it belongs to the session. */
  readonly round: RoundDates | null
  /** A day, or an instant if the session has the time. */
  readonly date: string
  /** When the period that ends with this date began; null if that is not known. */
  readonly since: string | null
}

const dayOf = (date: string) => (date.includes('T') ? today(new Date(date)) : date)

/**
 * Returns the dates that are set, in order. The rounds of a session concern only the programmes
 * that rank their applicants.
 */
export function admissionCalendar(
  dates: AdmissionDates,
  programme?: { readonly isRanked: boolean },
): CalendarEntry[] {
  const entry = (
    kind: CalendarEntry['kind'],
    date: string | null,
    { since = null, round = null }: Partial<Pick<CalendarEntry, 'since' | 'round'>> = {},
  ) => (date === null ? [] : [{ kind, round, date, since }])
  const { opensAt, closesAt, appealUntil, rounds, waitingEndsOn, studiesBegin } = dates
  const hasRounds = programme?.isRanked !== false
  return [
    ...entry('opens', opensAt),
    ...entry('closes', closesAt, { since: opensAt }),
    ...entry('appeals', appealUntil, { since: closesAt }),
    ...(hasRounds ? rounds : []).flatMap((round) => [
      ...entry('results', round.resultsOn, { round }),
      ...entry('appeals', round.appealUntil, { since: round.resultsOn, round }),
      ...entry('confirm', round.confirmBy, { since: round.resultsOn, round }),
    ]),
    ...entry('enrolmentBegins', dates.enrolFrom),
    ...entry('enrolment', dates.enrolUntil, { since: dates.enrolFrom }),
    ...entry('waiting', hasRounds ? waitingEndsOn : null),
    ...entry('studies', studiesBegin),
  ].sort((one, other) => dayOf(one.date).localeCompare(dayOf(other.date)))
}

/** Dates at the end of a period. All others are moments at which something happens. */
const lastDays: ReadonlySet<CalendarEntry['kind']> = new Set([
  ...(['closes', 'appeals', 'confirm', 'enrolment'] as const),
])

/** Whether a date is over, is today or ends a period that has begun, or lies ahead. */
export function stateOfEntry({ kind, date, since }: CalendarEntry, now: Date) {
  const [instant, day] = [now.toISOString(), today(now)]
  const hasBegun = (start: string) => start <= (start.includes('T') ? instant : day)
  if (date.includes('T') ? date <= instant : date < day) return 'done'
  const start = lastDays.has(kind) ? since : date
  return (start === null ? kind === 'closes' : hasBegun(start)) ? 'current' : 'ahead'
}

interface DateTextOptions {
  readonly language: string
  readonly now: Date
  readonly t: (key: string, params: { readonly date: string }) => string
}

/**
 * The date of an entry in words, such as "until Fri 23 July, 23:59 (Romanian time)". Past dates have
 * no weekday, and dates of this year no year.
 */
export function dateTextOf(entry: CalendarEntry, { language, now, t }: DateTextOptions) {
  const { day, time } = lastMinuteOf(entry)
  const date = formatMoment(new Date(`${day}T00:00:00Z`), language, {
    ...{ day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(stateOfEntry(entry, now) !== 'done' && { weekday: 'short' }),
    ...(day.slice(0, 4) !== today(now).slice(0, 4) && { year: 'numeric' }),
  })
  const text = time === '' ? date : t('public:moment', { date: `${date}, ${time}` })
  return endsPeriod(entry) ? t('apply:calendar.until', { date: text }) : text
}

/** Whether the date ends a period in which applicants can do something. */
export const endsPeriod = ({ kind }: Pick<CalendarEntry, 'kind'>) => lastDays.has(kind)

/** The instant of an entry; null for a whole day. */
export function lastInstantOf({ kind, date }: Pick<CalendarEntry, 'kind' | 'date'>): Date | null {
  if (!date.includes('T')) return null
  // If applications close at the end of a day, its last minute is the last one to apply.
  const isMidnight = kind === 'closes' && localMinute(date).endsWith(' 00:00')
  return new Date(Date.parse(date) - (isMidnight ? 60_000 : 0))
}

/** The day of an entry and its time, which is empty for a whole day. */
function lastMinuteOf(entry: CalendarEntry) {
  const instant = lastInstantOf(entry)
  if (!instant) return { day: entry.date, time: endsPeriod(entry) ? '23:59' : '' }
  const [day = '', time = ''] = localMinute(instant.toISOString()).split(' ')
  return { day, time }
}
