/**
 * The question whether a confirmed place is kept or given up for a higher choice: the places that it
 * is about, with their costs, and the newest answer.
 */
import { hash } from 'node:crypto'
import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  jsonRows,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import {
  type ConsentedPlace,
  costsNoMore,
  isConsentVoid,
} from '#resources/admission/place-acceptance.ts'
import { type ProgrammeChoice, placeKindsFor } from '#resources/admission/ranking.ts'
import type { WirePlaceQuestion, WireQuestionPlace } from '#resources/admission/wire-merit.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { applicationChoices } from '#resources/application-choices.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { specialPlaces } from '#resources/special-places.ts'
import { specializations } from '#resources/specializations.ts'
import { tuitionOf } from '#server/finances/tuition-fee.ts'
import { admissionResultTable, placeAcceptanceTable } from '#server/tables/rows.ts'
import { readPlaceFees } from './admission-fees.ts'
import { paidConfirmationFee } from './fee.ts'

const registration = table(registrations)
const applicationChoice = table(applicationChoices)
const admissionProgramme = table(admissionProgrammes)
const specialPlace = table(specialPlaces)
const specialization = table(specializations)
const placeKind = table(placeKinds)
const admissionRound = table(admissionRounds)
const laterRound = table(admissionRounds, 'later_round')
const admissionDraft = table(admissionDrafts)
const admissionResult = table(admissionResultTable)
const placeAcceptance = table(placeAcceptanceTable)

export interface StoredPlaceQuestion {
  /** The round whose results the applicant was last notified of; null if there is none. */
  readonly roundId: string | null
  readonly language: string
  /** Whether results that were computed from the present answer are about to be announced. */
  readonly isReleasePending: boolean
  /** The question as the applicant reads it. */
  readonly wire: WirePlaceQuestion
}

/**
 * Returns the question about the place of an application; null if there is none, or if a place that
 * the applicant was moved to is still to be paid for. Names programmes in a language, or as the
 * university entered them.
 */
export async function readPlaceQuestion(
  queries: Queries,
  id: string,
  now: Date,
  language: Language | null = null,
): Promise<StoredPlaceQuestion | null> {
  const [applicant] = await runStatement(queries, applicantQuery(id))
  const kind = applicant?.wonPlaceKindId ?? applicant?.wonFunding ?? null
  if (!applicant || applicant.wonSpecializationId === null || kind === null) return null
  const { admissionSessionId: sessionId, confirmBy } = applicant
  const [programmes, kinds, [round], answers] = [
    await runStatement(queries, programmesQuery(sessionId ?? '', language)),
    await runStatement(
      queries,
      sql`select ${pick(columns(placeKind, 'id', 'name', 'funding'))} from ${placeKind}`,
    ),
    await runStatement(queries, roundQuery(id)),
    await readAnswers(queries, id),
  ]
  const inProgramme = (specializationId: string) => ({ id, sessionId, specializationId })
  const feeOf = await readPlaceFees(
    queries,
    programmes.map(({ specializationId }) => inProgramme(specializationId)),
  )
  const choices: ProgrammeChoice[] = [
    {
      specializationId: applicant.specializationId,
      preference: applicant.fundingPreference,
    },
    ...applicant.choices.map(({ specializationId, fundingPreference }) => ({
      ...{ specializationId, preference: fundingPreference },
    })),
  ]
  const numberOf = (programmeId: string) =>
    choices.findIndex(({ specializationId }) => specializationId === programmeId) + 1
  const placeOf = (specializationId: string, placeKindId: string): WireQuestionPlace => {
    const programme = programmes.find((one) => one.specializationId === specializationId)
    const reserved = kinds.find((one) => one.id === placeKindId)
    const funding = reserved?.funding ?? (placeKindId === 'budget' ? 'budget' : 'fee')
    return {
      ...{ specializationId, kind: placeKindId, kindName: reserved?.name ?? null, funding },
      programme: programme?.name ?? applicant.wonName ?? '',
      number: numberOf(specializationId),
      tuition: funding === 'fee' ? (programme?.tuitionFee ?? null) : null,
      confirmationFee: programme ? feeOf(inProgramme(specializationId)) : null,
    }
  }
  const offeredPlace = placeOf(applicant.wonSpecializationId, kind)
  // The fee that is paid for a confirmed place counts for another one.
  const held =
    applicant.confirmedAt === null
      ? offeredPlace
      : { ...offeredPlace, confirmationFee: applicant.paidFee || null }
  const reservedKind = kinds.find((one) => one.id === applicant.placeKindId) ?? null
  const higher: WireQuestionPlace[] = []
  for (const choice of choices) {
    const programme = programmes.find((one) => one.specializationId === choice.specializationId)
    const ownKinds = placeKindsFor(choice, reservedKind)
    const isHeldProgramme = choice.specializationId === held.specializationId
    const heldAt = isHeldProgramme ? ownKinds.indexOf(held.kind) : -1
    for (const one of heldAt === -1 ? ownKinds : ownKinds.slice(0, heldAt))
      if (programme && placesIn(programme, one) > 0)
        higher.push(placeOf(choice.specializationId, one))
    if (heldAt !== -1) break
  }
  const isRoundAhead = round !== undefined && round.laterRounds > 0
  const offered = isRoundAhead ? higher : []
  const [newest] = answers
  const isAboutPlace =
    newest?.specialization_id === held.specializationId && newest.kind === held.kind
  const hasMoved = applicant.confirmedAt !== null
  const answer = newest && (isAboutPlace || hasMoved) ? newest : null
  const offeredHigher = offered.map((place) => ({
    ...place,
    costsMore: !costsNoMore(place, held),
    isConsentVoid: isVoidIn(answer?.consented ?? [], place),
  }))
  const until = offeredHigher.some((place) => place.isConsentVoid)
    ? lastDayBefore(round?.nextResultsOn ?? null, confirmBy)
    : confirmBy
  const named = <P extends WireQuestionPlace>(place: P): P => ({
    ...place,
    programme:
      programmes.find((one) => one.specializationId === place.specializationId)?.shownName ??
      place.programme,
  })
  // It does not depend on the language.
  const shown = hash(
    'sha256',
    JSON.stringify([held, offered, confirmBy, applicant.confirmedAt === null]),
  ).slice(0, 32)
  return {
    roundId: round?.roundId ?? null,
    language: applicant.language,
    isReleasePending: applicant.isReleasePending,
    wire: {
      ...{ shown, held: named(held) },
      choiceCount: new Set(choices.map(({ specializationId }) => specializationId)).size,
      ...{ higher: offeredHigher.map(named), until },
      isOpen:
        (until === null || today(now) <= until) &&
        !(applicant.confirmedAt !== null && applicant.isReleasePending),
      nextResultsOn: isRoundAhead ? round.nextResultsOn : null,
      answer: answer && {
        mode: answer.mode,
        at: new Date(answer.at).toISOString(),
        agreedToPay: answer.agreed_to_pay,
        consented: answer.consented,
      },
    },
  }
}

/** Whether an answer agreed to a place before one of its amounts was raised. */
const isVoidIn = (consented: readonly ConsentedPlace[], place: ConsentedPlace): boolean =>
  consented.some(
    (one) =>
      one.specializationId === place.specializationId &&
      one.kind === place.kind &&
      isConsentVoid(one, place),
  )

/**
 * The last day to agree again after an amount was raised: the day before the next results, or the
 * usual last day if that is later. Null: until the next results are released.
 */
function lastDayBefore(resultsOn: string | null, confirmBy: string | null): string | null {
  if (resultsOn === null || confirmBy === null) return null
  const day = daysAfter(resultsOn, -1)
  return day > confirmBy ? day : confirmBy
}

const applicantQuery = (id: string) =>
  sql`select ${pick({
    ...columns(
      registration,
      'admissionSessionId',
      'specializationId',
      'fundingPreference',
      'placeKindId',
      'wonSpecializationId',
      'wonFunding',
      'wonPlaceKindId',
      'confirmBy',
      'confirmedAt',
      'language',
    ),
    paidFee: expr<number>`${paidConfirmationFee(registration)}::float8`,
    isReleasePending: expr<boolean>`exists (select 1 from ${admissionDraft} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
      where ${admissionRound.admissionSessionId} = ${registration.admissionSessionId} and ${equalsLiteral(admissionDraft.state, 'released')})`,
    wonName: expr<
      string | null
    >`(select ${specialization.name} from ${specialization} where ${specialization.id} = ${registration.wonSpecializationId})`,
    choices:
      jsonRows(sql`select ${pick(columns(applicationChoice, 'specializationId', 'fundingPreference'))} from ${applicationChoice}
       where ${applicationChoice.registrationId} = ${registration.id} order by ${applicationChoice.position}`),
  })} from ${registration} where ${registration.id} = ${id} and ${equalsLiteral(registration.status, 'accepted')} and ${registration.enrolledAt} is null and ${registration.payBy} is null`

const programmesQuery = (sessionId: string, language: Language | null) =>
  sql`select ${pick({
    ...columns(admissionProgramme, 'specializationId', 'placesBudget', 'placesFee'),
    name: specialization.name,
    shownName: inLanguage(specialization.name, language),
    tuitionFee: tuitionOf(specialization),
    special: jsonRows(
      sql`select ${pick(columns(specialPlace, 'placeKindId', 'places'))} from ${specialPlace} where ${specialPlace.admissionProgrammeId} = ${admissionProgramme.id}`,
    ),
  })} from ${admissionProgramme} join ${specialization} on ${specialization.id} = ${admissionProgramme.specializationId}
   where ${admissionProgramme.admissionSessionId} = ${sessionId}`

type Programme = ReturnType<typeof programmesQuery>['~rows']

const placesIn = ({ placesBudget, placesFee, special }: Programme, kind: string): number =>
  kind === 'budget'
    ? placesBudget
    : kind === 'fee'
      ? placesFee
      : (special.find((one) => one.placeKindId === kind)?.places ?? 0)

const laterRounds = sql`${laterRound} where ${laterRound.admissionSessionId} = ${admissionRound.admissionSessionId} and ${laterRound.number} > ${admissionRound.number}`

/** The round of the newest results, and the later ones of the session. */
const roundQuery = (id: string) =>
  sql`select ${pick({
    roundId: admissionRound.id,
    laterRounds: expr<number>`(select count(*)::int from ${laterRounds})`,
    nextResultsOn: expr<string | null>`(select min(${laterRound.resultsOn}) from ${laterRounds})`,
  })} from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
   where ${admissionResult.registration_id} = ${id} and ${admissionResult.notified_at} is not null order by ${admissionResult.notified_at} desc limit 1`

/** Answers of an application, newest first. */
const readAnswers = (queries: Queries, id: string) =>
  runStatement(
    queries,
    sql`select ${pick(columns(placeAcceptance, 'specialization_id', 'kind', 'mode', 'consented', 'agreed_to_pay', 'at'))} from ${placeAcceptance}
     where ${placeAcceptance.registration_id} = ${id} order by ${placeAcceptance.at} desc, ${placeAcceptance.id} desc limit 1`,
  )
