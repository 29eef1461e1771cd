/** The parts that all emails have in common. */
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { type MailPart, renderHtml, renderPlainText } from './mail-body.ts'
import type { MailBranding } from './mail-branding.ts'

/** Default colour; emails have a white background. */
const defaultMailColor = '#1f4a7a'

interface Assembly {
  readonly branding: MailBranding
  readonly row: Pick<OutboxRow, 'id' | 'kind' | 'language'>
  /** Returns the email text for a key, with the values of this email filled in. */
  readonly text: (key: string) => string
  readonly parts: readonly MailPart[]
  readonly to: Mail['to']
}

/** Assembles an email from its parts, with the common greeting and closing. */
export function assembleMail({ branding, row, text, parts, to }: Assembly): Mail {
  const subject = text(`${row.kind}.subject`)
  const { name, logoPicture } = branding
  const university = {
    name,
    color: branding.colorOnLight ?? defaultMailColor,
    logo: logoPicture?.cid ?? null,
  }
  const texts = {
    subject,
    greeting: text('greeting'),
    parts,
    closing: text('closing'),
    footer: text('footer'),
  }
  const content = { language: row.language, university, ...texts }
  return {
    id: row.id,
    to,
    subject,
    text: renderPlainText(content),
    html: renderHtml(content),
    ...(logoPicture && { pictures: [logoPicture] }),
  }
}
