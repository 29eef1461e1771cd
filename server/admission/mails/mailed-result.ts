/** Reads the facts of a result that the emails about it mention. */

import { daysAfter, formatMoment, timeZone, today } from '@matricola/schema/values/dates.ts'
import { numberFormat } from '@matricola/schema/values/intl-formats.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
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
import { formatDayAhead } from '#resources/admission/application-state.ts'
import { averageDecimals, quotaIdOf } from '#resources/admission/ranking.ts'
import { causeInWords } from '#resources/admission/result-cause.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { formatAmount } from '#resources/currency.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specializations } from '#resources/specializations.ts'
import { readAnswerGradesFor } from '#server/admission/ranking/answer-grades.ts'
import { nextResultsOn, readConfirmationFees } from '#server/admission/ranking/fee.ts'
import { missingInWords } from '#server/admission/ranking/missing.ts'
import { bestNumberOf, readWaiting } from '#server/admission/ranking/result-mails.ts'
import { tuitionOf } from '#server/finances/tuition-fee.ts'
import {
  admissionQuotaTable,
  admissionResultTable,
  placeAcceptanceTable,
} from '#server/tables/rows.ts'
import { readConfirmationFee } from './fees.ts'
import type { ApplicantMailParts } from './parts.ts'

const admissionResult = table(admissionResultTable)
const earlierResult = table(admissionResultTable, 'earlier_result')
const placeAcceptance = table(placeAcceptanceTable)
const admissionQuota = table(admissionQuotaTable)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const laterRound = table(admissionRounds, 'later_round')
const admissionSession = table(admissionSessions)
const registration = table(registrations)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)

/** All values are in the language of the email. Unknown ones are null. */
export interface MailedResult {
  readonly round: string
  /** The place, if the applicant still has it; facts about it, and its rank among the programmes. */
  readonly place: string | null
  readonly placeFacts: { readonly [label: string]: string | null }
  readonly choiceNumber: number | null
  readonly choiceTotal: number
  readonly isConfirmed: boolean
  /** Last day to confirm the place, or to pay for it after a move, while that is left to do. */
  readonly confirmBy: string | null
  /** Unpaid fee that confirms the place. */
  readonly fee: string | null
  readonly isFeePaying: boolean
  /** Tuition of a fee-paying place. */
  readonly tuition: string | null
  /** The place offered before, and when. */
  readonly placeBefore: string | null
  readonly offeredOn: string | null
  /** The day on which the applicant asked to be moved up. */
  readonly agreedOn: string | null
  /** Number on the waiting list for that place, and the averages that decided it. */
  readonly numberBefore: number | null
  readonly numbers: { readonly theirs: string; readonly own: string } | null
  /** The smallest number on a waiting list, with the one of the earlier result. */
  readonly best: {
    readonly place: string
    readonly number: number
    readonly numberBefore: number | null
  } | null
  readonly cause: string | null
  /** Parts that the ranking lacks, in words; empty if none. */
  readonly missing: string
  /** Last day for appeals, next results day, and the day before it; null if they have passed. */
  readonly appealUntil: string | null
  readonly resultsOn: string | null
  readonly completeBy: string | null
  /** Last day of the waiting lists; null unless this is the last round. */
  readonly waitingEndsOn: string | null
  /** Last day for the enrolment; null if it has passed. */
  readonly enrolUntil: string | null
}

/**
 * Returns the result that an email announces; null if there is none, or if the applicant was
 * notified of a newer one.
 */
export async function readMailedResult(mail: ApplicantMailParts): Promise<MailedResult | null> {
  const {
    context: { database, clock, texts },
    application: { id, language },
  } = mail
  const now = clock.now()
  const result = await findNewestResult(mail)
  if (!result || (mail.row.params.draftId ?? result.draft_id) !== result.draft_id) return null
  const quotas = await readQuotas(mail, result)
  const quotaById = new Map(quotas.map((quota) => [quota.id, quota]))
  const nameOf = (quotaId: string | null) =>
    (quotaId !== null && quotaById.get(quotaId)?.name) || null
  const won = quotaOf(result.specialization_id, result.kind)
  const before = quotaOf(result.from_specialization_id, result.from_kind)
  const chosen = [
    ...new Set(
      result.quotas.flatMap((number) => {
        const quota = quotas.find((one) => one.number === number)
        return quota ? [quota.specializationId] : []
      }),
    ),
  ]
  const hasPlace =
    result.status === 'accepted' &&
    won !== null &&
    won === quotaOf(result.wonSpecializationId, result.wonPlaceKindId ?? result.wonFunding)
  const quota = won === null ? undefined : quotaById.get(won)
  const isConfirmed = result.confirmedAt !== null
  const lastDay = isConfirmed ? result.payBy : result.confirmBy
  const due = hasPlace ? lastDay : null
  const payer = { id, language, reference: mail.application.reference }
  const feeFacts = due === null ? null : await readConfirmationFee(mail.context, payer)
  const feeDue = (await readConfirmationFees(database, [id])).get(id)?.due
  const atBefore = result.quotas.findIndex(
    (number) => quotaById.get(before ?? '')?.number === number,
  )
  const ahead = (day: string | null) =>
    day === null || day < today(now) ? null : formatDayAhead(day, language)
  const nextDay = result.resultsOn
  return {
    round: result.round,
    place: hasPlace ? nameOf(won) : null,
    placeFacts: {
      programme: quota?.programme ?? null,
      kind: quota?.kindLabel ?? null,
      [isConfirmed ? 'payBy' : 'confirmBy']: due && formatDayAhead(due, language),
      ...feeFacts,
    },
    choiceNumber: chosen.indexOf(result.specialization_id ?? '') + 1 || null,
    choiceTotal: chosen.length,
    isConfirmed,
    confirmBy: due && formatDayAhead(due, language),
    fee: due !== null && feeDue ? formatAmount(feeDue, language) : null,
    isFeePaying: quota?.isFeePaying ?? false,
    tuition: quota?.tuition ? formatAmount(quota.tuition, language) : null,
    placeBefore: nameOf(before),
    offeredOn: await findOfferedOn(mail, result),
    agreedOn: result.agreedAt && formatDay(result.agreedAt, language),
    numberBefore: (atBefore === -1 ? 0 : result.waiting_positions[atBefore]) || null,
    numbers: averagesOf(result, atBefore, quotaById.get(before ?? '')?.lastAverage, language),
    best: await findBestNumber(mail, result, nameOf),
    cause:
      result.cause &&
      causeInWords(
        { cause: result.cause, details: result.cause_details ?? {} },
        { language, text: (key, values) => texts.text(language, key, values) },
      ),
    missing:
      result.missing.length === 0
        ? ''
        : missingInWords(
            texts,
            language,
            result.missing,
            await readAnswerGradesFor(database, id, result.missing),
          ),
    appealUntil: ahead(result.appealUntil),
    resultsOn: ahead(nextDay),
    waitingEndsOn: result.hasLaterRound ? null : ahead(result.waitingEndsOn),
    enrolUntil: ahead(result.enrolUntil),
    completeBy: nextDay === null ? null : ahead(daysAfter(nextDay, -1)),
  }
}

const quotaOf = (specializationId: string | null, kind: string | null) =>
  specializationId === null || kind === null ? null : quotaIdOf(specializationId, kind)

const formatDay = (instant: string, language: Language) =>
  formatMoment(new Date(instant), language, { dateStyle: 'long', timeZone })

const formatAverage = (hundredths: number, language: Language) =>
  numberFormat(language, {
    minimumFractionDigits: averageDecimals,
    maximumFractionDigits: averageDecimals,
  }).format(hundredths / 10 ** averageDecimals)

type StoredResult = NonNullable<Awaited<ReturnType<typeof findNewestResult>>>

async function findNewestResult({
  context: { database, clock },
  application: { id, language },
}: ApplicantMailParts) {
  const [newest] = await runStatement(
    database,
    sql`select ${pick({
      round: inLanguage(admissionRound.name, language),
      appealUntil: admissionRound.appealUntil,
      resultsOn: nextResultsOn(registration, clock.now()),
      ...columns(admissionSession, 'waitingEndsOn', 'enrolUntil'),
      hasLaterRound: expr<boolean>`exists (select from ${laterRound} where ${laterRound.admissionSessionId} = ${admissionRound.admissionSessionId} and ${laterRound.number} > ${admissionRound.number})`,
      ...columns(admissionResult, 'draft_id', 'specialization_id', 'kind', 'quotas', 'averages'),
      ...columns(admissionResult, 'waiting_positions', 'missing', 'cause', 'cause_details'),
      ...columns(admissionResult, 'from_specialization_id', 'from_kind', 'reasons'),
      ...columns(registration, 'status', 'wonSpecializationId', 'wonFunding', 'wonPlaceKindId'),
      ...columns(registration, 'confirmBy', 'confirmedAt', 'payBy'),
      agreedAt: expr<
        string | null
      >`${isoInstant(expr<string | null>`(select max(${placeAcceptance.at}) from ${placeAcceptance} where ${placeAcceptance.registration_id} = ${registration.id} and ${equalsLiteral(placeAcceptance.mode, 'moveUp')})`)}`,
    })} from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     join ${registration} on ${registration.id} = ${admissionResult.registration_id} join ${admissionSession} on ${admissionSession.id} = ${admissionRound.admissionSessionId}
     where ${admissionResult.registration_id} = ${id} and ${admissionResult.notified_at} is not null order by ${admissionResult.notified_at} desc limit 1`,
  )
  return newest ?? null
}

/** The places that the applicant chose, and those of before and now, with their names. */
async function readQuotas(
  { context: { database, texts }, application: { language } }: ApplicantMailParts,
  result: StoredResult,
) {
  const rows = await runStatement(
    database,
    sql`select ${pick({
      ...columns(admissionQuota, 'number', 'kind'),
      specializationId: admissionQuota.specialization_id,
      lastAverage: admissionQuota.last_average,
      programme: inLanguage(specialization.name, language),
      tuition: tuitionOf(specialization),
      ...{ kindName: placeKind.name, funding: placeKind.funding },
    })} from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = ${result.draft_id} and (${admissionQuota.number} = any(${[...result.quotas]}::int[])
       or ${admissionQuota.specialization_id} = any(${[result.specialization_id, result.from_specialization_id].filter((one) => one !== null)}::uuid[]))`,
  )
  return rows.map(({ kindName, funding, ...quota }) => {
    const { specializationId, programme, kind } = quota
    const isFeePaying = (funding ?? kind) === 'fee'
    const kindLabel = kindName ?? texts.text(language, `averages:kinds.${kind}`)
    return {
      ...quota,
      id: quotaIdOf(specializationId, kind),
      kindLabel,
      name: `${programme}, ${kindLabel}`,
      ...{ isFeePaying, tuition: isFeePaying ? quota.tuition : null },
    }
  })
}

/** The day of the email that offered the place of before. */
async function findOfferedOn(
  { context: { database }, application: { id, language } }: ApplicantMailParts,
  { draft_id, from_specialization_id, from_kind }: StoredResult,
): Promise<string | null> {
  if (from_specialization_id === null) return null
  const [offer] = await runStatement(
    database,
    sql`select ${pick({ at: expr<string | null>`${isoInstant(expr<string | null>`max(${earlierResult.notified_at})`)}` })} from ${earlierResult}
     where ${earlierResult.registration_id} = ${id} and ${earlierResult.draft_id} <> ${draft_id} and ${earlierResult.change} is distinct from 'none'
     and ${earlierResult.specialization_id} = ${from_specialization_id} and ${earlierResult.kind} = ${from_kind}`,
  )
  return offer?.at ? formatDay(offer.at, language) : null
}

/** The averages of the last person admitted and of the applicant; null unless they decided. */
function averagesOf(
  { averages, reasons }: StoredResult,
  at: number,
  lastAverage: number | null | undefined,
  language: Language,
): MailedResult['numbers'] {
  const own = averages[at]
  return own !== undefined && lastAverage != null && reasons[at] === 'higherAverage'
    ? { theirs: formatAverage(lastAverage, language), own: formatAverage(own, language) }
    : null
}

async function findBestNumber(
  { context: { database }, application: { id } }: ApplicantMailParts,
  { draft_id }: StoredResult,
  nameOf: (quotaId: string) => string | null,
): Promise<MailedResult['best']> {
  const now = await readWaiting(database, [id], sql`${admissionResult.draft_id} = ${draft_id}`)
  const best = bestNumberOf(now.get(id))
  const place = best && nameOf(best.quota)
  if (!best || !place) return null
  const before = await readWaiting(
    database,
    [id],
    sql`${admissionResult.notified_at} is not null and ${admissionResult.draft_id} <> ${draft_id}`,
  )
  const numberBefore = before.get(id)?.numbers.get(best.quota) ?? null
  return { place, number: best.number, numberBefore }
}
