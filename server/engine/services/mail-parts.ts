/** Parts that every mail has in common. */
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { hypertext, type MailPart, plainText } from './mail-body.ts'
import type { MailFace } from './mail-face.ts'

/** Mails are read on white. */
const inkOfMails = '#1f4a7a'

interface Assembly {
  readonly face: MailFace
  readonly row: Pick<OutboxRow, 'id' | 'kind' | 'language'>
  /** The text of a key of the mails, with the mail's own values filled in. */
  readonly text: (key: string) => string
  readonly parts: readonly MailPart[]
  readonly to: Mail['to']
}

/** The mail of its parts, as every mail begins and ends. */
export function assembled({ face, row, text, parts, to }: Assembly): Mail {
  const subject = text(`${row.kind}.subject`)
  const { name, picture } = face
  const university = { name, color: face.colorOnLight ?? inkOfMails, logo: picture?.cid ?? null }
  const said = { subject, greeting: text('greeting'), parts, closing: text('closing'), footer: text('footer') }
  const content = { language: row.language, university, ...said }
  return { id: row.id, to, subject, text: plainText(content), html: hypertext(content), ...(picture && { pictures: [picture] }) }
}
