import type { Pack } from '#server/engine/pack.ts'
import { accountMail, type MailComposers, toAccount } from '#server/engine/services/compose-mail.ts'
import { composeDraftMail } from './admission/drafts/draft-mail.ts'
import { addEvent } from './admission/events.ts'
import { composeAdmissionMail } from './admission/mails/compose.ts'
import { type ApplicantMailKind, applicantMailKinds } from './admission/mails/composers.ts'
import { composeDigest } from './admission/mails/digest.ts'

/** Mails to the office, and to an address that is nobody's yet. */
type OtherMailKind = 'officeAccount' | 'statusBraked' | 'waitingDigest' | 'draftSaved'

declare module '#server/engine/mail/mail-kinds.ts' {
  interface MailKinds extends Readonly<Record<ApplicantMailKind | OtherMailKind, true>> {}
}

export const universityMails: MailComposers<ApplicantMailKind | OtherMailKind> = {
  // Every kind of the list has an entry.
  ...(Object.fromEntries(applicantMailKinds.map((kind) => [kind, composeAdmissionMail])) as MailComposers<ApplicantMailKind>),
  officeAccount: accountMail,
  statusBraked: accountMail,
  waitingDigest: toAccount(composeDigest),
  draftSaved: composeDraftMail,
}

/** The office reads in an application's timeline which mails went out and which could not. */
export const noteMail: NonNullable<Pack['noteMail']> = async (queries, { kind, registration_id: registrationId }, { isSent, at }) => {
  if (!registrationId) return
  const type = isSent ? 'mailSent' : 'mailFailed'
  await addEvent(queries, { registrationId, type, by: { kind: 'system' }, at, payload: { mail: kind } })
}
