import { accepted, declined, taken } from './decisions.ts'
import { enrolled } from './enrolled.ts'
import type { MailComposer } from './parts.ts'
import { feeWaived, paymentBooked, paymentUndone } from './payments.ts'
import { contestAnswered, placeReminder, placeWaiting, placeWon } from './ranking.ts'
import { newCode, received } from './received.ts'
import { answered, asked, cancelled } from './requests.ts'
import { addressChanged, withdrawalUndone, withdrawn } from './withdrawn.ts'

/** Composers of emails to applicants, by email type. */
export const composers = {
  registrationReceived: received,
  accessCode: newCode,
  updateRequested: asked,
  updateReminder: asked,
  updateOverdue: asked,
  updateReceived: answered,
  updateRequestCancelled: cancelled,
  accepted,
  declined,
  placeWon,
  placeWaiting,
  placeReminder,
  contestAnswered,
  paymentBooked,
  feeWaived,
  paymentUndone,
  decisionRevoked: taken,
  reopened: taken,
  withdrawn,
  withdrawalUndone,
  enrolled,
  applicantAddressChanged: addressChanged,
} as const satisfies { readonly [kind: string]: MailComposer }

export type ApplicantMailKind = keyof typeof composers
// `Object.keys` returns plain strings.
export const applicantMailKinds = Object.keys(composers) as ApplicantMailKind[]
