import { homePath } from '@matricola/schema/paths.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Context } from '../context.ts'
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { oneLine } from '../ports/outgoing-mail.ts'
import type { Account } from '../session/accounts.ts'
import { assembleMail } from './assemble-mail.ts'
import type { MailPart } from './mail-body.ts'
import { readMailBranding } from './mail-branding.ts'

/** Returns the sentence of a notification, as the notification list shows it. */
export const notificationText = (
  { texts }: Pick<Context, 'texts'>,
  language: Language,
  { type }: OutboxRow['params'],
) =>
  texts.find(language, `shell:inbox.types.${type}`) ??
  texts.text(language, `resources:notifications.choices.type.${type}`)

/**
 * Composes the email of a notification. It contains only what the notification list shows; its link
 * leads to the rest.
 */
export async function composeNotification(
  context: Context,
  row: OutboxRow,
  account: Account,
): Promise<Mail> {
  const notification = notificationText(context, row.language, row.params)
  const branding = await readMailBranding(context)
  const params = { name: oneLine(account.name), university: branding.name, news: notification }
  const text = (key: string) => context.texts.text(row.language, `mail:${key}`, params)
  const { subject, link } = row.params
  const address = `${context.config.publicOrigin}${homePath(account.role)}${link ? `/${link}` : ''}`
  const parts: MailPart[] = [
    { kind: 'text', text: notification },
    ...(subject ? [{ kind: 'quote' as const, text: oneLine(subject) }] : []),
    { kind: 'link', address, label: text('notification.action'), hint: text('linkHint') },
    { kind: 'text', text: text('notification.after') },
  ]
  return assembleMail({
    branding,
    row,
    text,
    parts,
    to: { name: account.name, address: account.email },
  })
}
