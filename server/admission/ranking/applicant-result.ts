/**
 * The results as the applicant reads them: the average, the position and the reason for each choice,
 * and the place.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import { allTranslations, inLanguage } from '@matricola/server/sql/translated-columns.ts'
import {
  columns,
  equalsLiteral,
  expr,
  isOneOfIds,
  isoInstant,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import { type IneligibleChoice, tieColumns } from '#resources/admission/ranking.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { admissionAppeals } from '#resources/admission-appeals.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import { readAnswerGradesFor, readAnswerValues } from './answer-grades.ts'
import { drawOrderOf } from './assemble.ts'
import { gradeLabels, gradesUsedBy, gradesUsedByCondition, isAnswerName } from './formula.ts'
import { missingLabels } from './missing.ts'

const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const admissionAppeal = table(admissionAppeals)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)

/** Whether the applicant has an unconfirmed place whose deadline has not passed. */
export const canConfirm = (
  { status, wonSpecializationId, confirmedAt, confirmBy, enrolledAt }: Values,
  now: Date,
): boolean =>
  status === 'accepted' &&
  wonSpecializationId !== null &&
  confirmedAt === null &&
  enrolledAt === null &&
  (typeof confirmBy !== 'string' || today(now) <= confirmBy)

/** Whether the applicant was moved to a place whose fee is not paid yet. */
export const owesMoveFee = ({ status, payBy, enrolledAt }: Values): boolean =>
  status === 'accepted' && (payBy ?? null) !== null && enrolledAt === null

type ApplicantResult = Pick<WireApplication, 'result'>

export interface ResultOptions {
  readonly texts: Texts
  readonly now: Date
  /**
   * Language for the names of programmes. If absent, the names are as the university entered them.
   */
  readonly language?: Language | null
}

/**
 * SQL condition on the table of drafts: whether the draft is released.
 */
const isReleased = sql`(${equalsLiteral(admissionDraft.state, 'released')} or ${equalsLiteral(admissionDraft.state, 'notified')})`

const notifiedResults = (ids: readonly string[]) =>
  sql`${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${isOneOfIds(admissionResult.registration_id, ids)} and ${admissionResult.notified_at} is not null and ${isReleased}
     order by ${admissionResult.notified_at} desc`

/** The columns from which the state of a place follows. */
const outcomeColumns = {
  ...{ registrationId: admissionResult.registration_id, roundId: admissionRound.id },
  ...columns(admissionResult, 'outcome', 'kind', 'choice', 'change', 'confirmed'),
  specializationId: admissionResult.specialization_id,
  notifiedAt: expr<string>`${isoInstant(admissionResult.notified_at)}`,
}

/** Returns a query for the results that applicants were notified of, newest first. */
export const notifiedResultsQuery = (ids: readonly string[]) =>
  sql`select ${pick({
    ...outcomeColumns,
    ...{
      draftId: admissionResult.draft_id,
      round: admissionRound.name,
      missing: admissionResult.missing,
      roundNames: allTranslations(admissionRound.name),
      appealUntil: admissionRound.appealUntil,
      hasAppeal: expr<boolean>`exists (select from ${admissionAppeal} where ${admissionAppeal.registrationId} = ${admissionResult.registration_id} and ${admissionAppeal.admissionRoundId} = ${admissionRound.id})`,
    },
    ...columns(admissionResult, 'quotas', 'averages', ...tieColumns, 'positions'),
    ...columns(admissionResult, 'waiting_positions', 'reasons', 'decided_by', 'ineligible'),
    ...columns(admissionResult, 'from_specialization_id', 'from_kind', 'cause', 'cause_details'),
  })} from ${notifiedResults(ids)}`

/** Returns the outcomes that applicants were notified of, newest first. */
export const notifiedOutcomesQuery = (ids: readonly string[]) =>
  sql`select ${pick(outcomeColumns)} from ${notifiedResults(ids)}`

export type NotifiedOutcome = ReturnType<typeof notifiedOutcomesQuery>['~rows']

export type NotifiedResult = ReturnType<typeof notifiedResultsQuery>['~rows']

/** Returns the results that applicants were notified of, newest first. */
export const readNotifiedResults = (queries: Queries, ids: readonly string[]) =>
  runStatement(queries, notifiedResultsQuery(ids))

/** Turns a stored result into the shape that applicants receive. */
export async function toWireResult(
  queries: Queries,
  result: NotifiedResult | undefined,
  values: Values,
  { texts, now, language = null }: ResultOptions,
): Promise<ApplicantResult> {
  if (!result) return {}
  const quotas = new Map(
    (await quotasOf(queries, result.draftId, { numbers: result.quotas, language })).map((quota) => [
      quota.number,
      quota,
    ]),
  )
  const choices = result.quotas.flatMap((number, at) => {
    const quota = quotas.get(number)
    return quota ? [choiceOf(result, at, quota, values)] : []
  })
  const chosen = [...new Set(choices.map(({ specializationId }) => specializationId))]
  const ineligible = result.ineligible ?? []
  const numbers = rankedNumbers(chosen.length, ineligible)
  const programmes = await readProgrammeNames(queries, ineligible, language)
  const usedGrades = [
    ...[...quotas.values()].flatMap(({ formulas }) => formulas.flatMap(gradesUsedBy)),
    ...ineligible.flatMap(({ requires }) => gradesUsedByCondition(requires)),
  ]
  const questions = await readAnswerGradesFor(queries, result.registrationId, [
    ...usedGrades,
    ...result.missing,
  ])
  const answers = await readAnswerValues(queries, result.registrationId, questions)
  const gradeOf = (name: string) => (isAnswerName(name) ? answers[name] : values[name])
  const holdsPlace = values.status === 'accepted' && values.wonSpecializationId !== null
  return {
    result: {
      round: result.round,
      hasPlace: holdsPlace,
      confirmBy:
        holdsPlace && values.confirmedAt === null && typeof values.confirmBy === 'string'
          ? values.confirmBy
          : null,
      confirmedAt: holdsPlace && typeof values.confirmedAt === 'string' ? values.confirmedAt : null,
      canConfirm: canConfirm(values, now),
      choices: choices.map(({ specializationId, ...choice }) => ({
        number: numbers[chosen.indexOf(specializationId)] ?? 0,
        isWon: result.specializationId === specializationId && result.kind === choice.kind,
        ...choice,
      })),
      ineligible: ineligible.flatMap(({ number, specializationId, requires }) => {
        const programme = programmes.get(specializationId)
        return programme === undefined ? [] : [{ number, programme, requires }]
      }),
      missing: missingLabels(texts, result.missing, questions),
      grades: gradeLabels(texts, usedGrades, questions).map((grade) => {
        const value = gradeOf(grade.name)
        return { ...grade, value: typeof value === 'number' ? value : null }
      }),
    },
  }
}

/**
 * Numbers of the ranked programmes among all choices: those that the choices without a ranking leave
 * free.
 */
function rankedNumbers(count: number, ineligible: readonly IneligibleChoice[]): readonly number[] {
  const others = new Set(ineligible.map(({ number }) => number))
  return Array.from({ length: count + ineligible.length }, (_, index) => index + 1).filter(
    (number) => !others.has(number),
  )
}

async function readProgrammeNames(
  queries: Queries,
  choices: readonly IneligibleChoice[],
  language: Language | null,
): Promise<ReadonlyMap<string, string>> {
  if (choices.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: specialization.id, name: inLanguage(specialization.name, language) })} from ${specialization}
     where ${specialization.id} = any(${choices.map(({ specializationId }) => specializationId)}::uuid[])`,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Turns one choice of a stored result into the shape that applicants receive. */
function choiceOf(result: NotifiedResult, at: number, quota: StoredQuota, values: Values) {
  const { specializationId, programme, kind, kindName, applicants, places, held } = quota
  const waiting = result.waiting_positions[at] ?? 0
  const reason = result.reasons[at] ?? null
  const comparedTies = tieColumns.slice(0, reason === 'tie' ? (result.decided_by[at] ?? 0) : 0)
  return {
    ...{ specializationId, programme, kind, kindName, applicants, places, held, reason },
    average: result.averages[at] ?? 0,
    position: result.positions[at] ?? 0,
    waiting: waiting === 0 ? null : waiting,
    admitted: quota.taken - held,
    isFree: quota.taken < quota.places,
    lastAverage: quota.last_average,
    ties: comparedTies.map((column, index) => ({
      formula: quota.formulas[index + 1] ?? '',
      own: result[column][at] ?? 0,
      last: quota.last_ties[index] ?? 0,
    })),
    draw:
      reason === 'draw' && quota.last_lot !== null
        ? {
            own: drawNumber(drawOrderOf(String(values.referenceCode))),
            last: drawNumber(quota.last_lot),
          }
        : null,
    formula: quota.formulas[0] ?? null,
  }
}

/** The part of a lot that is shown. */
const drawNumber = (lot: string): string => lot.slice(0, 8)

/** Places of a draft by number. */
const quotasOf = (
  queries: Queries,
  draftId: string,
  {
    numbers,
    language,
  }: { readonly numbers: readonly number[]; readonly language: Language | null },
) =>
  runStatement(
    queries,
    sql`select ${pick({
      ...{
        number: admissionQuota.number,
        specializationId: admissionQuota.specialization_id,
        programme: inLanguage(specialization.name, language),
        kind: admissionQuota.kind,
        kindName: placeKind.name,
      },
      ...columns(admissionQuota, 'places', 'taken', 'held', 'applicants', 'formulas'),
      ...columns(admissionQuota, 'last_average', 'last_ties', 'last_lot'),
    })} from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = ${draftId} and ${admissionQuota.number} = any(${numbers}::int[])`,
  )

type StoredQuota = Awaited<ReturnType<typeof quotasOf>>[number]
