/** Emails about a place that the applicant has to pay for, or has lost. */
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { formatDayAhead } from '#resources/admission/application-state.ts'
import { registrations } from '#resources/registrations.ts'
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
