/** Undoes a transition, for a user on the page of the record or for the undo of a job. */
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import type { Prepared, WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import { columns, notNull, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvents } from '#server/admission/timeline-events.ts'
import { registrationEventTable } from '#server/tables/rows.ts'
import { readReviewSettings } from './review-settings.ts'
import { statusOf, transitionNames } from './transition-names.ts'
import { heldUntil, planTransitionNotice, queueNotices, type TransitionNotice } from './transition-notices.ts'
import { documentMarksAfter } from './transition-values.ts'
import { addressedNotice, timelineActorOf, withoutUnchanged } from './transitions.ts'

const change = table(changeTable)
const registrationEvent = table(registrationEventTable)

export interface LastTransition {
  readonly action: string
  readonly actor_id: string | null
  readonly before: Values
  readonly after: Values
}

/** Data that `prepareUndo` passes to `completeUndos`. */
interface UndoContext {
  readonly notice: TransitionNotice
  readonly undoneAction: string
}

/** Whether a write undoes a transition. An undone edit leaves the status alone and counts as an edit. */
export const isTransitionUndone = ({ action, before, changed }: WriteDraft<typeof registrations>) =>
  action === 'undo' && before !== null && Object.hasOwn(changed, 'status')

/** Returns the values to set in addition to the restored ones. Throws `transition.notified` or `access.denied`. */
export async function prepareUndo(context: Context, write: WriteDraft<typeof registrations>): Promise<Prepared | undefined> {
  const { before, record, permit } = write
  if (!before) return undefined
  const { action: undoneAction } = await getUndoableTransition(context, permit, before)
  const settings = await readReviewSettings(context.database)
  const notice = planTransitionNotice({ name: 'undo', before: before.values, to: statusOf(record), now: context.clock.now() }, settings)
  const undoContext: UndoContext = { notice, undoneAction }
  return { set: withoutUnchanged(write, { ...documentMarksAfter(write), ...notice.set }), context: undoContext }
}

/** Completes undone transitions in their transaction: cancels their emails and events, and adds an event for the undo. */
export async function completeUndos(queries: Queries, undos: readonly WriteEvent<typeof registrations>[]): Promise<void> {
  // `prepareUndo` sets the context of every undo.
  const undoneTransitions = undos.map((event) => ({ ...event, ...(event.context as UndoContext) }))
  await queueNotices(
    queries,
    undoneTransitions.map(({ notice, ...event }) => addressedNotice(event, notice)),
  )
  for (const { id, notice } of undoneTransitions) if (notice.mail) await restoreVisibility(queries, id, notice)
  await addTimelineEvents(
    queries,
    undoneTransitions.map(({ id, before, record, permit, at, undoneAction }) => ({
      registrationId: id,
      type: 'transitionUndone',
      by: timelineActorOf(permit),
      at: new Date(at),
      from: statusOf(before?.values ?? {}),
      to: statusOf(record),
      payload: { step: undoneAction },
    })),
  )
}

/** Returns the last transition if the caller may undo it. Otherwise throws `transition.notified` or `access.denied`. */
export async function getUndoableTransition(
  { database, clock }: Context,
  { caller }: Permit,
  record: StoredRecord,
): Promise<LastTransition> {
  const last = heldUntil(record.values, clock.now()) ? await findLastTransition(database, record) : null
  if (!last || record.values.enrolledAt !== null) throw new AppError('transition.notified')
  if (caller?.role !== 'admin' && last.actor_id !== caller?.id) throw new AppError('access.denied')
  return last
}

async function findLastTransition(queries: Queries, { id, version }: StoredRecord): Promise<LastTransition | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(change, 'action', 'actor_id'), before: notNull(change.before), after: notNull(change.after) })} from ${change}
     where ${change.resource} = ${registrations.name} and ${change.record_id} = ${id} and ${change.version} <= ${version}
     and ${change.action} = any(${transitionNames}) order by ${change.version} desc limit 1`,
  )
  return row ?? null
}

/** Shows the event of the transition before the undone one if its notification was also cancelled and is now queued again. */
async function restoreVisibility(queries: Queries, id: string, { mail, visibleFrom }: TransitionNotice): Promise<void> {
  await runStatement(
    queries,
    sql`update ${registrationEvent} ${setValues(registrationEvent, { visible_from: visibleFrom?.toISOString() })} where ${registrationEvent.id} =
       (select ${registrationEvent.id} from ${registrationEvent} where ${registrationEvent.registration_id} = ${id} and ${registrationEvent.type} = ${mail} order by ${registrationEvent.at} desc, ${registrationEvent.id} desc limit 1)`,
  )
}
