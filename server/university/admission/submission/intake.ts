/** State of the admissions that take applications, open or closed. */
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

/** The settings that decide for every admission alike, and the dates of each that applications go to. */
export const intakeColumns = {
  ...columns(rules, 'registrationOpen', 'stopApplicationRequests', 'publicStatus', 'admissionSessionId'),
  ...{ sessionId: j.id, session: j.name, degree: j.degree },
  ...columns(j, 'opensAt', 'closesAt'),
}
/** A row for each of them, and one where there is none. */
export const intakeTables = sql`${rules} left join ${j} on ${j.id} = ${rules.admissionSessionId} or ${j.isBeside} order by ${j.closesAt}, ${j.id}`
const intake = pick(intakeColumns)

/** An admission that applications go to, by the settings and its dates. */
export type Intake = (typeof intake)['~selects']

/** The current admission, and after it those beside it, of one degree each. */
export type Intakes = readonly [Intake, ...Intake[]]

/** A form that was sent at the last moment may take so long to arrive. */
const graceMs = 60_000
/** A request that began in time counts when it is whole by then. */
const longestRequestMs = 10 * 60_000

const currentId = sql`(select ${rules.admissionSessionId} from ${rules})`

/** SQL of whether applications go to an admission, and of whether that is the current one. */
export const isUnderWay = (session: typeof a) => expr<boolean>`(${isCurrent(session)} or ${session.isBeside})`
export const isCurrent = (session: typeof a) => expr<boolean>`${session.id} is not distinct from ${currentId}`

/** The admissions of such rows; the one that the settings name is the current one, even where it could stand beside another. */
export function intakesOf(rows: readonly Intake[]): Intakes {
  const [first] = rows
  if (!first) throw new Error('the settings are missing')
  const current = rows.find((row) => row.sessionId === row.admissionSessionId)
  const beside = rows.flatMap((row) => (row === current || row.sessionId === null ? [] : [{ ...row, admissionSessionId: row.sessionId }]))
  return [current ?? { ...first, sessionId: null, session: null, degree: null, opensAt: null, closesAt: null }, ...beside]
}

/** As the settings are now. `isHeld`: they stay so until the transaction ends. */
export async function readIntakes(queries: Queries, isHeld = false): Promise<Intakes> {
  const rows = await run(queries, sql`select ${intake} from ${intakeTables}${raw(isHeld ? ' for share of s' : '')}`)
  const ids = rows.flatMap(({ sessionId }) => sessionId ?? [])
  if (isHeld && ids.length > 0) await run(queries, sql`select 1 from ${a} where ${a.id} = any(${ids}::uuid[]) for share`)
  return intakesOf(rows)
}

/** The setting that says what the public learns of applications by a CNP. */
export async function readPublicStatus(queries: Queries) {
  const [row] = await run(queries, sql`select ${pick({ publicStatus: rules.publicStatus })} from ${rules}`)
  if (!row) throw new Error('the settings are missing')
  return row.publicStatus
}

/** SQL of the id of the admission that takes applications for programmes of a degree. */
export const sessionFor = (cycle: Expression<string>) =>
  expr<string | null>`coalesce((select ${a.id} from ${a} where ${a.isBeside} and ${a.degree} = ${cycle}
    order by ${a.closesAt}, ${a.id} limit 1), ${currentId})`

/** The same of those that were read. */
export const intakeFor = ([current, ...beside]: Intakes, cycle: string): Intake => takingFor(current, beside, cycle)

/** The admission of a programme by its id; the current one for what is none. */
export async function intakeOf(queries: Queries, intakes: Intakes, specializationId: string): Promise<Intake> {
  if (intakes.length === 1) return intakes[0]
  const [programme] = await run(queries, sql`select ${pick({ cycle: z.cycle })} from ${z} where ${z.id}::text = ${specializationId}`)
  return programme ? intakeFor(intakes, programme.cycle) : intakes[0]
}

/** Why nobody outside the office can apply at that moment, or null. Source: domain rules, 2.7. */
export function closedBecause(intake: Intake, at: Date, grace = 0): WireIntake['closedBecause'] {
  if (intake.stopApplicationRequests) return 'stopped'
  if (!intake.registrationOpen) return 'closed'
  if (intake.opensAt && at.getTime() < Date.parse(intake.opensAt)) return 'early'
  return hasEnded(intake, at, grace) ? 'late' : null
}

const hasEnded = ({ closesAt }: Intake, at: Date, grace: number) => closesAt !== null && at.getTime() >= Date.parse(closesAt) + grace

/** The same for who has begun, and may send at the last moment. */
export const closedNow = (intake: Intake, now: Date) => closedBecause(intake, now, graceMs)

/** Tells whether the admission under way is over, also for who has begun. */
export const isOverNow = (intake: Intake, now: Date) => hasEnded(intake, now, graceMs)

/** When a request began, and what the clock says when it is whole. */
export interface Arrival {
  readonly began: Date
  readonly now: Date
}

/**
 * Throws `registration.stopped`, and for anybody but the office `registration.closed` where the request came outside the dates of
 * every one of the admissions.
 */
export function demandOpen(intakes: readonly Intake[], office: Caller | null, { began, now }: Arrival): void {
  const reasons = intakes.map((intake) => closedNow(intake, began))
  if (reasons.includes('stopped')) throw new AppError('registration.stopped')
  if (office) return
  if (!reasons.includes(null) || now.getTime() - began.getTime() > longestRequestMs) throw new AppError('registration.closed')
}

/** Tells whether an admission offers programmes of a degree. */
export const offers = ({ degree }: Pick<Intake, 'degree'>, cycle: string): boolean => degree === null || degree === cycle
