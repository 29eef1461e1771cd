/**
 * Values that each transition sets in addition to the status and its input, and the timeline event
 * of each.
 */

import { valueSchema } from '@matricola/schema/validation.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { CallInputs, WriteDraft } from '@matricola/server/records/hooks.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import * as z from 'zod/mini'
import { identityIssues } from '#resources/admission/identity-check.ts'
import type {
  DocumentMarks,
  RegistrationEventType,
  RegistrationStatus,
  RequestedChange,
} from '#resources/admission/wire.ts'
import { documentFileId, inFormOrder } from '#resources/application-documents.ts'
import {
  requestDaysSchema,
  requestedChangesSchema,
  requestTextsSchema,
  transitionTexts,
} from '#resources/calls/status-update.ts'
import { registrations } from '#resources/registrations.ts'

/**
 * Timeline event of each transition. `revoke` of a declined application is recorded as `reopened`.
 */
const timelineEvents = {
  startReview: 'reviewStarted',
  release: 'reviewReleased',
  accept: 'accepted',
  decline: 'declined',
  requestUpdate: 'updateRequested',
  cancelRequest: 'updateRequestCancelled',
  answerForApplicant: 'updateReceived',
  revoke: 'decisionRevoked',
  declineAccepted: 'declined',
} as const satisfies { readonly [step: string]: RegistrationEventType }

/** The transitions that `resources/registrations.ts` declares. */
export type TransitionName = keyof typeof timelineEvents
// `Object.keys` returns plain strings.
export const transitionNames = Object.keys(timelineEvents) as TransitionName[]
export const isTransition = (action: string): action is TransitionName =>
  Object.hasOwn(timelineEvents, action)

/** Returns the timeline event of a transition. */
export const timelineEventOf = (
  step: TransitionName,
  from: RegistrationStatus,
): RegistrationEventType =>
  step === 'revoke' && from === 'declined' ? 'reopened' : timelineEvents[step]

/** The status of a record. The field is a required choice of these. */
export const statusOf = ({ status }: Values) => status as RegistrationStatus

/**
 * For each transition, the texts that its declared input lacks, and for a change request the fields
 * to change.
 */
export const transitionInputs: CallInputs = Object.fromEntries(
  transitionNames.map((name) => {
    const declared: readonly string[] = registrations.workflow?.transitions[name]?.input ?? []
    const more = Object.entries(transitionTexts).filter(([text]) => !declared.includes(text))
    return [
      name,
      {
        ...Object.fromEntries(more.map(([text, spec]) => [text, z.optional(valueSchema(spec))])),
        ...(name === 'requestUpdate' && {
          requestedChanges: z.optional(z.nullable(requestedChangesSchema)),
          requestTexts: z.optional(requestTextsSchema),
          requestDays: z.optional(requestDaysSchema),
        }),
      },
    ]
  }),
)

/** The stored changes in the order of the form. Only the server writes them. */
export const requestedChangesOf = ({ requestedChanges }: Values) =>
  inFormOrder((requestedChanges ?? []) as readonly RequestedChange[])

/** Returns the payload of the timeline event of a transition. */
export function timelinePayloadOf(step: TransitionName, record: Values): Values {
  if (step === 'decline' || step === 'declineAccepted') return { reasonCode: record.reasonCode }
  if (step === 'requestUpdate')
    return { fields: requestedChangesOf(record).map((one) => one.field), dueAt: record.updateDueAt }
  return {}
}

/** The stored marks of documents. Only the server writes them. */
export const documentMarksOf = ({ documentMarks }: Values) => (documentMarks ?? {}) as DocumentMarks

/** Values of a transition that depend only on the transition and the record. */
export const transitionValues = (
  write: WriteDraft<typeof registrations>,
  step: TransitionName,
  now: Date,
): Values => ({
  ...staffTextsAfter(write, step),
  ...assignmentAfter(write, step, now),
  ...decisionAfter(step),
  ...requestAfter(write, step, now),
})

/**
 * Texts for the applicant. Stores new texts. Clears the texts of an earlier transition if this
 * transition answers it.
 */
function staffTextsAfter(
  { before, input, changed }: WriteDraft<typeof registrations>,
  step: TransitionName,
): Values {
  const texts = Object.fromEntries(
    Object.keys(transitionTexts).flatMap((name) =>
      input[name] === undefined ? [] : [[name, input[name]]],
    ),
  )
  // A note about the applicant's answer goes to the timeline and does not replace the text of the
  // request.
  if (step === 'answerForApplicant')
    return Object.hasOwn(changed, 'issueExplanation')
      ? { ...texts, issueExplanation: before?.values.issueExplanation ?? null }
      : texts
  const isAnswer = ['accept', 'decline', 'declineAccepted', 'cancelRequest', 'revoke'].includes(
    step,
  )
  return {
    ...(isAnswer && { issue: null, suggestion: null }),
    ...(step === 'accept' && { issueExplanation: null }),
    ...texts,
  }
}

function assignmentAfter(
  { permit, before }: WriteDraft<typeof registrations>,
  step: TransitionName,
  now: Date,
): Values {
  const callerAssignment = permit.caller
    ? { assignedToId: permit.caller.id, assignedAt: now.toISOString() }
    : {}
  if (step === 'release') return { assignedToId: null, assignedAt: null }
  // Assigns the application to the last user who decided, so that lists show whom to ask.
  if (['startReview', 'accept', 'decline', 'declineAccepted', 'requestUpdate'].includes(step))
    return before?.values.assignedToId === permit.caller?.id && step !== 'startReview'
      ? {}
      : callerAssignment
  const isFree = (before?.values.assignedToId ?? null) === null
  return isFree && step === 'revoke' ? callerAssignment : {}
}

function decisionAfter(step: TransitionName): Values {
  if (step === 'accept') return { reasonCode: null }
  return step === 'revoke' ? { reasonCode: null, decidedAt: null, decidedOn: null } : {}
}

/** Only an open change request has a deadline. Any other transition removes the deadline. */
function requestAfter(
  { before }: WriteDraft<typeof registrations>,
  step: TransitionName,
  now: Date,
): Values {
  const clearedRequest = { updateDueAt: null, remindedAt: null, overdueAt: null }
  if (step === 'cancelRequest') return { ...clearedRequest, requestedChanges: null }
  if (step !== 'answerForApplicant') return clearedRequest
  const requestedChanges = requestedChangesOf(before?.values ?? {})
  return {
    ...clearedRequest,
    requestedChanges: requestedChanges.map((one) => ({
      ...one,
      answeredAt: one.answeredAt ?? now.toISOString(),
    })),
  }
}

/** Clears the marks of replaced documents. */
export function documentMarksAfter({ before, record }: WriteDraft<typeof registrations>): Values {
  const values = before?.values ?? {}
  const marks = documentMarksOf(values)
  const unchangedMarks = Object.keys(marks).filter(
    (name) => documentFileId(values, name) === documentFileId(record, name),
  )
  if (unchangedMarks.length === Object.keys(marks).length) return {}
  return { documentMarks: Object.fromEntries(unchangedMarks.map((name) => [name, marks[name]])) }
}

/**
 * Throws `input.invalid` if an edit by staff leaves an inconsistent identity that no admin has
 * waived. Ends a waiver that is no longer needed.
 */
export function identityWaiverAfter({
  before,
  changed,
  record,
}: WriteDraft<typeof registrations>): Values {
  if (!['cnp', 'birthDate', 'sex', 'identityType'].some((name) => Object.hasOwn(changed, name)))
    return {}
  const issues = identityIssues(record)
  const isWaived = before?.values.identityWaived === true
  if (Object.keys(issues).length === 0) return isWaived ? { identityWaived: false } : {}
  if (!isWaived) throw invalidInput(issues)
  return {}
}

/** Required input per transition. It may depend on the values that were entered. */
const requiredInput: {
  readonly [step: string]: (record: Values, isStaff: boolean) => readonly string[]
} = {
  requestUpdate: () => ['issue', 'issueExplanation', 'requestedChanges'],
  decline: reasonAndText,
  declineAccepted: reasonAndText,
  cancelRequest: () => ['issueExplanation'],
  revoke: () => ['issueExplanation'],
  // The applicant's own answer needs no note.
  answerForApplicant: (_, isStaff) => (isStaff ? ['issueExplanation'] : []),
}

function reasonAndText({ reasonCode }: Values): readonly string[] {
  return reasonCode === 'other' ? ['reasonCode', 'issueExplanation'] : ['reasonCode']
}

/**
 * Throws `input.invalid` for missing input, and `access.denied` if the caller releases another
 * reviewer's claim.
 */
export function assertTransitionInput({
  action,
  permit,
  before,
  record,
  input,
}: WriteDraft<typeof registrations>): void {
  const given: Values = { ...record, requestedChanges: input.requestedChanges }
  const missing = (requiredInput[action]?.(record, permit.caller !== null) ?? []).filter(
    (name) => (given[name] ?? null) === null,
  )
  if (missing.length > 0)
    throw invalidInput(Object.fromEntries(missing.map((name) => [name, [{ code: 'required' }]])))
  const holder = before?.values.assignedToId ?? null
  if (
    action === 'release' &&
    holder !== null &&
    permit.caller?.role !== 'admin' &&
    holder !== permit.actor.id
  )
    throw new AppError('access.denied')
}
