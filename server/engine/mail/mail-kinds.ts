/** Mails to people with an account. */
const accountMails = [
  'invitation',
  'reset',
  'passwordChanged',
  'newDevice',
  'tokenReused',
  'emailChanged',
  'backupTaken',
  'officeAccount',
  'statusBraked',
  'waitingDigest',
  'notification',
] as const

/** Mails to applicants, put together from their application. */
const applicantMails = [
  'registrationReceived',
  'accessCode',
  'updateRequested',
  'updateReminder',
  'updateOverdue',
  'updateReceived',
  'updateRequestCancelled',
  'accepted',
  'declined',
  'decisionRevoked',
  'reopened',
  'withdrawn',
  'withdrawalUndone',
  'enrolled',
  'applicantAddressChanged',
] as const

/** Mails to an address that is nobody's yet. */
const addressMails = ['draftSaved'] as const

/** The mails there are; texts `mail:<kind>.…`. What a mail says is put together when it is sent, so that no link lies in the database. */
export const mailKinds = [...accountMails, ...applicantMails, ...addressMails] as const
export type MailKind = (typeof mailKinds)[number]
export type ApplicantMailKind = (typeof applicantMails)[number]
export const isApplicantMail = (kind: MailKind): kind is ApplicantMailKind => (applicantMails as readonly string[]).includes(kind)
