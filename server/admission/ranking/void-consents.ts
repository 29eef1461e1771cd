/** Emails to applicants whose consent to a move no longer counts, because an amount was raised. */
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isoInstant,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { type ConsentedPlace, isConsentVoid } from '#resources/admission/place-acceptance.ts'
import { quotaIdOf } from '#resources/admission/ranking.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { tuitionOf } from '#server/finances/tuition-fee.ts'
import { placeAcceptanceTable } from '#server/tables/rows.ts'
import { readPlaceFees } from './admission-fees.ts'
import { newestAcceptance } from './newest-acceptance.ts'

const registration = table(registrations)
const admissionProgramme = table(admissionProgrammes)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)
const placeAcceptance = table(placeAcceptanceTable)

/**
 * Queues one email for each answer and change of an amount, in the transaction of the change. The
 * composer leaves out those that no longer matter.
 */
export async function queueVoidConsentMails(
  queries: Queries,
  programmeIds: readonly string[],
  now: Date,
): Promise<void> {
  if (programmeIds.length === 0) return
  const programmes = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(admissionProgramme, 'admissionSessionId', 'specializationId'),
      tuition: tuitionOf(specialization),
    })} from ${admissionProgramme} join ${specialization} on ${specialization.id} = ${admissionProgramme.specializationId} where ${admissionProgramme.id} = any(${programmeIds}::uuid[])`,
  )
  const fundings = new Map(
    (
      await runStatement(
        queries,
        sql`select ${pick(columns(placeKind, 'id', 'funding'))} from ${placeKind}`,
      )
    ).map(({ id, funding }) => [id, funding]),
  )
  const applicants = await runStatement(
    queries,
    sql`select ${pick({
      ...columns(registration, 'id', 'language', 'admissionSessionId'),
      acceptance: newestAcceptance(registration),
      answeredAt: expr<string>`${isoInstant(expr<string>`(select max(${placeAcceptance.at}) from ${placeAcceptance} where ${placeAcceptance.registration_id} = ${registration.id})`)}`,
    })} from ${registration} where ${equalsLiteral(registration.acceptance, 'moveUp')} and ${equalsLiteral(registration.status, 'accepted')} and ${registration.confirmedAt} is not null and ${registration.enrolledAt} is null
     and ${registration.admissionSessionId} = any(${programmes.map(({ admissionSessionId }) => admissionSessionId)}::uuid[])`,
  )
  const feeOf = await readPlaceFees(
    queries,
    applicants.flatMap(({ id, admissionSessionId: sessionId, acceptance }) =>
      (acceptance?.consented ?? []).map(({ specializationId }) => ({
        ...{ id, sessionId, specializationId },
      })),
    ),
  )
  const priceNow = (
    { id, admissionSessionId: sessionId }: (typeof applicants)[number],
    { specializationId, kind }: ConsentedPlace,
  ) => {
    const programme = programmes.find(
      (one) => one.admissionSessionId === sessionId && one.specializationId === specializationId,
    )
    if (!programme) return null
    const isFeePaying = (fundings.get(kind) ?? kind) === 'fee'
    return {
      tuition: isFeePaying ? programme.tuition : null,
      confirmationFee: feeOf({ id, sessionId, specializationId }),
    }
  }
  await queueMails(
    queries,
    now,
    applicants.flatMap((applicant) =>
      (applicant.acceptance?.consented ?? []).flatMap((consent) => {
        const { id, language, answeredAt } = applicant
        const price = priceNow(applicant, consent)
        if (!price || !isConsentVoid(consent, price)) return []
        const { specializationId, kind } = consent
        const amounts = `${price.tuition ?? ''} ${price.confirmationFee ?? ''}`
        return [
          {
            ...{ kind: 'consentVoid' as const, recordId: id, language: language as Language },
            params: { specializationId, kind, amounts },
            onceKey: `consentVoid:${id}:${answeredAt}:${quotaIdOf(specializationId, kind)}:${amounts}`,
          },
        ]
      }),
    ),
  )
}
