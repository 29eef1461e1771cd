/**
 * States of applications as their readers know them. To applicants, a transition on hold is not
 * made yet.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { allTranslations } from '@matricola/server/sql/translated-columns.ts'
import {
  type ColumnsOf,
  columns,
  equalsLiteral,
  expr,
  isOneOfIds,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type {
  KnownResult,
  RoundFacts,
  StateFacts,
  StateReader,
} from '#resources/admission/application-facts.ts'
import { stateOf } from '#resources/admission/application-state.ts'
import type { CauseDetails, ResultCause, ResultChange } from '#resources/admission/ranking.ts'
import { causeInWords } from '#resources/admission/result-cause.ts'
import type {
  RegistrationEventType,
  RegistrationStatus,
  WirePlace,
  WireState,
} from '#resources/admission/wire.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { admissionSessions } from '#resources/admission-sessions.ts'
import { languages } from '#resources/languages.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { registrations } from '#resources/registrations.ts'
import { settings } from '#resources/settings.ts'
import { specializations } from '#resources/specializations.ts'
import { appealDayWithoutRounds } from '#server/admission/admission-dates.ts'
import { type AnswerGrades, readAnswerGrades } from '#server/admission/ranking/answer-grades.ts'
import {
  canConfirm,
  type NotifiedOutcome,
  type NotifiedResult,
  owesMoveFee,
  readNotifiedResults,
} from '#server/admission/ranking/applicant-result.ts'
import { nextResultsOn, readConfirmationFees } from '#server/admission/ranking/fee.ts'
import { missingLabels } from '#server/admission/ranking/missing.ts'
import { visibleStatus } from '#server/admission/review/transition-notices.ts'
import { applicationFeeDue, hasApplicationFee } from '#server/computed.ts'
import { admissionQuotaTable, registrationEventTable } from '#server/tables/rows.ts'
import { isWithdrawn } from './visible-status.ts'

const registration = table(registrations)
const settingsRow = table(settings)
const admissionSession = outerTable(admissionSessions)
const admissionProgramme = table(admissionProgrammes)
const registrationEvent = table(registrationEventTable)
const admissionRound = table(admissionRounds)
const laterRound = table(admissionRounds, 'later_round')
const admissionDraft = table(admissionDrafts)
const admissionQuota = table(admissionQuotaTable)
const specialization = table(specializations)
const heldSpecialization = outerTable(specializations, 'held_specialization')
const placeKind = outerTable(placeKinds)

export interface StateOptions {
  readonly now: Date
  readonly reader: StateReader
}

/** Returns the state of each application that exists, by id. */
export async function readStatesById(
  { database, texts }: { readonly database: Queries; readonly texts: Texts },
  ids: readonly string[],
  options: StateOptions,
): Promise<ReadonlyMap<string, WireState>> {
  const [rows, events, results, rounds] = await Promise.all([
    runStatement(database, rowsOf(ids, options.now)),
    runStatement(database, eventsOf(ids, options)),
    readNotifiedResults(database, ids),
    runStatement(database, roundsOf(ids)),
  ])
  const placed = rows.flatMap(({ id, held }) => (held === null ? [] : [id]))
  const [fees, places] = await Promise.all([
    placed.length === 0
      ? new Map<string, { readonly due: number }>()
      : readConfirmationFees(database, placed),
    readPlaces(database, results),
  ])
  const questions = await readAnswerGrades(
    database,
    [...new Set(rows.flatMap(({ admissionSessionId }) => admissionSessionId ?? []))],
    results.flatMap(({ missing }) => missing),
  )
  return new Map(
    rows.map((row) => {
      const own = results.filter(({ registrationId }) => registrationId === row.id)
      const facts = factsOf(
        row,
        {
          events: events.filter(({ id }) => id === row.id),
          rounds: roundFacts(rounds, row, own),
          result: knownResult(own, places, { ...options, texts, questions }),
          feeDue: fees.get(row.id)?.due ?? 0,
        },
        options,
      )
      return [row.id, stateOf(facts, options.now, options.reader)]
    }),
  )
}

/** Like `readStatesById`, for one application that exists. */
export async function readState(
  context: Pick<Context, 'database' | 'texts'>,
  id: string,
  options: StateOptions,
): Promise<WireState> {
  const state = (await readStatesById(context, [id], options)).get(id)
  if (!state) throw new Error('the state of the application was not read')
  return state
}

const rowsOf = (ids: readonly string[], now: Date) =>
  sql`select ${pick({
    ...columns(registration, 'id', 'status', 'notifiedStatus', 'notifyAt', 'reasonCode'),
    ...columns(registration, 'submittedAt', 'sex', 'wonSpecializationId', 'wonFunding'),
    ...columns(registration, 'confirmBy', 'confirmedAt', 'payBy', 'acceptance'),
    ...columns(registration, 'enrolledAt', 'admissionSessionId'),
    isChecked: expr<boolean>`${registration.gradesCheckedAt} is not null`,
    dueAt: registration.updateDueAt,
    held: heldSpecialization.name,
    heldNames: allTranslations(heldSpecialization.name),
    heldKindId: registration.wonPlaceKindId,
    heldKind: placeKind.name,
    sessionVersion: admissionSession.version,
    ...columns(admissionSession, 'waitingEndsOn', 'enrolUntil'),
    appealUntil: appealDayWithoutRounds(admissionSession),
    isPaused: settingsRow.disableUpdates,
    owesFee: expr<boolean>`${applicationFeeDue(registration)} is not null`,
    hasFee: hasApplicationFee(registration),
    resultsOn: nextResultsOn(registration, now),
    isRanked: expr<boolean>`exists (select from ${admissionProgramme} where ${admissionProgramme.admissionSessionId} = ${registration.admissionSessionId} and ${admissionProgramme.specializationId} = ${registration.specializationId})`,
  })}
   from ${registration} cross join ${settingsRow} left join ${admissionSession} on ${admissionSession.id} = ${registration.admissionSessionId}
   left join ${heldSpecialization} on ${heldSpecialization.id} = ${registration.wonSpecializationId} left join ${placeKind} on ${placeKind.id} = ${registration.wonPlaceKindId}
   where ${isOneOfIds(registration.id, ids)}`

type Row = ReturnType<typeof rowsOf>['~rows']

/** Events that the applicant knows, oldest first; staff also know those of transitions on hold. */
const eventsOf = (ids: readonly string[], { now, reader }: StateOptions) =>
  sql`select ${pick({
    id: registrationEvent.registration_id,
    type: registrationEvent.type,
    at: expr<string>`least(greatest(${registrationEvent.at}, ${registrationEvent.visible_from}), ${now.toISOString()}::timestamptz)`,
    dueAt: expr<string | null>`${registrationEvent.payload}->>'dueAt'`,
  })} from ${registrationEvent}
   where ${isOneOfIds(registrationEvent.registration_id, ids)} and (${registrationEvent.visible_from} <= ${now.toISOString()} or ${reader === 'office'})
   order by greatest(${registrationEvent.at}, ${registrationEvent.visible_from}), ${registrationEvent.id}`

interface Event {
  readonly type: RegistrationEventType
  readonly at: string
  readonly dueAt: string | null
}

/** SQL condition: whether applicants were notified of the results of a round or of a later one. */
export const isRoundOver = (
  round: ColumnsOf<typeof admissionRounds, 'admissionSessionId' | 'number'>,
) =>
  expr<boolean>`exists (select from ${admissionDraft} join ${laterRound} on ${laterRound.id} = ${admissionDraft.admissionRoundId}
    where ${equalsLiteral(admissionDraft.state, 'notified')} and ${laterRound.admissionSessionId} = ${round.admissionSessionId} and ${laterRound.number} >= ${round.number})`

/** Rounds of the sessions of the applications, in order. */
export const roundsOf = (ids: readonly string[]) =>
  sql`select ${pick({
    ...columns(admissionRound, 'id', 'admissionSessionId', 'name', 'version'),
    ...columns(admissionRound, 'resultsOn', 'confirmBy'),
    names: allTranslations(admissionRound.name),
    isOver: isRoundOver(admissionRound),
  })} from ${admissionRound}
   where ${admissionRound.admissionSessionId} in (select ${registration.admissionSessionId} from ${registration} where ${isOneOfIds(registration.id, ids)})
   order by ${admissionRound.admissionSessionId}, ${admissionRound.number}`

type Round = ReturnType<typeof roundsOf>['~rows']

/** The rounds that concern an application; none if it is not ranked. */
export const roundFacts = (
  rounds: readonly Round[],
  { admissionSessionId, isRanked }: Pick<Row, 'admissionSessionId' | 'isRanked'>,
  results: readonly NotifiedOutcome[],
): RoundFacts[] =>
  rounds
    .filter((round) => isRanked && round.admissionSessionId === admissionSessionId)
    .map(({ id, name, names, version, resultsOn, confirmBy, isOver }) => ({
      name: { name, names },
      ...{ version, resultsOn, confirmBy, isOver },
      notifiedAt: results.find(({ roundId }) => roundId === id)?.notifiedAt ?? null,
    }))

type Places = ReadonlyMap<string, WirePlace & { readonly specializationId: string }>

/** Returns the places that the results are about, by draft and number. */
async function readPlaces(queries: Queries, results: readonly NotifiedResult[]): Promise<Places> {
  if (results.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({
      draftId: admissionQuota.draft_id,
      ...columns(admissionQuota, 'number', 'kind'),
      specializationId: admissionQuota.specialization_id,
      name: specialization.name,
      names: allTranslations(specialization.name),
      kindName: placeKind.name,
    })} from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = any(${results.map(({ draftId }) => draftId)}::uuid[]) and ${admissionQuota.number} = any(${results.flatMap(({ quotas }) => quotas)}::int[])`,
  )
  return new Map(
    rows.map(({ draftId, number, ...place }) => [`${draftId} ${number}`, place] as const),
  )
}

interface ResultContext extends StateOptions {
  readonly texts: Texts
  readonly questions: AnswerGrades
}

/** The newest result, and the last change of the place among all results. */
export function knownResult(
  results: readonly NotifiedResult[],
  places: Places,
  { texts, now, questions }: ResultContext,
): KnownResult | null {
  const [newest] = results
  const last = lastPlaceChangeOf(results)
  if (!newest || !last) return null
  const { result, change } = last
  const before = placeBeforeIn(results, results.indexOf(result))
  const chosen = newest.quotas.flatMap((number) => {
    const place = places.get(`${newest.draftId} ${number}`)
    return place ? [place] : []
  })
  const programmes = [...new Set(chosen.map(({ specializationId }) => specializationId))]
  const waiting = newest.waiting_positions
    .map((number, i) => ({ number, place: places.get(`${newest.draftId} ${newest.quotas[i]}`) }))
    .filter(({ number }) => number > 0)
    .toSorted((one, other) => one.number - other.number)[0]
  return {
    outcome: newest.outcome,
    round: { name: newest.round, names: newest.roundNames },
    notifiedAt: newest.notifiedAt,
    change,
    wasConfirmed: result.confirmed,
    cause:
      result.cause === null ? null : causeInLanguages(texts, result.cause, result.cause_details),
    placeBefore: before && wonPlace(before, places),
    offeredOn: before && offeredOn(results, before),
    choice:
      result.specializationId === null ? null : programmes.indexOf(result.specializationId) + 1,
    choices: programmes.length,
    waitingNumber: waiting?.number ?? null,
    waitingPlace: waiting?.place ? toWirePlace(waiting.place) : null,
    missing: missingLabels(texts, newest.missing, questions).map(({ name, labels }) => ({
      ...{ code: name, words: labels },
    })),
    appealUntil:
      newest.appealUntil !== null &&
      newest.appealUntil >= today(now) &&
      newest.choice !== 1 &&
      !newest.hasAppeal
        ? newest.appealUntil
        : null,
  }
}

/** The last change of the place among results, newest first; null if there are none. */
export function lastPlaceChangeOf<R extends NotifiedOutcome>(
  results: readonly R[],
): { readonly result: R; readonly change: ResultChange } | null {
  const changes = results.map((result, i) => ({
    result,
    change: result.change ?? changeOf(result, results[i + 1] ?? null),
  }))
  // A result that changes nothing keeps the state of the one before it.
  return changes.find(({ change }) => change !== 'none') ?? changes.at(-1) ?? null
}

const isSamePlace = (one: NotifiedOutcome, other: NotifiedOutcome) =>
  one.specializationId === other.specializationId && one.kind === other.kind

/** The result in which the applicant was offered the place that a later result changes. */
function placeBeforeIn(results: readonly NotifiedResult[], at: number): NotifiedResult | null {
  const result = results[at]
  const earlier = results.slice(at + 1)
  const [before] = earlier
  if (!result || result.change === 'first') return null
  if (result.change === null) return before?.outcome === 'won' ? before : null
  return (
    earlier.find(
      ({ outcome, specializationId, kind }) =>
        outcome === 'won' &&
        specializationId === result.from_specialization_id &&
        kind === result.from_kind,
    ) ?? null
  )
}

/** The change of a result that was computed before changes were stored. */
function changeOf(result: NotifiedOutcome, before: NotifiedOutcome | null): ResultChange {
  const hadPlace = before?.outcome === 'won'
  if (result.outcome !== 'won')
    return hadPlace ? 'lost' : result.outcome === 'incomplete' ? 'notRanked' : 'waiting'
  if (!hadPlace) return 'first'
  if (isSamePlace(result, before)) return 'none'
  if (result.kind === 'fee' && before.kind === 'budget') return 'nowFeePaying'
  return (result.choice ?? 0) < (before.choice ?? 0) ? 'up' : 'down'
}

function wonPlace({ draftId, specializationId, kind, quotas }: NotifiedResult, places: Places) {
  const place = quotas
    .map((number) => places.get(`${draftId} ${number}`))
    .find((one) => one?.specializationId === specializationId && one.kind === kind)
  return place ? toWirePlace(place) : null
}

const toWirePlace = ({ name, names, kind, kindName }: WirePlace): WirePlace => ({
  ...{ name, names, kind, kindName },
})

/** When the place was first offered, without an interruption until the result. */
function offeredOn(results: readonly NotifiedResult[], result: NotifiedResult): string {
  const earlier = results.slice(results.indexOf(result))
  const end = earlier.findIndex((one) => !isSamePlace(one, result))
  return (earlier.at(end === -1 ? -1 : end - 1) ?? result).notifiedAt
}

const causeInLanguages = (texts: Texts, cause: ResultCause, details: CauseDetails | null) =>
  Object.fromEntries(
    languages.map((language) => [
      language,
      causeInWords(
        { cause, details: details ?? {} },
        { language, text: (key, values) => texts.text(language, key, values) },
      ),
    ]),
  )

interface RelatedFacts extends Pick<StateFacts, 'rounds' | 'result'> {
  readonly events: readonly Event[]
  /** Unpaid part of the confirmation fee. */
  readonly feeDue: number
}

function factsOf(
  row: Row,
  { events, rounds, result, feeDue }: RelatedFacts,
  { now, reader }: StateOptions,
): StateFacts {
  const { confirmBy, held, heldNames, wonFunding, heldKind, heldKindId } = row
  const isOffice = reader === 'office'
  const due = reader === 'cnp' ? 0 : feeDue
  return {
    status: isOffice ? (row.status as RegistrationStatus) : visibleStatus({ ...row }, now),
    submittedAt: row.submittedAt,
    isWithdrawn: isWithdrawn({ ...row }),
    reasonCode: row.reasonCode,
    sex: row.sex as StateFacts['sex'],
    sessionVersion: row.sessionVersion ?? 0,
    events,
    // The transition that ends the request clears the due date. While that transition is on hold,
    // the applicant still sees the old date.
    dueAt: row.dueAt ?? events.findLast(({ type }) => type === 'updateRequested')?.dueAt ?? null,
    isPaused: row.isPaused,
    appealUntil: row.appealUntil,
    fee: feeOf(row, reader),
    isReady: row.isRanked && row.isChecked,
    rounds,
    enrolUntil: row.enrolUntil,
    waitingEndsOn: row.waitingEndsOn,
    place: confirmBy !== null && canConfirm({ ...row }, now) ? { confirmBy, feeDue: due } : null,
    moveFee: row.payBy !== null && owesMoveFee({ ...row }) ? { payBy: row.payBy, due } : null,
    held:
      held === null
        ? null
        : {
            name: held,
            names: heldNames,
            kind: wonFunding ?? heldKindId ?? '',
            kindName: wonFunding === null ? heldKind : null,
          },
    confirmedAt: row.confirmedAt,
    acceptance: row.acceptance as StateFacts['acceptance'],
    result,
  }
}

function feeOf({ hasFee, owesFee, resultsOn }: Row, reader: StateReader) {
  if (reader === 'cnp') return hasFee ? 'undisclosed' : null
  return owesFee ? { resultsOn } : null
}
