import { momentInWords } from '#model/values/dates.ts'
import type { Context } from '#server/engine/context.ts'
import { type EngineMailKind, engineMailKinds, type MailKind } from '#server/engine/mail/mail-kinds.ts'
import type { OutboxRow } from '#server/engine/mail/outbox.ts'
import type { Mail } from '#server/engine/ports/mail.ts'
import { oneLine } from '#server/engine/ports/outgoing-mail.ts'
import { type Account, accountById, accountByLogin } from '#server/engine/session/accounts.ts'
import type { TokenKind } from '#server/engine/session/one-time-tokens.ts'
import { accountLink } from './account-link.ts'
import { composeNotification } from './compose-notification.ts'
import type { MailPart } from './mail-body.ts'
import { readMailFace } from './mail-face.ts'
import { assembled } from './mail-parts.ts'

/**
 * Puts a queued mail together in its recipient's language; null when there is nobody to send it to, or nothing any more to
 * say. A link's token is made here, so that only its hash is ever stored.
 */
export type MailComposer = (context: Context, row: OutboxRow) => Promise<Mail | null>
export type MailComposers<K extends MailKind = MailKind> = { readonly [kind in K]: MailComposer }

/** Composes for somebody with an active account, in that person's language, whoever brought the mail about. */
export const toAccount =
  (compose: (context: Context, row: OutboxRow, account: Account) => Promise<Mail | null>): MailComposer =>
  async (context, row) => {
    const account = await recipientOf(context, row)
    return account && compose(context, { ...row, language: account.language ?? row.language }, account)
  }

async function recipientOf({ database }: Context, row: OutboxRow): Promise<Account | null> {
  const account = row.user_id ? await accountById(database, row.user_id) : row.address ? await accountByLogin(database, row.address) : null
  return account?.isActive ? account : null
}

/** A mail of three texts of its kind: `body`, for kinds with a link `action`, and `after`. */
export const accountMail = toAccount(async (context, row, account) => {
  const face = await readMailFace(context)
  const params = {
    ...row.params,
    name: oneLine(account.name),
    username: account.username,
    university: face.name,
    when: momentInWords(row.created_at, row.language),
  }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const link = isLink(row.kind) ? await accountLink(context, row.kind, account) : null
  const parts: MailPart[] = [
    { kind: 'text', text: text(`${row.kind}.body`) },
    ...(link === null ? [] : [{ kind: 'link' as const, address: link, label: text(`${row.kind}.action`), hint: text('linkHint') }]),
    { kind: 'text', text: text(`${row.kind}.after`) },
  ]
  const address = row.kind === 'emailChanged' && row.address ? row.address : account.email
  return assembled({ face, row, text, parts, to: { name: account.name, address } })
})

const isLink = (kind: string): kind is TokenKind => kind === 'reset' || kind === 'invitation'

// Every kind of the list has an entry.
export const engineMails = {
  ...Object.fromEntries(engineMailKinds.map((kind) => [kind, accountMail])),
  notification: toAccount(composeNotification),
} as MailComposers<EngineMailKind>
