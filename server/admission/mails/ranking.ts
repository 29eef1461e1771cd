/**
 * Emails about the results of a merit-based admission. Each is sent only if it is still accurate.
 */
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { readConfirmationFee } from './fees.ts'
import type { ApplicantMailComposer } from './parts.ts'

const registration = table(registrations)
const specialization = table(specializations)
const placeKind = table(placeKinds)
const admissionAppeal = table(admissionAppeals)

export const placeWon: ApplicantMailComposer = async ({
  application: { id, reference, language },
  context,
  paragraph,
  facts,
  text,
  statusLink,
}) => {
  const [place] = await runStatement(
    context.database,
    sql`select ${pick({ programme: inLanguage(specialization.name, language), special: placeKind.name, ...columns(registration, 'status', 'wonFunding', 'confirmBy', 'confirmedAt') })}
     from ${registration} join ${specialization} on ${specialization.id} = ${registration.wonSpecializationId} left join ${placeKind} on ${placeKind.id} = ${registration.wonPlaceKindId} where ${registration.id} = ${id}`,
  )
  if (place?.status !== 'accepted') return null
  const { programme, special, wonFunding, confirmBy, confirmedAt } = place
  const kind =
    wonFunding === null ? special : text(`resources:registrations.choices.wonFunding.${wonFunding}`)
  const due = confirmBy === null || confirmedAt !== null ? null : formatLongDay(confirmBy, language)
  const fee = due === null ? null : await readConfirmationFee(context, { id, language, reference })
  return [
    paragraph('body'),
    ...facts({ reference, programme, kind, confirmBy: due, ...fee }),
    paragraph(due === null ? 'after' : fee ? 'pay' : 'confirm'),
    statusLink(),
  ]
}

export const placeWaiting: ApplicantMailComposer = ({
  application: { status, reference },
  paragraph,
  facts,
  statusLink,
}) =>
  status === 'accepted' || status === 'declined'
    ? null
    : [paragraph('body'), ...facts({ reference }), paragraph('after'), statusLink()]

/** Not sent once the place is confirmed or lost. */
export const placeReminder: ApplicantMailComposer = async ({
  application: { id, reference, language },
  context,
  paragraph,
  facts,
  statusLink,
}) => {
  const [place] = await runStatement(
    context.database,
    sql`select ${pick(columns(registration, 'status', 'confirmBy', 'confirmedAt'))} from ${registration} where ${registration.id} = ${id}`,
  )
  if (place?.status !== 'accepted' || place.confirmBy === null || place.confirmedAt !== null)
    return null
  const fee = await readConfirmationFee(context, { id, language, reference })
  return [
    paragraph('body'),
    ...facts({ reference, confirmBy: formatLongDay(place.confirmBy, language), ...fee }),
    paragraph(fee ? 'pay' : 'confirm'),
    statusLink(),
  ]
}

/** The answer to an appeal. Changed results are announced by the next release. */
export const appealAnswered: ApplicantMailComposer = async ({
  application: { id, reference },
  context,
  paragraph,
  facts,
  statusLink,
}) => {
  const [appeal] = await runStatement(
    context.database,
    sql`select ${pick(columns(admissionAppeal, 'status', 'answer'))} from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${id} and ${admissionAppeal.answeredAt} is not null
     order by ${admissionAppeal.answeredAt} desc limit 1`,
  )
  if (!appeal) return null
  const quote = appeal.answer === null ? [] : [{ kind: 'quote' as const, text: appeal.answer }]
  return [
    paragraph(appeal.status === 'changed' ? 'changed' : 'upheld'),
    ...facts({ reference }),
    ...quote,
    statusLink(),
  ]
}
