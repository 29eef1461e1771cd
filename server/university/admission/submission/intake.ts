/** Whether the admission sessions accept applications. */
import { takingFor } from '#model/admission/beside.ts'
import type { WireIntake } from '#model/admission/wire.ts'
import { AppError } from '#model/wire/errors.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, type Expression, expr, outer, pick, raw, run, sql, table } from '#server/engine/sql/typed.ts'

export const rules = table(settings, 's')
const a = table(admissionSessions, 'a')
const j = outer(admissionSessions, 'j')
const z = table(specializations, 'z')

/** Settings that apply to all sessions, and the dates of each session that receives applications. */
export const intakeColumns = {
  ...columns(rules, 'registrationOpen', 'stopApplicationRequests', 'publicStatus', 'admissionSessionId'),
  ...{ sessionId: j.id, session: j.name, degree: j.degree },
  ...columns(j, 'opensAt', 'closesAt'),
}
/** Yields one row per such session, and a single row if there is none. */
export const intakeTables = sql`${rules} left join ${j} on ${j.id} = ${rules.admissionSessionId} or ${j.isBeside} order by ${j.closesAt}, ${j.id}`
const intake = pick(intakeColumns)

/** An admission session that receives applications, with the settings. */
export type Intake = (typeof intake)['~selects']

/** The current session, followed by the parallel ones, each of which is for one degree. */
export type Intakes = readonly [Intake, ...Intake[]]

/** Grace period after closing, for forms sent at the last moment. */
const graceMs = 60_000
/** A request that started in time must be complete within this time. */
const longestRequestMs = 10 * 60_000

const currentId = sql`(select ${rules.admissionSessionId} from ${rules})`

/** SQL condition: whether a session receives applications, and for whether it is the current one. */
export const isUnderWay = (session: typeof a) => expr<boolean>`(${isCurrent(session)} or ${session.isBeside})`
export const isCurrent = (session: typeof a) => expr<boolean>`${session.id} is not distinct from ${currentId}`

/** Orders the rows. The session named by the settings is the current one, even if it is also marked as parallel. */
export function intakesOf(rows: readonly Intake[]): Intakes {
  const [first] = rows
  if (!first) throw new Error('the settings are missing')
  const current = rows.find((row) => row.sessionId === row.admissionSessionId)
  const beside = rows.flatMap((row) => (row === current || row.sessionId === null ? [] : [{ ...row, admissionSessionId: row.sessionId }]))
  return [current ?? { ...first, sessionId: null, session: null, degree: null, opensAt: null, closesAt: null }, ...beside]
}

/** Reads the sessions. With `isHeld`, shared locks keep the settings and sessions unchanged until the transaction ends. */
export async function readIntakes(queries: Queries, isHeld = false): Promise<Intakes> {
  const rows = await run(queries, sql`select ${intake} from ${intakeTables}${raw(isHeld ? ' for share of s' : '')}`)
  const ids = rows.flatMap(({ sessionId }) => sessionId ?? [])
  if (isHeld && ids.length > 0) await run(queries, sql`select 1 from ${a} where ${a.id} = any(${ids}::uuid[]) for share`)
  return intakesOf(rows)
}

/** Returns the mode of the public status search from the settings. */
export async function readPublicStatus(queries: Queries) {
  const [row] = await run(queries, sql`select ${pick({ publicStatus: rules.publicStatus })} from ${rules}`)
  if (!row) throw new Error('the settings are missing')
  return row.publicStatus
}

/** SQL for the id of the session that receives applications for programmes of a degree. */
export const sessionFor = (cycle: Expression<string>) =>
  expr<string | null>`coalesce((select ${a.id} from ${a} where ${a.isBeside} and ${a.degree} = ${cycle}
    order by ${a.closesAt}, ${a.id} limit 1), ${currentId})`

/** Like `sessionFor`, from sessions that were read. */
export const intakeFor = ([current, ...beside]: Intakes, cycle: string): Intake => takingFor(current, beside, cycle)

/** Returns the session of a programme by its id; the current one if there is no such programme. */
export async function intakeOf(queries: Queries, intakes: Intakes, specializationId: string): Promise<Intake> {
  if (intakes.length === 1) return intakes[0]
  const [programme] = await run(queries, sql`select ${pick({ cycle: z.cycle })} from ${z} where ${z.id}::text = ${specializationId}`)
  return programme ? intakeFor(intakes, programme.cycle) : intakes[0]
}

/** Returns the reason why the public cannot apply at that moment; null if it can. */
export function closedBecause(intake: Intake, at: Date, grace = 0): WireIntake['closedBecause'] {
  if (intake.stopApplicationRequests) return 'stopped'
  if (!intake.registrationOpen) return 'closed'
  if (intake.opensAt && at.getTime() < Date.parse(intake.opensAt)) return 'early'
  return hasEnded(intake, at, grace) ? 'late' : null
}

const hasEnded = ({ closesAt }: Intake, at: Date, grace: number) => closesAt !== null && at.getTime() >= Date.parse(closesAt) + grace

/** Like `closedBecause`, with the grace period. */
export const closedNow = (intake: Intake, now: Date) => closedBecause(intake, now, graceMs)

/** Whether the session is over, including the grace period. */
export const isOverNow = (intake: Intake, now: Date) => hasEnded(intake, now, graceMs)

/** When a request began, and when it was complete. */
export interface Arrival {
  readonly began: Date
  readonly now: Date
}

/**
 * Throws `registration.stopped`, and `registration.closed` unless staff send the request or it began within the dates of at
 * least one session.
 */
export function demandOpen(intakes: readonly Intake[], office: Caller | null, { began, now }: Arrival): void {
  const reasons = intakes.map((intake) => closedNow(intake, began))
  if (reasons.includes('stopped')) throw new AppError('registration.stopped')
  if (office) return
  if (!reasons.includes(null) || now.getTime() - began.getTime() > longestRequestMs) throw new AppError('registration.closed')
}

/** Whether a session offers programmes of a degree. */
export const offers = ({ degree }: Pick<Intake, 'degree'>, cycle: string): boolean => degree === null || degree === cycle
