import { formatLongInstant } from '@matricola/schema/values/dates.ts'
import { formatPhone } from '@matricola/schema/values/phone.ts'
import type { Context } from '@matricola/server/context.ts'
import type { OutboxRow } from '@matricola/server/mail/outbox.ts'
import type { Mail } from '@matricola/server/ports/mail.ts'
import { oneLine } from '@matricola/server/ports/outgoing-mail.ts'
import { assembleMail } from '@matricola/server/services/assemble-mail.ts'
import type { MailPart } from '@matricola/server/services/mail-body.ts'
import { readMailBranding } from '@matricola/server/services/mail-branding.ts'
import { stateParams } from '#resources/admission/application-state.ts'
import type { FixedItemTexts } from '#resources/admission/form-content.ts'
import { resultMails } from '#resources/admission/ranking.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { documentLabelKey, isDocumentName } from '#resources/application-documents.ts'
import { statusPath } from '#resources/paths.ts'
import { readState } from '#server/admission/applicant/application-state.ts'
import { readFixedItemTexts } from '#server/admission/forms/published-forms.ts'
import { hasDefaultOfficeHours } from '#server/admission/office-hours.ts'
import { type ApplicantMailKind, applicantMailComposers } from './composers.ts'
import { applicationFeeParts } from './fees.ts'
import { findMailedApplication, type MailedApplication } from './mailed-application.ts'
import type { ApplicantMailParts, TextValues } from './parts.ts'

/** Emails to an address that is not, or no longer, the application's. */
const addressMails: ReadonlySet<string> = new Set<ApplicantMailKind>([
  'applicantAddressChanged',
  'verifyAddress',
  'addressChanging',
])

/** Emails that say what became of the application. */
const outcomeMails: ReadonlySet<string> = new Set<ApplicantMailKind>([
  ...resultMails,
  'placeReminder',
  'payReminder',
  'placeLost',
  'placeConfirmed',
  'placeMayMoveUp',
  'consentVoid',
  'notAdmitted',
  'resultAppealAnswered',
])

/**
 * Composes an email to an applicant, in the applicant's language, from the application as it is
 * now. Returns null if the application was erased or the email is no longer accurate.
 */
export async function composeAdmissionMail(context: Context, row: OutboxRow): Promise<Mail | null> {
  const reference = row.params.reference ?? null
  const application = await findMailedApplication(context.database, {
    id: row.record_id,
    reference,
  })
  if (!application) return null
  const fieldTexts = await readFixedItemTexts(context.database, { ...application })
  const mail = createMailParts(context, row, { application, fieldTexts })
  // The caller passes only emails to applicants.
  const composed = await applicantMailComposers[row.kind as ApplicantMailKind](mail)
  if (!composed) return null
  const { parts, values } = 'parts' in composed ? composed : { parts: composed, values: {} }
  const isAboutAddress = addressMails.has(row.kind)
  const isUnverified = application.emailState === 'unverified'
  // Strangers may read a mistyped address. They must not learn a name, a result or, like the readers
  // of a former address, the status.
  const isNamed = !isUnverified && row.kind !== 'verifyAddress'
  const hidesResult = isUnverified && outcomeMails.has(row.kind)
  const language = application.language
  const text = (key: string) => {
    if (key === 'greeting' && !isNamed) return mail.text('mail:greetingUnnamed')
    return hidesResult && key === `${row.kind}.subject`
      ? mail.text('mail:unverified.subject')
      : mail.text(`mail:${key}`, values)
  }
  const state = isAboutAddress ? [] : [await stateParts(mail), ...(await applicationFeeParts(mail))]
  const branding = await readMailBranding(context)
  return assembleMail({
    branding,
    row: { ...row, language },
    text,
    parts: [...(hidesResult ? [mail.statusLink()] : parts), ...state, ...contact(mail)],
    to: {
      name: isNamed ? oneLine(application.name) : '',
      address: (isAboutAddress && row.address) || application.email,
    },
  })
}

/** States who acts next and the deadline, with the same sentence as the status page. */
async function stateParts({
  context,
  application: { id, language, emailState },
}: ApplicantMailParts): Promise<MailPart> {
  const { texts, clock } = context
  const state = await readState(context, id, {
    now: clock.now(),
    reader: emailState === 'unverified' ? 'cnp' : 'applicant',
  })
  const text = (key: string, params?: Record<string, string>) => texts.text(language, key, params)
  return {
    kind: 'text',
    text: text('mail:statusLine', {
      turn: text(`application:turns.${state.turn}`),
      sentence: text(state.sentence, stateParams(state, { language, text })),
    }),
  }
}

interface MailedForm {
  readonly application: MailedApplication
  readonly fieldTexts: FixedItemTexts
}

function createMailParts(
  context: Context,
  row: OutboxRow,
  { application, fieldTexts }: MailedForm,
): ApplicantMailParts {
  const { language, dueAt } = application
  const params = {
    name: oneLine(application.name),
    reference: application.reference,
    programme: application.programme,
    // Selects the form of words that differ by sex.
    context: application.sex,
    university: application.university,
    when: formatLongInstant(row.created_at, language),
    dueAt: dueAt ? formatLongInstant(dueAt, language) : '',
  }
  const text = (key: string, values?: TextValues) =>
    context.texts.text(language, key, { ...params, ...values })
  return {
    context,
    row,
    application,
    text,
    paragraph: (key, values) => ({ kind: 'text', text: text(`mail:${row.kind}.${key}`, values) }),
    label(name) {
      const texts = fieldTexts[name]?.label
      if (texts) return textIn(texts, language, application.universityLanguage)
      return isDocumentName(name)
        ? text(documentLabelKey(name, application.cycle ?? undefined, application.identityType))
        : text(`resources:registrations.fields.${name}`)
    },
    facts(values) {
      const facts = Object.entries(values).flatMap(([label, value]) =>
        value === null ? [] : [[text(`mail:labels.${label}`), value] as const],
      )
      return facts.length > 0 ? [{ kind: 'facts', facts }] : []
    },
    statusLink: () => ({
      kind: 'link',
      address: `${context.config.publicOrigin}${statusPath}`,
      label: text('mail:statusAction'),
      hint: text('mail:linkHint'),
    }),
  }
}

/** Contact details of the admission office that are in the settings. */
function contact({ application, context: { texts }, facts, text }: ApplicantMailParts): MailPart[] {
  const { officeEmail: email, officePhone: phone, officeHours } = application
  const hours = hasDefaultOfficeHours(texts, officeHours)
    ? text('public:footer.hours')
    : officeHours
  const contactFacts = facts({ email, phone: phone && formatPhone(phone), hours })
  return contactFacts.length > 0
    ? [{ kind: 'text', text: text('mail:contact') }, ...contactFacts]
    : []
}
