/** The last withdrawal of an application, and the time until which it can be undone. */

import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import {
  equalsLiteral,
  notNull,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { withdrawalUndoMs } from '#server/limits.ts'
import { isHeld } from './visible-status.ts'

const change = table(changeTable)
const registration = table(registrations)
const specialization = table(specializations)

/** Action under which a withdrawal is recorded in the history. */
export const withdrawAction = 'withdraw'

export interface Withdrawal {
  /** Previous values of the fields that the withdrawal changed. */
  readonly before: Values
  readonly undoUntil: string
  /** Whether the previous transition was on hold when the application was withdrawn. */
  readonly wasHeld: boolean
}

/**
 * Returns the last withdrawal if it can still be undone, otherwise null. Undoing requires an active
 * programme.
 */
export async function findWithdrawal(
  queries: Queries,
  id: string,
  now: Date,
): Promise<Withdrawal | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ at: change.at, before: notNull(change.before) })} from ${change} join ${registration} on ${registration.id} = ${change.record_id}
     join ${specialization} on ${specialization.id} = ${registration.specializationId}
     where ${change.resource} = 'registrations' and ${change.record_id} = ${id}::uuid and ${change.action} = ${withdrawAction} and ${specialization.isActive}
     and ${equalsLiteral(registration.status, 'declined')}
       and ${equalsLiteral(registration.reasonCode, 'withdrawn')} and ${registration.erasedAt} is null
     order by ${change.version} desc limit 1`,
  )
  if (!row) return null
  const undoUntil = new Date(Date.parse(row.at) + withdrawalUndoMs)
  return now < undoUntil
    ? {
        before: row.before,
        undoUntil: undoUntil.toISOString(),
        wasHeld: isHeld(row.before, new Date(row.at)),
      }
    : null
}
