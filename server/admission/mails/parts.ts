import type { Context } from '@matricola/server/context.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import type { MailedApplication } from './mailed-application.ts'

/** Data and helpers with which a composer builds an email. */
export interface ApplicantMailParts {
  readonly context: Context
  readonly row: OutboxRow
  readonly application: MailedApplication
  /** Returns a paragraph, by its key below `mail:<kind>`. */
  paragraph(key: string, values?: TextValues): MailPart
  /** Returns any text in the language of the email, with its values filled in. */
  text(key: string, values?: TextValues): string
  /** Returns the label of a document or field, as the applicant was shown it. */
  label(name: string): string
  /** Returns labelled values; the labels are keys below `mail:labels`. Null values are left out. */
  facts(values: { readonly [label: string]: string | null }): MailPart[]
  /** Returns the button that opens the status page. */
  statusLink(): MailPart
}

/** Values for the placeholders of a text, by name. */
export type TextValues = Readonly<Record<string, string | number>>

/** The parts in order, with the values that the subject needs in addition to the common ones. */
export interface ComposedMail {
  readonly parts: readonly MailPart[]
  readonly values: TextValues
}

type Composed = ComposedMail | readonly MailPart[] | null

/** Returns the email, or null if it is no longer accurate. */
export type ApplicantMailComposer = (mail: ApplicantMailParts) => Composed | Promise<Composed>
