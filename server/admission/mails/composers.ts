import { signInPath } from '@matricola/schema/paths.ts'
import { formatMoment, today } from '@matricola/schema/values/dates.ts'
import { createAccountLink } from '@matricola/server/services/account-link.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { findAccountById } from '@matricola/server/session/accounts.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import type { RequestedChange } from '#resources/admission/wire.ts'
import { findMessageText } from '#server/admission/messages/conversation.ts'
import { addressChanging, verifyAddress } from './address-links.ts'
import { dateChanged } from './date-changed.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'
import { feeWaived, paymentBooked, paymentUndone } from './payments.ts'
import { placeConfirmed, placeMayMoveUp } from './place-answers.ts'
import { consentVoid, payReminder, placeLost } from './place-payments.ts'
import {
  appealAnswered,
  movedUp,
  movedUpToPay,
  notAdmitted,
  notRanked,
  placeMovedDown,
  placeMovedUp,
  placeNowFeePaying,
  placeOffered,
  placeReminder,
  placeRetracted,
  stillWaiting,
  waiting,
} from './ranking.ts'
import { newAccessCodeMail, received } from './received.ts'

const quoteOf = (text: string | null): MailPart[] =>
  text === null ? [] : [{ kind: 'quote', text: text }]

const accepted: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) =>
  application.status === 'accepted'
    ? [
        paragraph('body'),
        ...facts({ reference: application.reference }),
        paragraph('after'),
        statusLink(),
      ]
    : null

/**
 * Includes the reason, the explanation by staff, and the last day for appeals if the admission
 * session has one.
 */
const declined: ApplicantMailComposer = (mail) => {
  const { application, paragraph, facts, text, statusLink } = mail
  const { status, reasonCode, reference, explanation } = application
  if (status !== 'declined' || reasonCode === 'withdrawn') return null
  const reason =
    reasonCode === null ? null : text(`resources:registrations.choices.reasonCode.${reasonCode}`)
  return [
    paragraph('body'),
    ...facts({ reference, reason, appealUntil: appealDay(mail) }),
    ...quoteOf(explanation),
    paragraph('after'),
    statusLink(),
  ]
}

function appealDay({
  application: { appealUntil, language },
  context,
}: ApplicantMailParts): string | null {
  if (appealUntil === null || appealUntil < today(context.clock.now())) return null
  return formatMoment(new Date(`${appealUntil}T00:00:00Z`), language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
}

/** A decision was revoked, or a closed application was reopened: staff decide again. */
const decisionRevoked: ApplicantMailComposer = ({
  application: { reference, explanation },
  paragraph,
  facts,
  statusLink,
}) => [paragraph('body'), ...facts({ reference }), ...quoteOf(explanation), statusLink()]

/**
 * The matriculation number with a link: to set a password for a new account, or to sign in to an
 * existing one.
 */
const enrolled: ApplicantMailComposer = async ({
  context,
  row,
  application,
  paragraph,
  facts,
  text,
}) => {
  const account =
    row.user_id && application.enrolledAt !== null
      ? await findAccountById(context, row.user_id)
      : null
  if (!account?.isActive) return null
  const isNew = account.passwordHash === null
  const link: MailPart = {
    kind: 'link',
    address: isNew
      ? await createAccountLink(context, 'invitation', account)
      : `${context.config.publicOrigin}${signInPath}`,
    label: text(`mail:enrolled.${isNew ? 'action' : 'signIn'}`),
    hint: text('mail:linkHint'),
  }
  return [
    paragraph('body'),
    ...facts({
      matriculationNumber: row.params.matriculationNumber ?? null,
      username: account.username,
    }),
    link,
    paragraph(isNew ? 'after' : 'hasAccount'),
  ]
}

const withdrawn: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) =>
  application.status === 'declined' && application.reasonCode === 'withdrawn'
    ? [
        paragraph('body'),
        ...facts({ reference: application.reference }),
        statusLink(),
        paragraph('after'),
      ]
    : null

const withdrawalUndone: ApplicantMailComposer = ({ application, paragraph, facts, statusLink }) => [
  paragraph('body'),
  ...facts({ reference: application.reference }),
  statusLink(),
  paragraph('after'),
]

/** Sent to both the old and the new address. */
const addressChanged: ApplicantMailComposer = ({ application, paragraph, facts }) => [
  paragraph('body'),
  ...facts({ reference: application.reference }),
  paragraph('after'),
]

/**
 * Lists the requested changes and their deadline. Sent with the request, as a reminder, and when
 * overdue, but not after the request has ended.
 */
const changesRequested: ApplicantMailComposer = (mail) => {
  const { row, application, paragraph, statusLink, text } = mail
  if (application.status !== 'update_requested') return null
  const isFirst = row.kind === 'updateRequested'
  return [
    paragraph('body'),
    ...(isFirst ? staffTexts(mail) : []),
    { kind: 'text', text: text('mail:toChange') },
    {
      kind: 'list',
      items: (application.changes ?? []).map((change) => fieldAndMessage(mail, change)),
    },
    statusLink(),
    { kind: 'text', text: text('mail:howToChange') },
  ]
}

/** The texts that staff wrote. */
function staffTexts({
  application: { issue, explanation, suggestion },
  text,
}: ApplicantMailParts): MailPart[] {
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

function labelOf(
  { label, row, application }: ApplicantMailParts,
  { field, item }: RequestedChange,
): string {
  if (item) return textIn(item.label, row.language, application.universityLanguage)
  return label(field)
}

const fieldAndMessage = (mail: ApplicantMailParts, change: RequestedChange) =>
  change.message === null ? labelOf(mail, change) : `${labelOf(mail, change)} – ${change.message}`

/** Receipt of an answer. */
const answerReceived: ApplicantMailComposer = (mail) => {
  const { application, paragraph, statusLink } = mail
  const items = (application.changes ?? []).map((change) => labelOf(mail, change))
  return [
    paragraph('body'),
    ...(items.length > 0 ? [{ kind: 'list' as const, items }] : []),
    statusLink(),
  ]
}

/** The text of a message without its attachments. Undone messages are not sent. */
const officeMessage: ApplicantMailComposer = async ({ context, row, paragraph, statusLink }) => {
  const text = await findMessageText(context.database, row.params.message ?? null)
  return text === null ? null : [...quoteOf(text), paragraph('after'), statusLink()]
}

const requestCancelled: ApplicantMailComposer = ({
  application: { explanation },
  paragraph,
  statusLink,
}) => [
  paragraph('body'),
  ...(explanation === null ? [] : [{ kind: 'quote' as const, text: explanation }]),
  statusLink(),
]

/** Composers of emails to applicants, by email type. */
export const applicantMailComposers = {
  registrationReceived: received,
  accessCode: newAccessCodeMail,
  updateRequested: changesRequested,
  updateReminder: changesRequested,
  updateOverdue: changesRequested,
  updateReceived: answerReceived,
  updateRequestCancelled: requestCancelled,
  accepted,
  declined,
  placeOffered,
  placeMovedUp,
  placeNowFeePaying,
  placeMovedDown,
  movedUp,
  movedUpToPay,
  placeRetracted,
  waiting,
  stillWaiting,
  notRanked,
  placeReminder,
  payReminder,
  placeLost,
  placeConfirmed,
  placeMayMoveUp,
  consentVoid,
  notAdmitted,
  dateChanged,
  resultAppealAnswered: appealAnswered,
  paymentBooked,
  feeWaived,
  paymentUndone,
  decisionRevoked: decisionRevoked,
  reopened: decisionRevoked,
  withdrawn,
  withdrawalUndone,
  enrolled,
  applicantAddressChanged: addressChanged,
  verifyAddress,
  addressChanging,
  applicationMessage: officeMessage,
} as const satisfies { readonly [kind: string]: ApplicantMailComposer }

export type ApplicantMailKind = keyof typeof applicantMailComposers
// `Object.keys` returns plain strings.
export const applicantMailKinds = Object.keys(applicantMailComposers) as ApplicantMailKind[]
