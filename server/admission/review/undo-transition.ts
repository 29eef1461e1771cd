/** Undoes a transition that the applicant has not been notified of. */

import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import { authorize, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { registrations } from '#resources/registrations.ts'
import { getUndoableTransition, type LastTransition } from './undo-hooks.ts'

/**
 * Restores the values from before the last transition. Throws `transition.notified` if the applicant was notified, `access.denied` if
 * another user made the transition and the caller is not an admin, and the errors of an update.
 */
export async function undoLastTransition(context: Context, caller: Caller, id: string, version: number | undefined): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  const values = async (record: StoredRecord) => revertibleValues(await getUndoableTransition(context, permit, record), record.values)
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), { id, version, action: 'undo', values })
}

/** Values that the transition replaced and that have not changed since. */
const revertibleValues = ({ before, after }: LastTransition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(before).filter(([name]) => JSON.stringify(values[name] ?? null) === JSON.stringify(after[name] ?? null)),
  )
