import type { RegistrationEventType, RegistrationStatus } from '#model/admission/wire.ts'
import type { Values } from '#server/engine/sql/storage.ts'

/** Names of the workflow's steps in the timeline; a declined application is reopened, an accepted one loses its decision. */
const events = {
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

/** The steps that `resources/registrations.ts` declares. */
export type StepName = keyof typeof events
// The keys of an object of this file.
export const stepNames = Object.keys(events) as StepName[]
export const isStep = (action: string): action is StepName => Object.hasOwn(events, action)

/** The event that tells of a step. */
export const eventOf = (step: StepName, from: RegistrationStatus): RegistrationEventType =>
  step === 'revoke' && from === 'declined' ? 'reopened' : events[step]

/** The status of a record; the field is a choice of them, never empty. */
export const statusIn = ({ status }: Values) => status as RegistrationStatus
