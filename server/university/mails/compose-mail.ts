import { momentInWords } from '#model/dates.ts'
import type { Context } from '#server/engine/context.ts'
import { isApplicantMail } from '#server/engine/mail/mail-kinds.ts'
import type { OutboxRow } from '#server/engine/mail/outbox.ts'
import type { Mail } from '#server/engine/ports/mail.ts'
import { oneLine } from '#server/engine/ports/outgoing-mail.ts'
import { accountLink } from '#server/engine/services/account-link.ts'
import { composeNotification } from '#server/engine/services/compose-notification.ts'
import type { MailPart } from '#server/engine/services/mail-body.ts'
import { readMailFace } from '#server/engine/services/mail-face.ts'
import { assembled } from '#server/engine/services/mail-parts.ts'
import { type Account, accountById, accountByLogin } from '#server/engine/session/accounts.ts'
import type { TokenKind } from '#server/engine/session/one-time-tokens.ts'
import { composeDraftMail } from '../admission/drafts/draft-mail.ts'
import { composeAdmissionMail } from '../admission/mails/compose.ts'
import { composeDigest } from '../admission/mails/digest.ts'

/**
 * Puts a queued mail together in its recipient's language, or answers null when there is nobody to send it to, or nothing any more to
 * say: an address without an active account, a person who has left. A link's token is made here, so that only its hash is
 * ever stored.
 */
export async function composeMail(context: Context, queued: OutboxRow): Promise<Mail | null> {
  if (isApplicantMail(queued.kind)) return composeAdmissionMail(context, queued)
  if (queued.kind === 'draftSaved') return composeDraftMail(context, queued)
  const account = await recipientOf(context, queued)
  if (!account) return null
  // Whoever brought the mail about, it is read by its recipient.
  const row = { ...queued, language: account.language ?? queued.language }
  if (row.kind === 'waitingDigest') return composeDigest(context, row, account)
  if (row.kind === 'notification') return composeNotification(context, row, account)
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
}

async function recipientOf({ database }: Context, row: OutboxRow): Promise<Account | null> {
  const account = row.user_id ? await accountById(database, row.user_id) : row.address ? await accountByLogin(database, row.address) : null
  return account?.isActive ? account : null
}

const isLink = (kind: string): kind is TokenKind => kind === 'reset' || kind === 'invitation'
