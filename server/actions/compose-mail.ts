import { timeZone } from '#model/dates.ts'
import { invitationPath, resetPasswordPath } from '#model/paths.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Context } from '../context.ts'
import type { Mail } from '../ports/mail.ts'
import type { OutboxRow } from '../ports/outbox.ts'
import { oneLine } from '../ports/outgoing-mail.ts'
import { type Account, accountById, accountByLogin } from '../session/accounts.ts'
import { makeOneTimeToken, type TokenKind } from '../session/one-time-tokens.ts'

/**
 * Puts a queued mail together in its language, or answers null when there is nobody to send it to: an address without
 * an active account, a person who has left. A link's token is made here, so that only its hash is ever stored.
 */
export async function composeMail(context: Context, row: OutboxRow): Promise<Mail | null> {
  const account = await recipientOf(context, row)
  if (!account) return null
  const university = await universityName(context)
  const params = {
    ...row.params,
    name: oneLine(account.name),
    username: account.username,
    university,
    when: moment(row.created_at, row.language),
  }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const link = isLink(row.kind) ? await linkFor(context, row.kind, account) : null
  const subject = text(`${row.kind}.subject`)
  const content = {
    language: row.language,
    subject,
    greeting: text('greeting'),
    body: text(`${row.kind}.body`),
    ...(link !== null && { link: { address: link, label: text(`${row.kind}.action`), hint: text('linkHint') } }),
    after: text(`${row.kind}.after`),
    closing: text('closing'),
    footer: text('footer'),
  }
  return {
    id: row.id,
    to: { name: account.name, address: row.kind === 'emailChanged' && row.address ? row.address : account.email },
    subject,
    text: plainText(content),
    html: hypertext(content),
  }
}

async function recipientOf({ database }: Context, row: OutboxRow): Promise<Account | null> {
  const account = row.user_id ? await accountById(database, row.user_id) : row.address ? await accountByLogin(database, row.address) : null
  return account?.isActive ? account : null
}

const isLink = (kind: string): kind is TokenKind => kind === 'reset' || kind === 'invitation'

/** The token stands behind `#`: it reaches no server log, no proxy and no `Referer` (S-6.3). */
async function linkFor({ config, database, clock }: Context, kind: TokenKind, account: Account): Promise<string> {
  const token = await database.transaction((queries) => makeOneTimeToken(queries, kind, account, clock.now()))
  return `${config.publicOrigin}${kind === 'reset' ? resetPasswordPath : invitationPath}#t=${token}`
}

/** The name that the university gave itself in the settings. */
export async function universityName({ database }: Pick<Context, 'database'>): Promise<string> {
  const [row] = await database.query<{ university_name: string }>('select university_name from settings limit 1')
  return row?.university_name ?? 'Matricola'
}

const moment = (at: string, language: Language) =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(at))

interface Content {
  readonly language: Language
  readonly subject: string
  readonly greeting: string
  readonly body: string
  readonly link?: { readonly address: string; readonly label: string; readonly hint: string }
  readonly after: string
  readonly closing: string
  readonly footer: string
}

function plainText({ greeting, body, link, after, closing, footer }: Content): string {
  const parts = [greeting, body, ...(link ? [link.address] : []), after, `${closing}\n${footer}`]
  return parts.join('\n\n')
}

/** Fixed markup; every text is escaped as a whole, so that a name is only ever text (S-6.4). */
function hypertext({ language, subject, greeting, body, link, after, closing, footer }: Content): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const button = link
    ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f4fd8;color:#ffffff;text-decoration:none">${escapeHtml(link.label)}</a></p>` +
      `<p style="margin:0 0 16px;font-size:13px;color:#555555">${escapeHtml(link.hint)}<br>${escapeHtml(link.address)}</p>`
    : ''
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    '<body style="margin:0;padding:24px;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a">' +
    `<div style="max-width:560px;margin:0 auto">${paragraph(greeting)}${paragraph(body)}${button}${paragraph(after)}${paragraph(closing)}` +
    `<p style="margin:0;font-size:13px;color:#555555">${escapeHtml(footer)}</p></div></body></html>`
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
