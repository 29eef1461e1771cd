/** What every mail has in common. */
import type { Context } from '../context.ts'
import type { OutboxRow } from '../mail/outbox.ts'
import type { Mail } from '../ports/mail.ts'
import { hypertext, type MailPart, plainText } from './mail-body.ts'

interface Assembly {
  readonly row: Pick<OutboxRow, 'id' | 'kind' | 'language'>
  /** The text of a key of the mails, with the mail's own values filled in. */
  readonly text: (key: string) => string
  readonly parts: readonly MailPart[]
  readonly to: Mail['to']
}

/** The mail of its parts, as every mail begins and ends. */
export function assembled({ row, text, parts, to }: Assembly): Mail {
  const subject = text(`${row.kind}.subject`)
  const content = { language: row.language, subject, greeting: text('greeting'), parts, closing: text('closing'), footer: text('footer') }
  return { id: row.id, to, subject, text: plainText(content), html: hypertext(content) }
}

/** The name that the university gave itself in the settings. */
export async function universityName({ database }: Pick<Context, 'database'>): Promise<string> {
  const [row] = await database.query<{ university_name: string }>('select university_name from settings limit 1')
  return row?.university_name ?? 'Matricola'
}
