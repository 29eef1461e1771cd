/** Emails about decisions. Each is sent only if its decision is still in effect. */
import { formatMoment, today } from '#model/values/dates.ts'
import type { MailPart } from '#server/engine/services/mail-body.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const quoteOf = (words: string | null): MailPart[] => (words === null ? [] : [{ kind: 'quote', text: words }])

export const accepted: ApplicantMailComposer = ({ application, say, facts, statusLink }) =>
  application.status === 'accepted' ? [say('body'), ...facts({ reference: application.reference }), say('after'), statusLink()] : null

/** Includes the reason, the explanation by staff, and the last day for appeals if the admission session has one. */
export const declined: ApplicantMailComposer = (mail) => {
  const { application, say, facts, text, statusLink } = mail
  const { status, reasonCode, reference, explanation } = application
  if (status !== 'declined' || reasonCode === 'withdrawn') return null
  const reason = reasonCode === null ? null : text(`resources:registrations.choices.reasonCode.${reasonCode}`)
  return [say('body'), ...facts({ reference, reason, appealUntil: appealDay(mail) }), ...quoteOf(explanation), say('after'), statusLink()]
}

function appealDay({ application: { appealUntil, language }, context }: ApplicantMailParts): string | null {
  if (appealUntil === null || appealUntil < today(context.clock.now())) return null
  return formatMoment(new Date(`${appealUntil}T00:00:00Z`), language, { dateStyle: 'long', timeZone: 'UTC' })
}

/** A decision was revoked, or a closed application was reopened: staff decide again. */
export const decisionRevoked: ApplicantMailComposer = ({ application: { reference, explanation }, say, facts, statusLink }) => [
  say('body'),
  ...facts({ reference }),
  ...quoteOf(explanation),
  statusLink(),
]
