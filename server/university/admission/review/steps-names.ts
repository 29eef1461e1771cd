import type { RegistrationEventType, RegistrationStatus } from '#model/admission/wire.ts'
import type { Values } from '#server/engine/sql/storage.ts'

/** Timeline event of each transition. `revoke` of a declined application is recorded as `reopened`. */
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

/** The transitions that `resources/registrations.ts` declares. */
export type StepName = keyof typeof events
// `Object.keys` returns plain strings.
export const stepNames = Object.keys(events) as StepName[]
export const isStep = (action: string): action is StepName => Object.hasOwn(events, action)

/** Returns the timeline event of a transition. */
export const eventOf = (step: StepName, from: RegistrationStatus): RegistrationEventType =>
  step === 'revoke' && from === 'declined' ? 'reopened' : events[step]

/** The status of a record. The field is a required choice of these. */
export const statusIn = ({ status }: Values) => status as RegistrationStatus
