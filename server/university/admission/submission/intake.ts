/** State of the intake, open or closed, and what public pages show of it. */
import type { WireIntake } from '#model/admission/wire.ts'
import { AppError } from '#model/errors.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { settings } from '#resources/settings.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { columns, outer, pick, raw, run, sql, table } from '#server/engine/sql/typed.ts'

export const rules = table(settings, 's')
const a = outer(admissionSessions, 'a')

/** The settings that decide, and the dates of the admission under way. */
export const intakeColumns = {
  ...columns(rules, 'registrationOpen', 'stopApplicationRequests', 'publicStatus', 'admissionSessionId'),
  session: a.name,
  degree: a.degree,
  ...columns(a, 'opensAt', 'closesAt'),
}
export const intakeTables = sql`${rules} left join ${a} on ${a.id} = ${rules.admissionSessionId}`
const intake = pick(intakeColumns)
export type Intake = (typeof intake)['~selects']

/** A form that was sent at the last moment may take so long to arrive. */
const graceMs = 60_000
/** A request that began in time counts when it is whole by then. */
const longestRequestMs = 10 * 60_000

/** As the settings are now. `isHeld`: they stay so until the transaction ends. */
export async function readIntake(queries: Queries, isHeld = false): Promise<Intake> {
  const [row] = await run(queries, sql`select ${intake} from ${intakeTables}${raw(isHeld ? ' for share of s' : '')}`)
  if (!row) throw new Error('the settings are missing')
  if (isHeld && row.admissionSessionId) await run(queries, sql`select 1 from ${a} where ${a.id} = ${row.admissionSessionId} for share`)
  return row
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

/** Throws `registration.stopped`, and for anybody but the office `registration.closed` where the request came outside the dates. */
export function demandOpen(intake: Intake, office: Caller | null, { began, now }: Arrival): void {
  const reason = closedNow(intake, began)
  if (reason === 'stopped') throw new AppError('registration.stopped')
  if (office) return
  if (reason || now.getTime() - began.getTime() > longestRequestMs) throw new AppError('registration.closed')
}

/** Tells whether the admission under way offers programmes of a degree. */
export const offers = ({ degree }: Pick<Intake, 'degree'>, cycle: string): boolean => degree === null || degree === cycle
