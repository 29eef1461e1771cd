/** Undoing a transition, by a user on the record or by the undo of a job. */
import { AppError } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Draft, Prepared, WriteEvent } from '#server/engine/records/hooks.ts'
import type { StoredRecord } from '#server/engine/records/reading/find.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { change } from '#server/engine/sql/tables.ts'
import { columns, pick, present, run, set, sql, table } from '#server/engine/sql/typed.ts'
import { addEvents } from '#server/university/admission/events.ts'
import { registrationEvent } from '#server/university/tables/rows.ts'
import { actorOf, differing, noticeFor } from './steps.ts'
import { statusIn, stepNames } from './steps-names.ts'
import { heldUntil, planNotice, recordNotices, type StepNotice } from './steps-notices.ts'
import { marksAfter } from './steps-sets.ts'
import { reviewSettings } from './steps-settings.ts'

const h = table(change, 'h')
const e = table(registrationEvent, 'e')

export interface LastStep {
  readonly action: string
  readonly actor_id: string | null
  readonly before: Values
  readonly after: Values
}

/** Data that `prepareUndo` passes to `recordUndos`. */
interface UndoContext {
  readonly notice: StepNotice
  readonly undone: string
}

/** Whether a write undoes a transition. An undone edit leaves the status alone and counts as an edit. */
export const isStepUndone = ({ action, before, changed }: Draft<typeof registrations>) =>
  action === 'undo' && before !== null && Object.hasOwn(changed, 'status')

/** Returns the values to set in addition to the restored ones. Throws `step.told` and `access.denied`. */
export async function prepareUndo(context: Context, write: Draft<typeof registrations>): Promise<Prepared | undefined> {
  const { before, record, permit } = write
  if (!before) return undefined
  const { action: undone } = await undoable(context, permit, before)
  const settings = await reviewSettings(context.database)
  const notice = planNotice({ name: 'undo', before: before.values, to: statusIn(record), now: context.clock.now() }, settings)
  const undoContext: UndoContext = { notice, undone }
  return { set: differing(write, { ...marksAfter(write), ...notice.set }), context: undoContext }
}

/** Completes undone transitions in their transaction: cancels their emails and events, and adds an event for the undo. */
export async function recordUndos(queries: Queries, undos: readonly WriteEvent<typeof registrations>[]): Promise<void> {
  // `prepareUndo` sets the context of every undo.
  const taken = undos.map((event) => ({ ...event, ...(event.context as UndoContext) }))
  await recordNotices(
    queries,
    taken.map(({ notice, ...event }) => noticeFor(event, notice)),
  )
  for (const { id, notice } of taken) if (notice.mail) await showAgain(queries, id, notice)
  await addEvents(
    queries,
    taken.map(({ id, before, record, permit, at, undone }) => ({
      registrationId: id,
      type: 'stepUndone',
      by: actorOf(permit),
      at: new Date(at),
      from: statusIn(before?.values ?? {}),
      to: statusIn(record),
      payload: { step: undone },
    })),
  )
}

/** Returns the last transition if the caller may undo it. Throws `step.told` and `access.denied`. */
export async function undoable({ database, clock }: Context, { caller }: Permit, record: StoredRecord): Promise<LastStep> {
  const last = heldUntil(record.values, clock.now()) ? await lastStep(database, record) : null
  if (!last || record.values.enrolledAt !== null) throw new AppError('step.told')
  if (caller?.role !== 'admin' && last.actor_id !== caller?.id) throw new AppError('access.denied')
  return last
}

async function lastStep(queries: Queries, { id, version }: StoredRecord): Promise<LastStep | null> {
  const [row] = await run(
    queries,
    sql`select ${pick({ ...columns(h, 'action', 'actor_id'), before: present(h.before), after: present(h.after) })} from ${h}
     where ${h.resource} = ${registrations.name} and ${h.record_id} = ${id} and ${h.version} <= ${version}
     and ${h.action} = any(${stepNames}) order by ${h.version} desc limit 1`,
  )
  return row ?? null
}

/** Shows the event of the transition before the undone one, if its notification was cancelled as well and is queued again. */
async function showAgain(queries: Queries, id: string, { mail, visibleFrom }: StepNotice): Promise<void> {
  await run(
    queries,
    sql`update ${e} ${set(e, { visible_from: visibleFrom?.toISOString() })} where ${e.id} =
       (select ${e.id} from ${e} where ${e.registration_id} = ${id} and ${e.type} = ${mail} order by ${e.at} desc, ${e.id} desc limit 1)`,
  )
}
