/**
 * Transitions and edits by staff, and the undo of transitions: what they check and set, and their
 * work in the transaction.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { Prepared, WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { changeTable } from '@matricola/server/sql/tables.ts'
import { columns, notNull, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import {
  addTimelineEvents,
  type NewTimelineEvent,
  timelineActorOf,
} from '#server/admission/timeline-events.ts'
import { assertAcceptable, assertAcceptedOnce, assertPlacesLeft } from './acceptance.ts'
import { answerDeadline, type ChangeInput, describeRequestedChanges } from './change-requests.ts'
import { gradeChecksAfter } from './grade-entries.ts'
import { inputForApplicant } from './many-requests.ts'
import {
  heldUntil,
  planTransitionNotice,
  queueNotices,
  type ReviewSettings,
  readReviewSettings,
  restoreVisibility,
  type TransitionNotice,
} from './transition-notices.ts'
import {
  assertTransitionInput,
  documentMarksAfter,
  identityWaiverAfter,
  isTransition,
  statusOf,
  type TransitionName,
  timelineEventOf,
  timelinePayloadOf,
  transitionNames,
  transitionValues,
} from './transition-values.ts'

const change = table(changeTable)

/** Data that `prepareTransition` passes to `completeTransitions`. */
interface TransitionContext {
  readonly notice: TransitionNotice
  /** The explanation given with the transition, for the timeline. */
  readonly note: string | null
}

/**
 * Checks a transition, its undo or an edit, and returns the values to set. Throws `input.invalid`,
 * `transition.refused`, `transition.notified` and `access.denied`.
 */
export const prepareReview = (
  context: Context,
  write: WriteDraft<typeof registrations>,
): Promise<Prepared | undefined> =>
  isTransitionUndone(write) ? prepareUndo(context, write) : prepareTransition(context, write)

async function prepareTransition(
  context: Context,
  draft: WriteDraft<typeof registrations>,
): Promise<Prepared | undefined> {
  const write = await withRequestForApplicant(context.database, draft)
  const { action, before, record } = write
  if (!before) return undefined
  if (!isTransition(action))
    return {
      set: {
        ...documentMarksAfter(write),
        ...(await gradeChecksAfter(context.database, write)),
        ...((action === 'update' || action === 'restore') &&
          write.permit.caller &&
          identityWaiverAfter(write)),
        ...(write.permit.caller &&
          write.record.personalEmail !== before.values.personalEmail && { emailState: 'verified' }),
      },
    }
  const now = context.clock.now()
  assertTransitionInput(write)
  const settings = await readReviewSettings(context.database)
  const notice = planTransitionNotice(
    { name: action, before: before.values, to: statusOf(record), now },
    settings,
  )
  const requestValues =
    action === 'requestUpdate' ? await changeRequestValues(context, write, settings) : {}
  if (action === 'accept') assertAcceptable(record)
  const set = { ...transitionValues(write, action, now), ...requestValues, ...notice.set }
  const explanation = Object.hasOwn(write.input, 'issueExplanation')
    ? write.input.issueExplanation
    : record.issueExplanation
  const transitionContext: TransitionContext = {
    notice,
    note: typeof explanation === 'string' ? explanation : null,
  }
  return { set: withoutUnchanged(write, set), context: transitionContext }
}

/** Replaces the input for many applicants by the input for this one. */
async function withRequestForApplicant(
  queries: Queries,
  write: WriteDraft<typeof registrations>,
): Promise<WriteDraft<typeof registrations>> {
  if (write.action !== 'requestUpdate' || !write.input.requestTexts) return write
  const input = await inputForApplicant(queries, write)
  const { requestedChanges: _, ...texts } = input
  return {
    ...write,
    input: { ...write.input, ...input },
    record: { ...write.record, ...texts },
  }
}

async function changeRequestValues(
  { database, clock }: Context,
  write: WriteDraft<typeof registrations>,
  settings: ReviewSettings,
): Promise<Values> {
  if (settings.areUpdatesDisabled)
    throw new AppError('transition.refused', {
      allowed: transitionsFrom(write).filter((name) => name !== 'requestUpdate'),
    })
  // Validated by the schema of `requestedChangesSchema`.
  const requestedChanges = write.input.requestedChanges as readonly ChangeInput[]
  return {
    requestedChanges: await describeRequestedChanges(
      database,
      requestedChanges,
      { ...write.before?.values, id: write.before?.id },
      write.permit.role,
    ),
    updateDueAt: answerDeadline(
      write.record.updateDueAt,
      typeof write.input.requestDays === 'number' ? write.input.requestDays : settings.requestDays,
      clock.now(),
    ),
  }
}

/** Returns the transitions that the caller's role could make from the previous state. */
function transitionsFrom({ permit, before }: WriteDraft<typeof registrations>): TransitionName[] {
  const transitions = registrations.workflow?.transitions ?? {}
  const status = statusOf(before?.values ?? {})
  return transitionNames.filter(
    (name) =>
      transitions[name]?.from.includes(status) && transitions[name].roles.includes(permit.role),
  )
}

/**
 * Drops values that are the same as before and were not entered, so that the history shows only
 * changes.
 */
const withoutUnchanged = ({ before, changed }: WriteDraft, set: Values): Values =>
  Object.fromEntries(
    Object.entries(set).filter(
      ([name, value]) =>
        Object.hasOwn(changed, name) ||
        JSON.stringify(value) !== JSON.stringify(before?.values[name] ?? null),
    ),
  )

/**
 * Completes transitions, their undo and edits, in their transaction: places, timelines, emails.
 * Throws `input.invalid` and `transition.notified`.
 */
export async function completeReviews(
  queries: Queries,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  await completeTransitions(queries, events)
  await completeUndos(queries, events.filter(isTransitionUndone))
}

async function completeTransitions(
  queries: Queries,
  events: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  await assertPlacesLeft(queries, events)
  await assertAcceptedOnce(queries, events)
  const transitions = events.filter(({ action, before }) => isTransition(action) && before !== null)
  // Must come first: it hides the events that were on hold.
  await queueNotices(
    queries,
    // `prepareTransition` sets the context of every transition.
    transitions.map(({ id, record, at, context }) =>
      addressedNotice({ id, record, at }, (context as TransitionContext).notice),
    ),
  )
  await addTimelineEvents(queries, [
    ...events.flatMap(editEventOf),
    ...transitions.map(transitionEventOf),
  ])
}

/** Returns the timeline event of an edit by a user. */
function editEventOf({
  id,
  action,
  changed,
  permit,
  at,
}: WriteEvent<typeof registrations>): NewTimelineEvent[] {
  const isEdit =
    action === 'update' ||
    action === 'restore' ||
    (action === 'undo' && !Object.hasOwn(changed, 'status'))
  if (!isEdit || !permit.caller) return []
  const fields = Object.keys(changed).filter(
    (name) => name !== 'documentMarks' && name !== 'identityWaived',
  )
  return [
    {
      registrationId: id,
      type: 'fieldEdited',
      by: timelineActorOf(permit),
      at: new Date(at),
      payload: { fields },
    },
  ]
}

function transitionEventOf({
  id,
  action,
  before,
  record,
  permit,
  at,
  context,
}: WriteEvent<typeof registrations>): NewTimelineEvent {
  const { notice, note } = context as TransitionContext
  // The caller passes transitions only.
  const step = action as TransitionName
  const from = statusOf(before?.values ?? {})
  return {
    registrationId: id,
    type: timelineEventOf(step, from),
    by: timelineActorOf(permit),
    at: new Date(at),
    from,
    to: statusOf(record),
    visibleFrom: step === 'release' ? null : notice.visibleFrom,
    note,
    payload: timelinePayloadOf(step, record),
  }
}

const addressedNotice = (
  { id, record, at }: Pick<WriteEvent<typeof registrations>, 'id' | 'record' | 'at'>,
  notice: TransitionNotice,
) => ({
  registrationId: id,
  // The field is a required choice of languages.
  language: record.language as Language,
  notice,
  at: new Date(at),
})

interface LastTransition {
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

/**
 * Whether a write undoes a transition. An undone edit leaves the status alone and counts as an
 * edit.
 */
const isTransitionUndone = ({ action, before, changed }: WriteDraft<typeof registrations>) =>
  action === 'undo' && before !== null && Object.hasOwn(changed, 'status')

/**
 * Returns the values to set in addition to the restored ones. Throws `transition.notified` or
 * `access.denied`.
 */
async function prepareUndo(
  context: Context,
  write: WriteDraft<typeof registrations>,
): Promise<Prepared | undefined> {
  const { before, record, permit } = write
  if (!before) return undefined
  const { action: undoneAction } = await getUndoableTransition(context, permit, before)
  const settings = await readReviewSettings(context.database)
  const notice = planTransitionNotice(
    { name: 'undo', before: before.values, to: statusOf(record), now: context.clock.now() },
    settings,
  )
  const undoContext: UndoContext = { notice, undoneAction }
  return {
    set: withoutUnchanged(write, { ...documentMarksAfter(write), ...notice.set }),
    context: undoContext,
  }
}

/**
 * Completes undone transitions in their transaction: cancels their emails and events, and adds an
 * event for the undo.
 */
async function completeUndos(
  queries: Queries,
  undos: readonly WriteEvent<typeof registrations>[],
): Promise<void> {
  // `prepareUndo` sets the context of every undo.
  const undoneTransitions = undos.map((event) => ({ ...event, ...(event.context as UndoContext) }))
  await queueNotices(
    queries,
    undoneTransitions.map(({ notice, ...event }) => addressedNotice(event, notice)),
  )
  for (const { id, notice } of undoneTransitions)
    if (notice.mail) await restoreVisibility(queries, id, notice)
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

/**
 * Returns the last transition if the caller may undo it. Otherwise throws `transition.notified` or
 * `access.denied`.
 */
async function getUndoableTransition(
  { database, clock }: Context,
  { caller }: Permit,
  record: StoredRecord,
): Promise<LastTransition> {
  const last = heldUntil(record.values, clock.now())
    ? await findLastTransition(database, record)
    : null
  if (!last || record.values.enrolledAt !== null) throw new AppError('transition.notified')
  if (caller?.role !== 'admin' && last.actor_id !== caller?.id) throw new AppError('access.denied')
  return last
}

async function findLastTransition(
  queries: Queries,
  { id, version }: StoredRecord,
): Promise<LastTransition | null> {
  const [row] = await runStatement(
    queries,
    sql`select ${pick({ ...columns(change, 'action', 'actor_id'), before: notNull(change.before), after: notNull(change.after) })} from ${change}
     where ${change.resource} = ${registrations.name} and ${change.record_id} = ${id} and ${change.version} <= ${version}
     and ${change.action} = any(${transitionNames}) order by ${change.version} desc limit 1`,
  )
  return row ?? null
}

/**
 * Restores the values from before the last transition. Throws `transition.notified` if the
 * applicant was notified, `access.denied` if another user made the transition and the caller is not
 * an admin, and the errors of an update.
 */
export async function undoLastTransition(
  context: Context,
  caller: Caller,
  id: string,
  version: number | undefined,
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  const values = async (record: StoredRecord) =>
    revertibleValues(await getUndoableTransition(context, permit, record), record.values)
  await recordsOf(context).applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'undo',
    values,
  })
}

/** Values that the transition replaced and that have not changed since. */
const revertibleValues = ({ before, after }: LastTransition, values: Values): Values =>
  Object.fromEntries(
    Object.entries(before).filter(
      ([name]) => JSON.stringify(values[name] ?? null) === JSON.stringify(after[name] ?? null),
    ),
  )
