/** Emails about decisions. Each is sent only if its decision is still in effect. */
import { formatMoment, today } from '@matricola/schema/values/dates.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const quoteOf = (text: string | null): MailPart[] => (text === null ? [] : [{ kind: 'quote', text: text }])

export const accepted: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) =>
  application.status === 'accepted'
    ? [paragraph('body'), ...facts({ reference: application.reference }), paragraph('after'), statusLink()]
    : null

/** Includes the reason, the explanation by staff, and the last day for appeals if the admission session has one. */
export const declined: ApplicantMailComposer = (mail) => {
  const { application, paragraph, facts, text, statusLink } = mail
  const { status, reasonCode, reference, explanation } = application
  if (status !== 'declined' || reasonCode === 'withdrawn') return null
  const reason = reasonCode === null ? null : text(`resources:registrations.choices.reasonCode.${reasonCode}`)
  return [
    paragraph('body'),
    ...facts({ reference, reason, appealUntil: appealDay(mail) }),
    ...quoteOf(explanation),
    paragraph('after'),
    statusLink(),
  ]
}

function appealDay({ application: { appealUntil, language }, context }: ApplicantMailParts): string | null {
  if (appealUntil === null || appealUntil < today(context.clock.now())) return null
  return formatMoment(new Date(`${appealUntil}T00:00:00Z`), language, { dateStyle: 'long', timeZone: 'UTC' })
}

/** A decision was revoked, or a closed application was reopened: staff decide again. */
export const decisionRevoked: ApplicantMailComposer = ({ application: { reference, explanation }, paragraph, facts, statusLink }) => [
  paragraph('body'),
  ...facts({ reference }),
  ...quoteOf(explanation),
  statusLink(),
]
