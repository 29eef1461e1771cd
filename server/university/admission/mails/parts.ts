import type { DocumentName } from '#resources/application-documents.ts'
import type { Context } from '#server/engine/context.ts'
import type { OutboxRow } from '#server/engine/mail/outbox.ts'
import type { MailPart } from '#server/engine/services/mail-body.ts'
import type { MailedApplication } from './application.ts'

/** Material that the parts of a mail are made from. */
export interface MailParts {
  readonly context: Context
  readonly row: OutboxRow
  readonly application: MailedApplication
  /** A paragraph, by its key below `mail:<kind>`. */
  say(key: string): MailPart
  /** Any text in the mail's language, with the mail's values filled in. */
  text(key: string): string
  /** Name of a document of the application. */
  document(name: DocumentName): string
  /** Labels of `mail:labels`, each with its value; what has none is left out. */
  facts(values: { readonly [label: string]: string | null }): MailPart[]
  /** The button that leads to the status page. */
  statusLink(): MailPart
}

/** Parts in their order; null when the mail has nothing any more to say. */
export type MailComposer = (mail: MailParts) => readonly MailPart[] | null | Promise<readonly MailPart[] | null>
