/** Emails about a place that the applicant has to pay for, or has lost. */
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { formatDayAhead } from '#resources/admission/application-state.ts'
import { isConsentVoid } from '#resources/admission/place-acceptance.ts'
import { formatAmount } from '#resources/currency.ts'
import { registrations } from '#resources/registrations.ts'
import { readPlaceQuestion } from '#server/admission/ranking/place-question.ts'
import { readConfirmationFee } from './fees.ts'
import type { ApplicantMailComposer } from './parts.ts'
import { readPlaceNames } from './place-names.ts'

const registration = table(registrations)

/** Not sent once the place that the applicant was moved to is paid for or lost. */
export const payReminder: ApplicantMailComposer = async (mail) => {
  const { application, context, paragraph, facts, text, statusLink } = mail
  const { id, reference, language } = application
  const [stored] = await runStatement(
    context.database,
    sql`select ${pick(columns(registration, 'status', 'payBy', 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId'))} from ${registration} where ${registration.id} = ${id}`,
  )
  const kind = stored?.wonPlaceKindId ?? stored?.wonFunding
  const fee = await readConfirmationFee(context, { id, language, reference })
  if (stored?.status !== 'accepted' || stored.payBy === null || !fee) return null
  const { wonSpecializationId: specializationId, payBy } = stored
  const [place = ''] =
    specializationId === null || !kind
      ? []
      : await readPlaceNames(mail, [{ specializationId, kind }])
  const lastDay = formatDayAhead(payBy, language)
  return {
    values: { place },
    parts: [
      paragraph('body', { place }),
      ...facts({ reference, payBy: lastDay, ...fee }),
      {
        kind: 'text',
        text: text('mail:result.pay', { amount: fee.feeDue, confirmBy: lastDay, reference }),
      },
      statusLink(),
    ],
  }
}

/**
 * The consent to a choice no longer counts, because an amount was raised. Not sent if the amounts
 * have changed again, or the applicant no longer waits for that choice.
 */
export const consentVoid: ApplicantMailComposer = async (mail) => {
  const { row, context, application, paragraph, facts, text, statusLink } = mail
  const { id, reference, language } = application
  const { specializationId = '', kind = '', amounts } = row.params
  const question = await readPlaceQuestion(context.database, id, context.clock.now())
  const isPlace = (one: { readonly specializationId: string; readonly kind: string }) =>
    one.specializationId === specializationId && one.kind === kind
  const place = question?.wire.higher.find(isPlace)
  const consent = question?.wire.answer?.consented.find(isPlace)
  if (!question || !place?.isConsentVoid || !consent) return null
  const { tuition, confirmationFee } = place
  if (`${tuition ?? ''} ${confirmationFee ?? ''}` !== amounts) return null
  const { isOpen, until } = question.wire
  const isTuition = isConsentVoid(
    { ...consent, confirmationFee: null },
    { ...place, confirmationFee: null },
  )
  const [what, before, now] = isTuition
    ? (['tuition', consent.tuition, tuition] as const)
    : (['fee', consent.confirmationFee ?? 0, confirmationFee] as const)
  const [name = ''] = await readPlaceNames(mail, [{ specializationId, kind }])
  const values = {
    place: name,
    old: before === null ? '' : formatAmount(before, language),
    new: formatAmount(now ?? 0, language),
  }
  const again = isOpen ? (until === null ? 'againUndated' : 'again') : 'notMoved'
  return {
    values: { what: text(`mail:consentVoid.whats.${what}`) },
    parts: [
      paragraph(before === null ? 'bodyUnpublished' : what, values),
      ...facts({ reference }),
      paragraph(again, { until: until === null ? '' : formatDayAhead(until, language) }),
      statusLink(),
    ],
  }
}

/** Not sent if the application was reopened. */
export const placeLost: ApplicantMailComposer = async (mail) => {
  const { row, application, paragraph, facts, statusLink } = mail
  const { status, reasonCode, reference, language } = application
  const { specializationId = '', kind = '', lastDay = '' } = row.params
  const isUnpaid = reasonCode === 'place_not_paid'
  if (status !== 'declined' || !(isUnpaid || reasonCode === 'place_not_confirmed')) return null
  const [place = ''] = await readPlaceNames(mail, [{ specializationId, kind }])
  return [
    paragraph(isUnpaid ? 'bodyUnpaid' : 'body', {
      place,
      lastDay: formatDayAhead(lastDay, language),
    }),
    ...facts({ reference }),
    paragraph('after'),
    statusLink(),
  ]
}
