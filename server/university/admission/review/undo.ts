/** Takes back a step that the applicant has not been told of. */
import { registrations } from '#resources/registrations.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import { authorize, seeingAll } from '#server/engine/policy/permit.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { type LastStep, undoable } from './undo-step.ts'

/**
 * Restores what stood before the last step, by who took it or an admin. Throws `step.told` when the applicant knows of it
 * already, `access.denied` for another's step, and as an update.
 */
export async function undoStep(context: Context, caller: Caller, id: string, version: number | undefined): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  const values = async (record: StoredRecord) => stillSet(await undoable(context, permit, record), record.values)
  await recordsOf(context).change(seeingAll(permit), { id, version, action: 'undo', values })
}

/** Values that the step replaced, as far as nobody has changed them since. */
const stillSet = ({ before, after }: LastStep, values: Values): Values =>
  Object.fromEntries(
    Object.entries(before).filter(([name]) => JSON.stringify(values[name] ?? null) === JSON.stringify(after[name] ?? null)),
  )
