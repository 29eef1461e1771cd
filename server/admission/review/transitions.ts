/** Transitions and edits by staff: preconditions, the values they set, and the work in their transaction. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import type { Prepared, WriteDraft, WriteEvent } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { registrations } from '#resources/registrations.ts'
import { addTimelineEvents, type NewTimelineEvent, type TimelineActor } from '#server/admission/timeline-events.ts'
import { answerDeadline, type ChangeInput, describeRequestedChanges } from './change-requests.ts'
import { assertAcceptedOnce } from './duplicate-acceptances.ts'
import { assertPlacesLeft } from './place-limits.ts'
import { type ReviewSettings, readReviewSettings } from './review-settings.ts'
import { isTransition, statusOf, type TransitionName, timelineEventOf, transitionNames } from './transition-names.ts'
import { planTransitionNotice, queueNotices, type TransitionNotice } from './transition-notices.ts'
import { acceptanceIssues, assertTransitionInput } from './transition-preconditions.ts'
import { documentMarksAfter, identityWaiverAfter, requestedChangesOf, transitionValues } from './transition-values.ts'

/** Data that `prepareTransition` passes to `completeTransitions`. */
interface TransitionContext {
  readonly notice: TransitionNotice
  /** The explanation given with the transition, for the timeline. */
  readonly note: string | null
}

/** Checks a transition or an edit and returns the values to set. Throws `input.invalid`, `transition.refused` and `access.denied`. */
export async function prepareTransition(context: Context, write: WriteDraft<typeof registrations>): Promise<Prepared | undefined> {
  const { action, before, record } = write
  if (!before) return undefined
  if (action === 'update' || action === 'restore')
    return { set: { ...documentMarksAfter(write), ...(write.permit.caller && identityWaiverAfter(write)) } }
  if (!isTransition(action)) return { set: documentMarksAfter(write) }
  const now = context.clock.now()
  assertTransitionInput(write)
  const settings = await readReviewSettings(context.database)
  const notice = planTransitionNotice({ name: action, before: before.values, to: statusOf(record), now }, settings)
  const requestValues = action === 'requestUpdate' ? await changeRequestValues(context, write, settings) : {}
  if (action === 'accept') assertAcceptable(record)
  const set = { ...transitionValues(write, action, now), ...requestValues, ...notice.set }
  const explanation = Object.hasOwn(write.input, 'issueExplanation') ? write.input.issueExplanation : record.issueExplanation
  const transitionContext: TransitionContext = { notice, note: typeof explanation === 'string' ? explanation : null }
  return { set: withoutUnchanged(write, set), context: transitionContext }
}

function assertAcceptable(record: Values): void {
  const issues = acceptanceIssues(record)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

async function changeRequestValues(
  { database, clock }: Context,
  write: WriteDraft<typeof registrations>,
  settings: ReviewSettings,
): Promise<Values> {
  if (settings.areUpdatesDisabled)
    throw new AppError('transition.refused', { allowed: transitionsFrom(write).filter((name) => name !== 'requestUpdate') })
  // Validated by the schema of `requestedChangesSchema`.
  const requestedChanges = write.input.requestedChanges as readonly ChangeInput[]
  return {
    requestedChanges: await describeRequestedChanges(database, requestedChanges, write.before?.values ?? {}),
    updateDueAt: answerDeadline(write.record.updateDueAt, settings.requestDays, clock.now()),
  }
}

/** Returns the transitions that the caller's role could make from the previous state. */
function transitionsFrom({ permit, before }: WriteDraft<typeof registrations>): TransitionName[] {
  const transitions = registrations.workflow?.transitions ?? {}
  const status = statusOf(before?.values ?? {})
  return transitionNames.filter((name) => transitions[name]?.from.includes(status) && transitions[name].roles.includes(permit.role))
}

/** Drops values that are the same as before and were not entered, so that the history shows only changes. */
export const withoutUnchanged = ({ before, changed }: WriteDraft, set: Values): Values =>
  Object.fromEntries(
    Object.entries(set).filter(
      ([name, value]) => Object.hasOwn(changed, name) || JSON.stringify(value) !== JSON.stringify(before?.values[name] ?? null),
    ),
  )

/** Completes transitions and edits in their transaction: places, timelines, emails. Throws `input.invalid` and `transition.notified`. */
export async function completeTransitions(queries: Queries, events: readonly WriteEvent<typeof registrations>[]): Promise<void> {
  await assertPlacesLeft(queries, events)
  await assertAcceptedOnce(queries, events)
  const transitions = events.filter(({ action, before }) => isTransition(action) && before !== null)
  // Must come first: it hides the events that were on hold.
  await queueNotices(
    queries,
    // `prepareTransition` sets the context of every transition.
    transitions.map(({ id, record, at, context }) => addressedNotice({ id, record, at }, (context as TransitionContext).notice)),
  )
  await addTimelineEvents(queries, [...events.flatMap(editEventOf), ...transitions.map(transitionEventOf)])
}

/** Returns the timeline event of an edit by a user. */
function editEventOf({ id, action, changed, permit, at }: WriteEvent<typeof registrations>): NewTimelineEvent[] {
  const isEdit = action === 'update' || action === 'restore' || (action === 'undo' && !Object.hasOwn(changed, 'status'))
  if (!isEdit || !permit.caller) return []
  const fields = Object.keys(changed).filter((name) => name !== 'documentMarks' && name !== 'identityWaived')
  return [{ registrationId: id, type: 'fieldEdited', by: timelineActorOf(permit), at: new Date(at), payload: { fields } }]
}

function transitionEventOf({ id, action, before, record, permit, at, context }: WriteEvent<typeof registrations>): NewTimelineEvent {
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
    payload: payloadOf(step, record),
  }
}

export const addressedNotice = (
  { id, record, at }: Pick<WriteEvent<typeof registrations>, 'id' | 'record' | 'at'>,
  notice: TransitionNotice,
) => ({
  registrationId: id,
  language: languageIn(record),
  notice,
  at: new Date(at),
})

/** The actor of a timeline event. */
export const timelineActorOf = ({ caller, actor }: Permit): TimelineActor =>
  caller ? { kind: 'staff', actor } : { kind: actor.name === 'applicant' ? 'applicant' : 'system' }

/** The applicant's language. The field is a required choice of languages. */
const languageIn = ({ language }: Values) => language as Language

function payloadOf(step: TransitionName, record: Values): Values {
  if (step === 'decline' || step === 'declineAccepted') return { reasonCode: record.reasonCode }
  if (step === 'requestUpdate') return { fields: requestedChangesOf(record).map((one) => one.field), dueAt: record.updateDueAt }
  return {}
}
