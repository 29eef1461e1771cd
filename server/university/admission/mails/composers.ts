import type { ApplicantMailKind } from '#server/engine/mail/mail-kinds.ts'
import { accepted, declined, taken } from './decisions.ts'
import { enrolled } from './enrolled.ts'
import type { MailComposer } from './parts.ts'
import { newCode, received } from './received.ts'
import { answered, asked, cancelled } from './requests.ts'
import { addressChanged, withdrawalUndone, withdrawn } from './withdrawn.ts'

/** Composers of the mails to applicants, by subject. */
export const composers: { readonly [K in ApplicantMailKind]: MailComposer } = {
  registrationReceived: received,
  accessCode: newCode,
  updateRequested: asked,
  updateReminder: asked,
  updateOverdue: asked,
  updateReceived: answered,
  updateRequestCancelled: cancelled,
  accepted,
  declined,
  decisionRevoked: taken,
  reopened: taken,
  withdrawn,
  withdrawalUndone,
  enrolled,
  applicantAddressChanged: addressChanged,
}
