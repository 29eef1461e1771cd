/** Transitions and edits by staff: preconditions, the values they set, and the work in their transaction. */

import type { Language } from '#model/vocabulary.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { registrations } from '#resources/registrations.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import type { Permit } from '#server/engine/policy/permit.ts'
import type { Draft, Prepared, WriteEvent } from '#server/engine/records/hooks.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { addEvents, type EventActor, type NewEvent } from '#server/university/admission/events.ts'
import { acceptanceIssues, demandInput } from './steps-demands.ts'
import { eventOf, isStep, type StepName, statusIn, stepNames } from './steps-names.ts'
import { planNotice, recordNotices, type StepNotice } from './steps-notices.ts'
import { demandPlaces } from './steps-places.ts'
import { type AskedChange, answerDue, requestedChanges } from './steps-request.ts'
import { changesIn, marksAfter, setsOf, waiverAfter } from './steps-sets.ts'
import { type ReviewSettings, reviewSettings } from './steps-settings.ts'
import { demandOneEach } from './steps-twins.ts'

/** Data that `prepareStep` passes to `recordSteps`. */
interface StepContext {
  readonly notice: StepNotice
  /** The explanation given with the transition, for the timeline. */
  readonly note: string | null
}

/** Checks a transition or an edit and returns the values to set. Throws `input.invalid`, `step.refused` and `access.denied`. */
export async function prepareStep(context: Context, write: Draft<typeof registrations>): Promise<Prepared | undefined> {
  const { action, before, record } = write
  if (!before) return undefined
  if (action === 'update' || action === 'restore') return { set: { ...marksAfter(write), ...(write.permit.caller && waiverAfter(write)) } }
  if (!isStep(action)) return { set: marksAfter(write) }
  const now = context.clock.now()
  demandInput(write)
  const settings = await reviewSettings(context.database)
  const notice = planNotice({ name: action, before: before.values, to: statusIn(record), now }, settings)
  const asked = action === 'requestUpdate' ? await requestSets(context, write, settings) : {}
  if (action === 'accept') demandAcceptable(record)
  const set = { ...setsOf(write, action, now), ...asked, ...notice.set }
  const said = Object.hasOwn(write.input, 'issueExplanation') ? write.input.issueExplanation : record.issueExplanation
  const stepContext: StepContext = { notice, note: typeof said === 'string' ? said : null }
  return { set: differing(write, set), context: stepContext }
}

function demandAcceptable(record: Values): void {
  const issues = acceptanceIssues(record)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
}

async function requestSets({ database, clock }: Context, write: Draft<typeof registrations>, settings: ReviewSettings): Promise<Values> {
  if (settings.areUpdatesDisabled)
    throw new AppError('step.refused', { allowed: stepsFrom(write).filter((name) => name !== 'requestUpdate') })
  // Validated by the schema of `askedChanges`.
  const asked = write.input.requestedChanges as readonly AskedChange[]
  return {
    requestedChanges: await requestedChanges(database, asked, write.before?.values ?? {}),
    updateDueAt: answerDue(write.record.updateDueAt, settings.requestDays, clock.now()),
  }
}

/** Returns the transitions that the caller's role could make from the state before. */
function stepsFrom({ permit, before }: Draft<typeof registrations>): StepName[] {
  const transitions = registrations.workflow?.transitions ?? {}
  const status = statusIn(before?.values ?? {})
  return stepNames.filter((name) => transitions[name]?.from.includes(status) && transitions[name].roles.includes(permit.role))
}

/** Drops values that are the same as before and were not entered, so that the history shows only changes. */
export const differing = ({ before, changed }: Draft, set: Values): Values =>
  Object.fromEntries(
    Object.entries(set).filter(
      ([name, value]) => Object.hasOwn(changed, name) || JSON.stringify(value) !== JSON.stringify(before?.values[name] ?? null),
    ),
  )

/** Completes transitions and edits in their transaction: places, timelines, emails. Throws `input.invalid` and `step.told`. */
export async function recordSteps(queries: Queries, events: readonly WriteEvent<typeof registrations>[]): Promise<void> {
  await demandPlaces(queries, events)
  await demandOneEach(queries, events)
  const taken = events.filter(({ action, before }) => isStep(action) && before !== null)
  // Must come first: it hides the events that were on hold.
  await recordNotices(
    queries,
    // `prepareStep` sets the context of every transition.
    taken.map(({ id, record, at, context }) => noticeFor({ id, record, at }, (context as StepContext).notice)),
  )
  await addEvents(queries, [...events.flatMap(editOf), ...taken.map(stepOf)])
}

/** Returns the timeline event of an edit by a user. */
function editOf({ id, action, changed, permit, at }: WriteEvent<typeof registrations>): NewEvent[] {
  const isEdit = action === 'update' || action === 'restore' || (action === 'undo' && !Object.hasOwn(changed, 'status'))
  if (!isEdit || !permit.caller) return []
  const fields = Object.keys(changed).filter((name) => name !== 'documentMarks' && name !== 'identityWaived')
  return [{ registrationId: id, type: 'fieldEdited', by: actorOf(permit), at: new Date(at), payload: { fields } }]
}

function stepOf({ id, action, before, record, permit, at, context }: WriteEvent<typeof registrations>): NewEvent {
  const { notice, note } = context as StepContext
  // The caller passes transitions only.
  const step = action as StepName
  const from = statusIn(before?.values ?? {})
  return {
    registrationId: id,
    type: eventOf(step, from),
    by: actorOf(permit),
    at: new Date(at),
    from,
    to: statusIn(record),
    visibleFrom: step === 'release' ? null : notice.visibleFrom,
    note,
    payload: payloadOf(step, record),
  }
}

export const noticeFor = ({ id, record, at }: Pick<WriteEvent<typeof registrations>, 'id' | 'record' | 'at'>, notice: StepNotice) => ({
  registrationId: id,
  language: languageIn(record),
  notice,
  at: new Date(at),
})

/** The actor of a timeline event. */
export const actorOf = ({ caller, actor }: Permit): EventActor =>
  caller ? { kind: 'staff', actor } : { kind: actor.name === 'applicant' ? 'applicant' : 'system' }

/** The applicant's language. The field is a required choice of languages. */
const languageIn = ({ language }: Values) => language as Language

function payloadOf(step: StepName, record: Values): Values {
  if (step === 'decline' || step === 'declineAccepted') return { reasonCode: record.reasonCode }
  if (step === 'requestUpdate') return { fields: changesIn(record).map((one) => one.field), dueAt: record.updateDueAt }
  return {}
}
