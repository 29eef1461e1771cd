/** Figures of the current admission session, compared with the session a year earlier. */
import { timeZone, today } from '@matricola/schema/values/dates.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isOneOfLiterals,
  outerTable,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { displayedSql } from '@matricola/server/sql/value-sql.ts'
import type {
  WireAdmissionDay,
  WireAdmissionFigures,
  WireDashboard,
  WirePlaces,
} from '#resources/academic/wire-dashboard.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'

const registration = table(registrations)
const specialization = table(specializations)
const settingsRow = table(settings)
const admissionSession = table(admissionSessions)
const earlierSession = table(admissionSessions, 'earlier_session')
const lastSession = outerTable(admissionSessions, 'last_session')

const dayMs = 86_400_000
/** SQL for the day of a timestamp in the university's time zone. */
const dayOf = (instant: SqlExpression<string | null>) =>
  expr<string>`(${instant} at time zone ${raw(`'${timeZone}'`)})::date`
const longestSeries = 200

/** The current admission session, and the one that opened about a year earlier. */
const session = pick({
  ...columns(admissionSession, 'id', 'name', 'opensAt', 'closesAt'),
  lastId: lastSession.id,
  lastName: lastSession.name,
  lastOpensAt: lastSession.opensAt,
})
type SessionRow = (typeof session)['~selects']

/**
 * Counts the registrations in each status, including statuses that have none. Counts those of one
 * session, or of all.
 */
export async function countByStatus(
  queries: Queries,
  sessionId?: string,
): Promise<Record<string, number>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ status: registration.status, count: expr<number>`count(*)` })}
     from ${registration} ${sessionId ? sql`where ${registration.admissionSessionId} = ${sessionId}` : raw('')} group by ${registration.status}`,
  )
  const counts = new Map<string, number>(rows.map(({ status, count }) => [status, count]))
  return Object.fromEntries(
    Object.keys(registrations.fields.status.choices).map((status) => [
      status,
      counts.get(status) ?? 0,
    ]),
  )
}

/** Returns the figures of the session in the settings; null if the settings name none. */
export async function readAdmissionFigures(
  queries: Queries,
  now: Date,
  language: Caller['language'],
): Promise<WireAdmissionFigures | null> {
  const [current] = await runStatement(queries, currentSession)
  if (!current) return null
  const [registrationStatus, days, places] = await Promise.all([
    countByStatus(queries, current.id),
    seriesOf(queries, current, now),
    placesOf(queries, current.id, language),
  ])
  return {
    id: current.id,
    name: current.name,
    opensAt: current.opensAt,
    closesAt: current.closesAt,
    registrations: Object.values(registrationStatus).reduce((sum, count) => sum + count, 0),
    registrationStatus,
    lastYear: await lastYearOf(queries, current, now),
    days,
    places,
  }
}

/** Reads the current session, and the one that opened 330 to 400 days before it. */
const currentSession = sql`
  select ${session}
  from ${settingsRow} join ${admissionSession} on ${admissionSession.id} = ${settingsRow.admissionSessionId}
  left join lateral (
    select ${earlierSession.id}, ${earlierSession.name}, ${earlierSession.opensAt} from ${earlierSession}
    where ${earlierSession.opensAt} between ${admissionSession.opensAt} - interval '400 days' and ${admissionSession.opensAt} - interval '330 days'
    order by abs(extract(epoch from ${admissionSession.opensAt} - ${earlierSession.opensAt}) - 365 * 86400) limit 1) last_session on true`

/** Counts the applications that last year's session had at the same time after its opening. */
async function lastYearOf(
  queries: Queries,
  session: SessionRow,
  now: Date,
): Promise<WireAdmissionFigures['lastYear']> {
  if (!session.lastId || !session.lastName || !session.lastOpensAt || !session.opensAt) return null
  const until = Date.parse(session.lastOpensAt) + now.getTime() - Date.parse(session.opensAt)
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ count: expr<number>`count(*)` })} from ${registration}
     where ${registration.admissionSessionId} = ${session.lastId} and ${registration.submittedAt} <= ${new Date(until).toISOString()}`,
  )
  return { name: session.lastName, registrations: row?.count ?? 0 }
}

async function seriesOf(
  queries: Queries,
  session: SessionRow,
  now: Date,
): Promise<WireAdmissionDay[]> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      admissionSessionId: registration.admissionSessionId,
      day: expr<string>`${dayOf(registration.submittedAt)}::text`,
      count: expr<number>`count(*)`,
    })} from ${registration}
     where ${registration.admissionSessionId} = any(${[session.id, session.lastId].filter(Boolean)}::uuid[]) group by 1, 2 order by 2`,
  )
  const countsOf = (id: string | null) =>
    new Map(
      rows.flatMap((row) => (row.admissionSessionId === id ? [[row.day, row.count] as const] : [])),
    )
  const current = countsOf(session.id)
  const first = startOf(session.opensAt, current)
  if (first === null) return []
  const last = countsOf(session.lastId)
  const lastStart = startOf(session.lastOpensAt, last)
  const currentDay = today(now)
  const end = [
    currentDay,
    ...current.keys(),
    ...(session.closesAt ? [dayIn(session.closesAt)] : []),
  ].reduce((a, b) => (a > b ? a : b))
  const length = Math.min(
    longestSeries,
    Math.max(1, Math.round((Date.parse(end) - Date.parse(first)) / dayMs) + 1),
  )
  return Array.from({ length }, (_, offset) => {
    const day = plusDays(first, offset)
    return {
      day,
      count: day > currentDay ? null : (current.get(day) ?? 0),
      lastYear: lastStart === null ? null : (last.get(plusDays(lastStart, offset)) ?? 0),
    }
  })
}

const dayIn = (instant: string) => today(new Date(instant))
const plusDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
/** Day of the opening; else of the first application. */
const startOf = (opensAt: string | null, counts: ReadonlyMap<string, number>): string | null =>
  opensAt ? dayIn(opensAt) : ([...counts.keys()][0] ?? null)

/** Returns the programmes in the session, those with the most applications per place first. */
async function placesOf(
  queries: Queries,
  sessionId: string,
  language: Caller['language'],
): Promise<WirePlaces[]> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(specialization, 'id'),
      name: expr<string>`${raw(displayedSql(specializations, 'name', { alias: 'specializations', language }))}`,
      places: expr<
        number | null
      >`case when ${specialization.placesBudget} is null and ${specialization.placesFee} is null then null
         else coalesce(${specialization.placesBudget}, 0) + coalesce(${specialization.placesFee}, 0) end`,
      registrations: expr<number>`coalesce(registrations.registrations, 0)`,
      accepted: expr<number>`coalesce(registrations.accepted, 0)`,
    })}
     from ${specialization} left join (
       select ${registration.specializationId}, count(*) as registrations, count(*) filter (where ${equalsLiteral(registration.status, 'accepted')}) as accepted
       from ${registration} where ${registration.admissionSessionId} = ${sessionId} group by ${registration.specializationId}) registrations on ${registration.specializationId} = ${specialization.id}
     where ${specialization.isActive} or registrations.registrations > 0 order by ${specialization.nameKey}, ${specialization.id}`,
  )
  const places = rows.map(({ id, name, places, registrations, accepted }) => ({
    specializationId: id,
    title: name,
    places,
    registrations,
    accepted,
    left: places === null ? null : places - accepted,
    registrationsPerPlace: places ? registrations / places : null,
  }))
  // Sorting is stable, so ties stay in the order of their names.
  return places.sort((a, b) => (b.registrationsPerPlace ?? -1) - (a.registrationsPerPlace ?? -1))
}

const decisionDays = 14

/**
 * SQL for the number of days from Monday to Friday before a day, counted from a Monday in the past.
 */
const workingDaysBefore = (day: SqlExpression<string>) =>
  expr<number>`((${day} - date '2001-01-01') / 7 * 5 + least((${day} - date '2001-01-01') % 7, 5))`

/**
 * Returns how many working days recent decisions took; null if there were none. Withdrawals do not
 * count.
 */
export async function readTimeToDecision(
  queries: Queries,
  now: Date,
): Promise<WireDashboard['timeToDecision']> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({
      decisions: expr<number>`count(*)`,
      median: expr<number>`percentile_disc(0.5) within group (order by took)`,
      ninetieth: expr<number>`percentile_disc(0.9) within group (order by took)`,
    })}
     from (select ${workingDaysBefore(dayOf(registration.decidedAt))} - ${workingDaysBefore(dayOf(registration.submittedAt))} as took from ${registration}
       where ${registration.decidedAt} >= ${new Date(now.getTime() - decisionDays * dayMs).toISOString()}
       and ${isOneOfLiterals(registration.status, ['accepted', 'declined'])} and ${registration.reasonCode} is distinct from 'withdrawn') t`,
  )
  return row && row.decisions > 0 ? row : null
}
