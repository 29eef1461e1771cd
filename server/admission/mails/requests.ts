/** Emails about change requests. */

import type { MailPart } from '@matricola/server/services/mail-body.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import { isDocumentName } from '#resources/application-documents.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

/**
 * Lists the requested changes and their deadline. Sent with the request, as a reminder, and when overdue, but not after the request
 * has ended.
 */
export const changesRequested: ApplicantMailComposer = (mail) => {
  const { row, application, paragraph, statusLink, text } = mail
  if (application.status !== 'update_requested') return null
  const isFirst = row.kind === 'updateRequested'
  return [
    paragraph('body'),
    ...(isFirst ? staffTexts(mail) : []),
    { kind: 'text', text: text('mail:toChange') },
    { kind: 'list', items: (application.changes ?? []).map((change) => fieldAndMessage(mail, change)) },
    statusLink(),
    { kind: 'text', text: text('mail:howToChange') },
  ]
}

/** The texts that staff wrote. */
function staffTexts({ application: { issue, explanation, suggestion }, text }: ApplicantMailParts): MailPart[] {
  const explanations = [issue, explanation].filter((part) => part !== null)
  return [
    ...(explanations.length > 0 ? [{ kind: 'quote' as const, text: explanations.join('\n') }] : []),
    ...(suggestion === null
      ? []
      : [
          { kind: 'text' as const, text: text('mail:suggestion') },
          { kind: 'quote' as const, text: suggestion },
        ]),
  ]
}

const labelOf = ({ text, document }: ApplicantMailParts, { field }: RequestedChange) =>
  isDocumentName(field) ? document(field) : text(`resources:registrations.fields.${field}`)

const fieldAndMessage = (mail: ApplicantMailParts, change: RequestedChange) =>
  change.message === null ? labelOf(mail, change) : `${labelOf(mail, change)} – ${change.message}`

/** Receipt of an answer. */
export const answerReceived: ApplicantMailComposer = (mail) => {
  const { application, paragraph, statusLink } = mail
  const items = (application.changes ?? []).map((change) => labelOf(mail, change))
  return [paragraph('body'), ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []), statusLink()]
}

export const requestCancelled: ApplicantMailComposer = ({ application: { explanation }, paragraph, statusLink }) => [
  paragraph('body'),
  ...(explanation === null ? [] : [{ kind: 'quote' as const, text: explanation }]),
  statusLink(),
]
