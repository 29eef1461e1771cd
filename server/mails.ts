import type { MailRecipientSql } from '@matricola/server/database/pack-contributions.ts'
import type { Pack } from '@matricola/server/pack.ts'
import {
  composeAccountMail,
  composeForAccount,
  type MailComposers,
} from '@matricola/server/services/compose-mail.ts'
import { pick, raw, sql, sqlTextOf, table } from '@matricola/server/sql/typed.ts'
import { accessCodeAlphabet } from '#resources/admission/access-code.ts'
import { registrations } from '#resources/registrations.ts'
import { composeDraftCodeMail, composeDraftMail } from './admission/drafts/draft-mail.ts'
import { composeAdmissionMail } from './admission/mails/compose.ts'
import { type ApplicantMailKind, applicantMailKinds } from './admission/mails/composers.ts'
import { composeDigest } from './admission/mails/digest.ts'
import { addTimelineEvent } from './admission/timeline-events.ts'

/** Emails to staff, and to an address without an account or application. */
type OtherMailKind = 'statusLimited' | 'waitingDigest' | 'draftSaved' | 'draftCode'

declare module '@matricola/server/mail/mail-kinds.ts' {
  interface MailKinds extends Readonly<Record<ApplicantMailKind | OtherMailKind, true>> {}
}

export const universityMails: MailComposers<ApplicantMailKind | OtherMailKind> = {
  // `Object.fromEntries` loses the key type. The list contains every key.
  ...(Object.fromEntries(
    applicantMailKinds.map((kind) => [kind, composeAdmissionMail]),
  ) as MailComposers<ApplicantMailKind>),
  statusLimited: composeAccountMail,
  waitingDigest: composeForAccount(composeDigest),
  draftSaved: composeDraftMail,
  draftCode: composeDraftCodeMail,
}

const registration = table(registrations)

/**
 * Returns SQL that selects the recipient's address and the reference number for an email to an
 * applicant.
 */
export const applicantMailRecipient: MailRecipientSql = (id) =>
  sqlTextOf(
    sql`select ${pick({ address: registration.personalEmail, reference: registration.referenceCode })} from ${registration} where ${registration.id} = ${raw(id)}`,
  )

/** Matches an access code at the end of a line. */
export const accessCodePattern = new RegExp(
  `(?<= )[${accessCodeAlphabet}]{5}-[${accessCodeAlphabet}]{5}$`,
  'gm',
)

/** Records sent and failed emails in the application's timeline. */
export const recordMailEvent: NonNullable<Pack['recordMailOutcome']> = async (
  queries,
  { kind, record_id: registrationId },
  { isSent, at },
) => {
  if (!registrationId) return
  const type = isSent ? 'mailSent' : 'mailFailed'
  await addTimelineEvent(queries, {
    registrationId,
    type,
    by: { kind: 'system' },
    at,
    payload: { mail: kind },
  })
}
