/** Whether the admission sessions accept applications. */

import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  expr,
  outerTable,
  pick,
  raw,
  runStatement,
  type SqlExpression,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { forDegree } from '#resources/admission/concurrent-admissions.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { departments } from '#resources/departments.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'

const admissionSession = table(admissionSessions)
const openSession = outerTable(admissionSessions, 'open_session')
const specialization = table(specializations)
const department = table(departments)
const admissionProgramme = outerTable(admissionProgrammes)

export const settingsTable = table(settings)

/**
 * Settings that apply to all sessions, and the dates of each session that receives applications.
 */
export const currentSessionColumns = {
  ...columns(
    settingsTable,
    'registrationOpen',
    'stopApplicationRequests',
    'publicStatus',
    'admissionSessionId',
  ),
  ...{ sessionId: openSession.id, session: openSession.name, degree: openSession.degree },
  sessionNames: allTranslations(openSession.name),
  ...columns(openSession, 'opensAt', 'closesAt'),
}
/**
 * Yields one row per session that receives applications, or a single row without a session if there
 * is none.
 */
export const currentSessionTables = sql`${settingsTable} left join ${openSession} on ${openSession.id} = ${settingsTable.admissionSessionId} or ${openSession.isConcurrent} order by ${openSession.closesAt}, ${openSession.id}`
const currentSession = pick(currentSessionColumns)

/** An admission session that receives applications, with the settings. */
export type CurrentSession = (typeof currentSession)['~selects']

/**
 * The current session, followed by the parallel sessions. Each parallel session is for one degree.
 */
export type CurrentSessions = readonly [CurrentSession, ...CurrentSession[]]

/** Grace period after closing, for forms sent at the last moment. */
const graceMs = 60_000
/** Time within which a request that started before the closing date must be complete. */
const longestRequestMs = 10 * 60_000

const currentId = sql`(select ${settingsTable.admissionSessionId} from ${settingsTable})`

/**
 * SQL conditions for whether a session receives applications, and whether it is the current one.
 */
export const receivesApplications = (session: typeof admissionSession) =>
  expr<boolean>`(${isCurrentSession(session)} or ${session.isConcurrent})`
export const isCurrentSession = (session: typeof admissionSession) =>
  expr<boolean>`${session.id} is not distinct from ${currentId}`

/**
 * Orders the rows. The session named by the settings is the current one, even if it is also marked
 * as parallel.
 */
export function orderSessions(rows: readonly CurrentSession[]): CurrentSessions {
  const [first] = rows
  if (!first) throw new Error('the settings record is missing')
  const current = rows.find((row) => row.sessionId === row.admissionSessionId)
  const additional = rows.flatMap((row) =>
    row === current || row.sessionId === null
      ? []
      : [{ ...row, admissionSessionId: row.sessionId }],
  )
  return [
    current ?? {
      ...first,
      sessionId: null,
      session: null,
      sessionNames: null,
      degree: null,
      opensAt: null,
      closesAt: null,
    },
    ...additional,
  ]
}

/**
 * Reads the sessions. With `locks`, shared locks keep the settings and sessions unchanged until the
 * transaction ends.
 */
export async function readCurrentSessions(
  queries: Queries,
  withLock = false,
): Promise<CurrentSessions> {
  const rows = await runStatement(
    queries,
    sql`select ${currentSession} from ${currentSessionTables}${raw(withLock ? ' for share of settings' : '')}`,
  )
  const ids = rows.flatMap(({ sessionId }) => sessionId ?? [])
  if (withLock && ids.length > 0)
    await runStatement(
      queries,
      sql`select 1 from ${admissionSession} where ${admissionSession.id} = any(${ids}::uuid[]) for share`,
    )
  return orderSessions(rows)
}

/** Returns the mode of the public status search from the settings. */
export async function readPublicStatus(queries: Queries) {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ publicStatus: settingsTable.publicStatus })} from ${settingsTable}`,
  )
  if (!row) throw new Error('the settings record is missing')
  return row.publicStatus
}

/** SQL for the id of the session that receives applications for the programmes of a degree. */
export const sessionIdFor = (cycle: SqlExpression<string>) =>
  expr<
    string | null
  >`coalesce((select ${admissionSession.id} from ${admissionSession} where ${admissionSession.isConcurrent} and ${admissionSession.degree} = ${cycle}
    order by ${admissionSession.closesAt}, ${admissionSession.id} limit 1), ${currentId})`

/** Like `sessionIdFor`, but uses sessions that were already read. */
export const currentSessionFor = (
  [current, ...additional]: CurrentSessions,
  cycle: string,
): CurrentSession => forDegree(current, additional, cycle)

/**
 * Returns the session that a programme belongs to, or the current session if there is no such
 * programme.
 */
export async function findSessionOfProgramme(
  queries: Queries,
  intakes: CurrentSessions,
  specializationId: string,
): Promise<CurrentSession> {
  if (intakes.length === 1) return intakes[0]
  const [programme] = await runStatement(
    queries,
    sql`select ${pick({ cycle: specialization.cycle })} from ${specialization} where ${specialization.id}::text = ${specializationId}`,
  )
  return programme ? currentSessionFor(intakes, programme.cycle) : intakes[0]
}

/** Returns the reason why the public cannot apply at that moment, or null if it can. */
export function closedReason(
  intake: CurrentSession,
  at: Date,
  grace = 0,
): WireIntake['closedReason'] {
  if (intake.stopApplicationRequests) return 'stopped'
  if (!intake.registrationOpen) return 'closed'
  if (intake.opensAt && at.getTime() < Date.parse(intake.opensAt)) return 'early'
  return hasEnded(intake, at, grace) ? 'late' : null
}

const hasEnded = ({ closesAt }: CurrentSession, at: Date, grace: number) =>
  closesAt !== null && at.getTime() >= Date.parse(closesAt) + grace

/** Like `closedReason`, with the grace period. */
export const closedReasonWithGrace = (intake: CurrentSession, now: Date) =>
  closedReason(intake, now, graceMs)

/** Whether the session is over, including the grace period. */
export const isOverWithGrace = (intake: CurrentSession, now: Date) => hasEnded(intake, now, graceMs)

/** When the first byte of a request arrived, and when it was complete. */
export interface ArrivalTimes {
  readonly startedAt: Date
  readonly now: Date
}

/** Returns the arrival of a request for `assertOpen`. Time in the queue does not count. */
export const effectiveArrival = (
  { startedAt, waitedMs }: { readonly startedAt: Date; readonly waitedMs: number },
  now: Date,
): ArrivalTimes => ({ startedAt, now: new Date(now.getTime() - waitedMs) })

/**
 * Throws `registration.stopped` if applications are stopped. Throws `registration.closed` unless
 * staff sent the request, or it started within the dates of at least one session.
 */
export function assertOpen(
  intakes: readonly CurrentSession[],
  staff: Caller | null,
  { startedAt, now }: ArrivalTimes,
): void {
  const reasons = intakes.map((intake) => closedReasonWithGrace(intake, startedAt))
  if (reasons.includes('stopped')) throw new AppError(admissionErrors['registration.stopped'])
  if (staff) return
  if (!reasons.includes(null) || now.getTime() - startedAt.getTime() > longestRequestMs)
    throw new AppError(admissionErrors['registration.closed'])
}

/** Whether a session offers programmes for a degree. */
export const offersDegree = ({ degree }: Pick<CurrentSession, 'degree'>, cycle: string): boolean =>
  degree === null || degree === cycle

const chosenProgramme = pick({
  ...columns(specialization, 'id', 'cycle', 'departmentProfileId'),
  ...columns(admissionProgramme, 'admissionSessionId'),
  isActive: expr<boolean>`(${specialization.isActive} and ${department.isActive})`,
})

/** A programme in a session. The session is null if none of them ranks the programme. */
export type ChosenProgramme = (typeof chosenProgramme)['~selects']

/** Returns a row for each programme and session. */
export function readChosenProgrammes(
  queries: Queries,
  intakes: CurrentSessions,
  ids: readonly unknown[],
): Promise<readonly ChosenProgramme[]> {
  const sessions = intakes.flatMap(({ admissionSessionId }) => admissionSessionId ?? [])
  return runStatement(
    queries,
    sql`select ${chosenProgramme} from ${specialization} join ${department} on ${department.id} = ${specialization.departmentProfileId} left join ${admissionProgramme} on ${admissionProgramme.specializationId} = ${specialization.id} and ${admissionProgramme.admissionSessionId} = any(${sessions}::uuid[])
     where ${specialization.id} = any(${ids}::uuid[])`,
  )
}

interface SessionRequest {
  readonly intakes: CurrentSessions
  /** The application's own programme; undefined if the id is unknown. */
  readonly programme: Pick<ChosenProgramme, 'cycle'> | undefined
  readonly staff: Caller | null
  readonly arrival: ArrivalTimes
}

/**
 * Returns the session of a programme. Throws `input.invalid` if no session offers its degree or if
 * its session is closed while another is open. Staff may enter an application in any case.
 */
export function getReceivingSessionFor({
  intakes,
  programme,
  staff,
  arrival,
}: SessionRequest): CurrentSession {
  if (!programme) return intakes[0]
  const intake = currentSessionFor(intakes, programme.cycle)
  if (staff) return intake
  if (!offersDegree(intake, programme.cycle))
    throw invalidInput({ specializationId: [{ code: 'reference.notAllowed' }] })
  if (closedReasonWithGrace(intake, arrival.startedAt))
    throw invalidInput({ specializationId: [{ code: 'admission.closed' }] })
  return intake
}
