/** Figures of the admission under way, counted from its applications and compared with those of a year ago. */
import { timeZone, today } from '#model/dates.ts'
import type { WireAdmissionDay, WireAdmissionFigures, WireDashboard, WirePlaces } from '#model/wire.ts'
import { resources } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'

const dayMs = 86_400_000
/** The university's day of a column. */
const dayOf = (column: string) => `(${column} at time zone '${timeZone}')::date`
/** Days that the series has at most. */
const longestSeries = 200

interface SessionRow {
  readonly id: string
  readonly name: string
  readonly opens_at: string | null
  readonly closes_at: string | null
  readonly last_id: string | null
  readonly last_name: string | null
  readonly last_opens_at: string | null
}

/** How many registrations stand in each status, those without any included; of one admission, or of all. */
export async function countsByStatus(queries: Queries, sessionId?: string): Promise<Record<string, number>> {
  const rows = await queries.query<{ status: string; count: number }>(
    `select status, count(*) as count from registrations ${sessionId ? 'where admission_session_id = $1' : ''} group by status`,
    sessionId ? [sessionId] : [],
  )
  const counts = new Map(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(Object.keys(resources.registrations.fields.status.choices).map((status) => [status, counts.get(status) ?? 0]))
}

/** The figures of the admission that the settings name; null where they name none. */
export async function admissionFigures(queries: Queries, now: Date): Promise<WireAdmissionFigures | null> {
  const [session] = await queries.query<SessionRow>(sessionSql)
  if (!session) return null
  const [registrationStatus, days, places] = await Promise.all([
    countsByStatus(queries, session.id),
    seriesOf(queries, session, now),
    placesOf(queries, session.id),
  ])
  return {
    id: session.id,
    name: session.name,
    opensAt: session.opens_at,
    closesAt: session.closes_at,
    registrations: Object.values(registrationStatus).reduce((sum, count) => sum + count, 0),
    registrationStatus,
    lastYear: await lastYearOf(queries, session, now),
    days,
    places,
  }
}

/** The current admission, and beside it the one that opened about a year before. */
const sessionSql = `
  select c.id, c.name, c.opens_at, c.closes_at, l.id as last_id, l.name as last_name, l.opens_at as last_opens_at
  from settings s join admission_sessions c on c.id = s.admission_session_id
  left join lateral (
    select id, name, opens_at from admission_sessions
    where opens_at between c.opens_at - interval '400 days' and c.opens_at - interval '330 days'
    order by abs(extract(epoch from c.opens_at - opens_at) - 365 * 86400) limit 1) l on true`

/** How many had come as long after last year's opening as now is after this year's. */
async function lastYearOf(queries: Queries, session: SessionRow, now: Date): Promise<WireAdmissionFigures['lastYear']> {
  if (!session.last_id || !session.last_name || !session.last_opens_at || !session.opens_at) return null
  const until = Date.parse(session.last_opens_at) + now.getTime() - Date.parse(session.opens_at)
  const [row] = await queries.query<{ count: number }>(
    'select count(*) as count from registrations where admission_session_id = $1 and submitted_at <= $2',
    [session.last_id, new Date(until).toISOString()],
  )
  return { name: session.last_name, registrations: row?.count ?? 0 }
}

async function seriesOf(queries: Queries, session: SessionRow, now: Date): Promise<WireAdmissionDay[]> {
  const rows = await queries.query<{ admission_session_id: string; day: string; count: number }>(
    `select admission_session_id, ${dayOf('submitted_at')}::text as day, count(*) as count from registrations
     where admission_session_id = any($1::uuid[]) group by 1, 2 order by 2`,
    [[session.id, session.last_id].filter(Boolean)],
  )
  const countsOf = (id: string | null) =>
    new Map(rows.flatMap((row) => (row.admission_session_id === id ? [[row.day, row.count] as const] : [])))
  const current = countsOf(session.id)
  const first = startOf(session.opens_at, current)
  if (first === null) return []
  const last = countsOf(session.last_id)
  const lastFirst = startOf(session.last_opens_at, last)
  const nowDay = today(now)
  const end = [nowDay, ...current.keys(), ...(session.closes_at ? [dayIn(session.closes_at)] : [])].reduce((a, b) => (a > b ? a : b))
  const length = Math.min(longestSeries, Math.max(1, Math.round((Date.parse(end) - Date.parse(first)) / dayMs) + 1))
  return Array.from({ length }, (_, offset) => {
    const day = plusDays(first, offset)
    return {
      day,
      count: day > nowDay ? null : (current.get(day) ?? 0),
      lastYear: lastFirst === null ? null : (last.get(plusDays(lastFirst, offset)) ?? 0),
    }
  })
}

const dayIn = (instant: string) => today(new Date(instant))
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** The day of the opening; without one, of the first application. */
const startOf = (opensAt: string | null, counts: ReadonlyMap<string, number>): string | null =>
  opensAt ? dayIn(opensAt) : ([...counts.keys()][0] ?? null)

/** The specializations that take part, those with the most registrations for a place first. */
async function placesOf(queries: Queries, sessionId: string): Promise<WirePlaces[]> {
  const rows = await queries.query<{ id: string; name: string; places: number | null; registrations: number; accepted: number }>(
    `select s.id, s.name, case when s.places_budget is null and s.places_fee is null then null
         else coalesce(s.places_budget, 0) + coalesce(s.places_fee, 0) end as places,
       coalesce(r.registrations, 0) as registrations, coalesce(r.accepted, 0) as accepted
     from specializations s left join (
       select specialization_id, count(*) as registrations, count(*) filter (where status = 'accepted') as accepted
       from registrations where admission_session_id = $1 group by specialization_id) r on r.specialization_id = s.id
     where s.is_active or r.registrations > 0 order by s.name_key, s.id`,
    [sessionId],
  )
  const places = rows.map(({ id, name, places, registrations, accepted }) => ({
    specializationId: id,
    title: name,
    places,
    registrations,
    accepted,
    left: places === null ? null : places - accepted,
    pressure: places ? registrations / places : null,
  }))
  // Sorting keeps the order by name among equals.
  return places.sort((a, b) => (b.pressure ?? -1) - (a.pressure ?? -1))
}

const decisionDays = 14

/** Days from Monday to Friday before a day, counted from a Monday long ago. */
const workingDaysBefore = (day: string) => `((${day} - date '2001-01-01') / 7 * 5 + least((${day} - date '2001-01-01') % 7, 5))`

/** How long the decisions of the last days took; those of applicants who withdrew are none. Null where there was no decision. */
export async function timeToDecision(queries: Queries, now: Date): Promise<WireDashboard['timeToDecision']> {
  const [row] = await queries.query<{ decisions: number; median: number; ninetieth: number }>(
    `select count(*) as decisions, percentile_disc(0.5) within group (order by took) as median,
       percentile_disc(0.9) within group (order by took) as ninetieth
     from (select ${workingDaysBefore(dayOf('decided_at'))} - ${workingDaysBefore(dayOf('submitted_at'))} as took from registrations
       where decided_at >= $1 and status in ('accepted', 'declined') and reason_code is distinct from 'withdrawn') t`,
    [new Date(now.getTime() - decisionDays * dayMs).toISOString()],
  )
  return row && row.decisions > 0 ? row : null
}
