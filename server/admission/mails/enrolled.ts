import { signInPath } from '@matricola/schema/paths.ts'
import { createAccountLink } from '@matricola/server/services/account-link.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { findAccountById } from '@matricola/server/session/accounts.ts'
import type { ApplicantMailComposer } from './parts.ts'

/** The matriculation number with a link: to set a password for a new account, or to sign in to an existing one. */
export const enrolled: ApplicantMailComposer = async ({ context, row, application, paragraph, facts, text }) => {
  const account = row.user_id && application.enrolledAt !== null ? await findAccountById(context, row.user_id) : null
  if (!account?.isActive) return null
  const isNew = account.passwordHash === null
  const link: MailPart = {
    kind: 'link',
    address: isNew ? await createAccountLink(context, 'invitation', account) : `${context.config.publicOrigin}${signInPath}`,
    label: text(`mail:enrolled.${isNew ? 'action' : 'signIn'}`),
    hint: text('mail:linkHint'),
  }
  return [
    paragraph('body'),
    ...facts({ matriculationNumber: row.params.matriculationNumber ?? null, username: account.username }),
    link,
    paragraph(isNew ? 'after' : 'hasAccount'),
  ]
}
