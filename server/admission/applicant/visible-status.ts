/**
 * The applicant's view of an application. It does not show a transition on hold until the applicant
 * is notified.
 */

import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { admissionErrors } from '#resources/admission/errors.ts'
import type { RegistrationStatus } from '#resources/admission/wire.ts'
import { heldUntil, visibleStatus } from '#server/admission/review/transition-notices.ts'

/**
 * Whether the last transition is on hold, which means that the applicant has not been notified yet.
 */
export const isHeld = (values: Values, now: Date) => heldUntil(values, now) !== null

/** States in which applicants can still withdraw. */
const withdrawableStates: readonly RegistrationStatus[] = [
  'submitted',
  'under_review',
  'update_requested',
  'in_progress',
  'accepted',
]

/** Whether the applicant can withdraw the application. Enrolled students cannot. */
export const canWithdraw = (values: Values, now: Date) =>
  values.enrolledAt === null && withdrawableStates.includes(visibleStatus(values, now))

export const isWithdrawn = ({ status, reasonCode }: Values) =>
  status === 'declined' && reasonCode === 'withdrawn'

/** Whether a change request is open and the applicant has been notified of it. */
export const isChangeRequested = (values: Values, now: Date) =>
  values.status === 'update_requested' && !isHeld(values, now)

/** Whether the application still holds the person's contact details: not of an enrolled student. */
export const hasOwnContact = ({ enrolledAt }: Values) => enrolledAt === null

/** Throws `contact.closed` if the applicant is enrolled. */
export function assertOwnContact(values: Values): void {
  if (!hasOwnContact(values)) throw new AppError(admissionErrors['contact.closed'])
}
