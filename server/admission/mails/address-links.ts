/** Emails with links that verify an address of an application, or stop its change. */

import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { type EmailLinkKind, emailLinkOf } from '#resources/paths.ts'
import { createEmailToken } from '#server/admission/applicant/verification-links.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

/** Returns the button with the link; null if the link could do nothing anymore. */
export async function verificationLink(
  { context, row, text }: ApplicantMailParts,
  kind: EmailLinkKind,
  id: string | null = row.params.verification ?? null,
): Promise<MailPart | null> {
  const token = await createEmailToken(context, id, kind === 'stop' ? 'stop' : 'verify')
  if (token === null) return null
  return {
    kind: 'link',
    address: `${context.config.publicOrigin}${emailLinkOf(kind, token)}`,
    label: text(`mail:${kind === 'stop' ? 'addressChanging' : 'verifyAddress'}.action`),
    hint: text('mail:linkHint'),
  }
}

/** To the address that the link verifies: the present one, or a new one. */
export const verifyAddress: ApplicantMailComposer = async (mail) => {
  const isChange = mail.row.address?.toLowerCase() !== mail.application.email.toLowerCase()
  const link = await verificationLink(mail, isChange ? 'change' : 'first')
  return link && [mail.paragraph('body'), link]
}

/** To the address that is being replaced. */
export const addressChanging: ApplicantMailComposer = async (mail) => {
  const link = await verificationLink(mail, 'stop')
  const { reference } = mail.application
  return (
    link && [mail.paragraph('body'), ...mail.facts({ reference }), link, mail.paragraph('after')]
  )
}
