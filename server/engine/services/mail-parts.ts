/** The parts that all emails have in common. */
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { hypertext, type MailPart, plainText } from './mail-body.ts'
import type { MailFace } from './mail-face.ts'

/** Default colour; emails have a white background. */
const inkOfMails = '#1f4a7a'

interface Assembly {
  readonly face: MailFace
  readonly row: Pick<OutboxRow, 'id' | 'kind' | 'language'>
  /** Returns the email text for a key, with the values of this email filled in. */
  readonly text: (key: string) => string
  readonly parts: readonly MailPart[]
  readonly to: Mail['to']
}

/** Assembles an email from its parts, with the common greeting and closing. */
export function assembled({ face, row, text, parts, to }: Assembly): Mail {
  const subject = text(`${row.kind}.subject`)
  const { name, picture } = face
  const university = { name, color: face.colorOnLight ?? inkOfMails, logo: picture?.cid ?? null }
  const said = { subject, greeting: text('greeting'), parts, closing: text('closing'), footer: text('footer') }
  const content = { language: row.language, university, ...said }
  return { id: row.id, to, subject, text: plainText(content), html: hypertext(content), ...(picture && { pictures: [picture] }) }
}
