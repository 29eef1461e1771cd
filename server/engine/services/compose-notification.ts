import { homeOf } from '#model/paths.ts'
import type { Language } from '#model/vocabulary.ts'
import type { Context } from '../context.ts'
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { oneLine } from '../ports/outgoing-mail.ts'
import type { Account } from '../session/accounts.ts'
import type { MailPart } from './mail-body.ts'
import { readMailFace } from './mail-face.ts'
import { assembled } from './mail-parts.ts'

/** Sentence of a notification, as the bell says it. */
export const newsOf = ({ texts }: Pick<Context, 'texts'>, language: Language, { type }: OutboxRow['params']) =>
  texts.find(language, `shell:letters.types.${type}`) ?? texts.text(language, `resources:notifications.choices.type.${type}`)

/** The copy of a notification: what the bell shows, and no more; the rest is where its link leads. */
export async function composeNotification(context: Context, row: OutboxRow, account: Account): Promise<Mail> {
  const news = newsOf(context, row.language, row.params)
  const face = await readMailFace(context)
  const params = { name: oneLine(account.name), university: face.name, news }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const { subject, link } = row.params
  const address = `${context.config.publicOrigin}${homeOf(account.role)}${link ? `/${link}` : ''}`
  const parts: MailPart[] = [
    { kind: 'text', text: news },
    ...(subject ? [{ kind: 'quote' as const, text: oneLine(subject) }] : []),
    { kind: 'link', address, label: text('notification.action'), hint: text('linkHint') },
    { kind: 'text', text: text('notification.after') },
  ]
  return assembled({ face, row, text, parts, to: { name: account.name, address: account.email } })
}
