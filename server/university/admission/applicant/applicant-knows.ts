/** Facts that an applicant may know of the own application: a step that is held back does not exist yet. */
import type { RegistrationStatus } from '#model/admission/wire.ts'
import type { Values } from '#server/engine/sql/storage.ts'
import { heldUntil, knownStatus } from '#server/university/admission/review/steps-notices.ts'

/** Tells whether the applicant still has to be told of the last step. */
export const isHeld = (values: Values, now: Date) => heldUntil(values, now) !== null

/** States in which applicants can still close the application themselves. */
const open: readonly RegistrationStatus[] = ['submitted', 'under_review', 'update_requested', 'in_progress', 'accepted']

/** Tells whether the applicant can withdraw; an enrolled student cannot. */
export const canWithdraw = (values: Values, now: Date) => values.enrolledAt === null && open.includes(knownStatus(values, now))

/** Tells whether the applicant closed it. */
export const isWithdrawn = ({ status, reasonCode }: Values) => status === 'declined' && reasonCode === 'withdrawn'

/** Tells whether the applicant is asked for changes and knows it. */
export const isAsked = (values: Values, now: Date) => values.status === 'update_requested' && !isHeld(values, now)
