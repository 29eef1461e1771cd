import { accepted, decisionRevoked, declined } from './decisions.ts'
import { enrolled } from './enrolled.ts'
import type { ApplicantMailComposer } from './parts.ts'
import { feeWaived, paymentBooked, paymentUndone } from './payments.ts'
import { appealAnswered, placeReminder, placeWaiting, placeWon } from './ranking.ts'
import { newAccessCodeMail, received } from './received.ts'
import { answerReceived, changesRequested, requestCancelled } from './requests.ts'
import { addressChanged, withdrawalUndone, withdrawn } from './withdrawn.ts'

/** Composers of emails to applicants, by email type. */
export const applicantMailComposers = {
  registrationReceived: received,
  accessCode: newAccessCodeMail,
  updateRequested: changesRequested,
  updateReminder: changesRequested,
  updateOverdue: changesRequested,
  updateReceived: answerReceived,
  updateRequestCancelled: requestCancelled,
  accepted,
  declined,
  placeWon,
  placeWaiting,
  placeReminder,
  resultAppealAnswered: appealAnswered,
  paymentBooked,
  feeWaived,
  paymentUndone,
  decisionRevoked: decisionRevoked,
  reopened: decisionRevoked,
  withdrawn,
  withdrawalUndone,
  enrolled,
  applicantAddressChanged: addressChanged,
} as const satisfies { readonly [kind: string]: ApplicantMailComposer }

export type ApplicantMailKind = keyof typeof applicantMailComposers
// `Object.keys` returns plain strings.
export const applicantMailKinds = Object.keys(applicantMailComposers) as ApplicantMailKind[]
