import type { Values } from '@matricola/server/sql/storage.ts'
import type { RegistrationEventType, RegistrationStatus } from '#resources/admission/wire.ts'

/** Timeline event of each transition. `revoke` of a declined application is recorded as `reopened`. */
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
export const isTransition = (action: string): action is TransitionName => Object.hasOwn(timelineEvents, action)

/** Returns the timeline event of a transition. */
export const timelineEventOf = (step: TransitionName, from: RegistrationStatus): RegistrationEventType =>
  step === 'revoke' && from === 'declined' ? 'reopened' : timelineEvents[step]

/** The status of a record. The field is a required choice of these. */
export const statusOf = ({ status }: Values) => status as RegistrationStatus
