/** Whether applications are taken, and what public pages show of it. */
import type { WireIntake } from '#model/admission/wire.ts'
import { AppError } from '#model/errors.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Queries } from '#server/engine/database/database.ts'

/** The settings that decide, and the dates of the admission under way. */
export interface Intake {
  readonly registration_open: boolean
  readonly stop_application_requests: boolean
  readonly public_status: WireIntake['publicStatus']
  readonly admission_session_id: string | null
  readonly session: string | null
  readonly opens_at: string | null
  readonly closes_at: string | null
}

/** A form that was sent at the last moment may take so long to arrive. */
const graceMs = 60_000
/** A request that began in time counts when it is whole by then. */
const longestRequestMs = 10 * 60_000

/** What an intake is read from, and with which columns. */
export const intakeSql = {
  columns: `s.registration_open, s.stop_application_requests, s.public_status, s.admission_session_id,
       a.name as session, a.opens_at, a.closes_at`,
  from: 'settings s left join admission_sessions a on a.id = s.admission_session_id',
}

/** As the settings are now. `isHeld`: they stay so until the transaction ends. */
export async function readIntake(queries: Queries, isHeld = false): Promise<Intake> {
  const [row] = await queries.query<Intake>(`select ${intakeSql.columns} from ${intakeSql.from}${isHeld ? ' for share of s' : ''}`)
  if (!row) throw new Error('the settings are missing')
  if (isHeld && row.admission_session_id)
    await queries.query('select 1 from admission_sessions where id = $1 for share', [row.admission_session_id])
  return row
}

/** Why nobody outside the office can apply at that moment, or null. Source: domain rules, 2.7. */
export function closedBecause(intake: Intake, at: Date, grace = 0): WireIntake['closedBecause'] {
  if (intake.stop_application_requests) return 'stopped'
  if (!intake.registration_open) return 'closed'
  if (intake.opens_at && at.getTime() < Date.parse(intake.opens_at)) return 'early'
  return hasEnded(intake, at, grace) ? 'late' : null
}

const hasEnded = ({ closes_at: closesAt }: Intake, at: Date, grace: number) =>
  closesAt !== null && at.getTime() >= Date.parse(closesAt) + grace

/** The same for who has begun, and may send at the last moment. */
export const closedNow = (intake: Intake, now: Date) => closedBecause(intake, now, graceMs)

/** Whether the admission under way is over, also for who has begun. */
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
