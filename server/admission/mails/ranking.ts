/**
 * Emails about the results of a merit-based admission. Each is sent only if it is still accurate.
 */
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import { columns, outerTable, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionResultTable } from '#server/tables/rows.ts'
import { readConfirmationFee } from './fees.ts'
import type { ApplicantMailComposer, ApplicantMailParts } from './parts.ts'

const registration = table(registrations)
const specialization = table(specializations)
const otherSpecialization = outerTable(specializations, 'other_specialization')
const placeKind = outerTable(placeKinds)
const admissionResult = table(admissionResultTable)
const admissionAppeal = table(admissionAppeals)

export const placeWon: ApplicantMailComposer = (mail) => composePlace(mail, null)

/** Sent instead of `placeWon` if the applicant was offered another place before. */
export const placeChanged: ApplicantMailComposer = async (mail) =>
  composePlace(mail, await readPlaceBefore(mail))

/** Sent instead of `placeWaiting` if the applicant was offered a place before. */
export const placeRetracted: ApplicantMailComposer = async (mail) => {
  const { application, paragraph, facts, statusLink } = mail
  const { status, reference } = application
  if (status === 'accepted' || status === 'declined') return null
  return [
    paragraph('body'),
    ...facts({ reference, placeBefore: await readPlaceBefore(mail) }),
    paragraph('after'),
    statusLink(),
  ]
}

async function composePlace(
  {
    application: { id, reference, language },
    context,
    paragraph,
    facts,
    text,
    statusLink,
  }: ApplicantMailParts,
  placeBefore: string | null,
) {
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
    ...facts({ reference, placeBefore, programme, kind, confirmBy: due, ...fee }),
    paragraph(due === null ? 'after' : fee ? 'pay' : 'confirm'),
    statusLink(),
  ]
}

/**
 * Returns the place in the result before the newest one that the applicant was notified of, as
 * programme and type of place; null if that was none.
 */
async function readPlaceBefore({
  application: { id, language },
  context,
  text,
}: ApplicantMailParts): Promise<string | null> {
  const [, before] = await runStatement(
    context.database,
    sql`select ${pick({ programme: inLanguage(otherSpecialization.name, language), kind: admissionResult.kind, kindName: placeKind.name })}
     from ${admissionResult} left join ${otherSpecialization} on ${otherSpecialization.id} = ${admissionResult.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionResult.kind}
     where ${admissionResult.registration_id} = ${id} and ${admissionResult.notified_at} is not null order by ${admissionResult.notified_at} desc limit 2`,
  )
  if (!before?.programme || !before.kind) return null
  const kind = before.kindName ?? text(`resources:registrations.choices.wonFunding.${before.kind}`)
  return `${before.programme}, ${kind}`
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
