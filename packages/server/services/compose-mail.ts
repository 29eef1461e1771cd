import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import type { Context } from '../context.ts'
import { type EngineMailKind, engineMailKinds, type MailKind } from '../mail/mail-kinds.ts'
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { oneLine } from '../ports/outgoing-mail.ts'
import { type Account, findAccountById, findAccountByLogin } from '../session/accounts.ts'
import type { TokenKind } from '../session/one-time-tokens.ts'
import { createAccountLink } from './account-link.ts'
import { assembleMail } from './assemble-mail.ts'
import { composeNotification } from './compose-notification.ts'
import type { MailPart } from './mail-body.ts'
import { readMailBranding } from './mail-branding.ts'

/**
 * Composes a queued email in the recipient's language. Returns null if there is no recipient or the
 * email is no longer needed. The token of a link is created here, so that only its hash is ever
 * stored.
 */
export type MailComposer = (context: Context, row: OutboxRow) => Promise<Mail | null>
export type MailComposers<K extends MailKind = MailKind> = { readonly [kind in K]: MailComposer }

/** Composes an email to an active account, in that user's language. */
export const composeForAccount =
  (
    compose: (context: Context, row: OutboxRow, account: Account) => Promise<Mail | null>,
  ): MailComposer =>
  async (context, row) => {
    const account = await recipientOf(context, row)
    return (
      account && compose(context, { ...row, language: account.language ?? row.language }, account)
    )
  }

async function recipientOf(context: Context, row: OutboxRow): Promise<Account | null> {
  const account = row.user_id
    ? await findAccountById(context, row.user_id)
    : row.address
      ? await findAccountByLogin(context, row.address)
      : null
  return account?.isActive ? account : null
}

/**
 * Composes an email from the texts of its kind: `body`, `after` and, if it has a link, `action`.
 */
export const composeAccountMail = composeForAccount(async (context, row, account) => {
  const branding = await readMailBranding(context)
  const params = {
    ...row.params,
    name: oneLine(account.name),
    username: account.username,
    university: branding.name,
    when: formatLongInstant(row.created_at, row.language),
  }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const link = isLink(row.kind) ? await createAccountLink(context, row.kind, account) : null
  const parts: MailPart[] = [
    { kind: 'text', text: text(`${row.kind}.body`) },
    ...(link === null
      ? []
      : [
          {
            kind: 'link' as const,
            address: link,
            label: text(`${row.kind}.action`),
            hint: text('linkHint'),
          },
        ]),
    { kind: 'text', text: text(`${row.kind}.after`) },
  ]
  const address = row.kind === 'emailChanged' && row.address ? row.address : account.email
  return assembleMail({ branding, row, text, parts, to: { name: account.name, address } })
})

const isLink = (kind: string): kind is TokenKind => kind === 'reset' || kind === 'invitation'

// The entries cover every kind in the list.
export const engineMails = {
  ...Object.fromEntries(engineMailKinds.map((kind) => [kind, composeAccountMail])),
  notification: composeForAccount(composeNotification),
} as MailComposers<EngineMailKind>
