/** The last withdrawal of an application, and whether it can still be taken back. */
import type { Queries } from '#server/engine/database/database.ts'
import { withdrawalUndoMs } from '#server/engine/session/lifetimes.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { isHeld } from './applicant-knows.ts'

/** Name of the change in the history. */
export const withdrawAction = 'withdraw'

export interface Withdrawal {
  /** The fields that it changed, as they were. */
  readonly before: Values
  readonly undoUntil: string
  /** Whether the applicant had not been told of the last step then. */
  readonly wasHeld: boolean
}

/** The withdrawal, while it can be taken back: in time, and while the programme still takes applicants. */
export async function withdrawalOf(queries: Queries, id: string, now: Date): Promise<Withdrawal | null> {
  const [row] = await queries.query<{ at: string; before: Values }>(
    `select c.at, c.before from change c join registrations r on r.id = c.record_id join specializations s on s.id = r.specialization_id
     where c.resource = 'registrations' and c.record_id = $1::uuid and c.action = $2 and s.is_active and r.status = 'declined'
       and r.reason_code = 'withdrawn' and r.erased_at is null
     order by c.version desc limit 1`,
    [id, withdrawAction],
  )
  if (!row) return null
  const undoUntil = new Date(Date.parse(row.at) + withdrawalUndoMs)
  return now < undoUntil ? { before: row.before, undoUntil: undoUntil.toISOString(), wasHeld: isHeld(row.before, new Date(row.at)) } : null
}
