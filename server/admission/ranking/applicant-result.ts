/**
 * The results as the applicant reads them: the average, position and required average of each
 * choice, and the place.
 */

import { today } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import {
  columns,
  equalsLiteral,
  expr,
  inLanguage,
  outerTable,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import { admissionDrafts } from '#resources/admission-drafts.ts'
import { admissionProgrammes } from '#resources/admission-programmes.ts'
import { admissionRounds } from '#resources/admission-rounds.ts'
import { placeKinds } from '#resources/place-kinds.ts'
import { specializations } from '#resources/specializations.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import { gradeLabels, gradesUsedBy } from './formula.ts'

const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)
const admissionDraft = table(admissionDrafts)
const admissionRound = table(admissionRounds)
const specialization = table(specializations)
const placeKind = outerTable(placeKinds)
const admissionProgramme = table(admissionProgrammes)

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

type ApplicantResult = Pick<WireApplication, 'result'>

export interface ResultOptions {
  readonly texts: Texts
  readonly now: Date
  /**
   * Language for the names of programmes. If absent, the names are as the university entered them.
   */
  readonly language?: Language | null
}

/** Returns a query for the newest result that was sent to the applicant. */
export const newestResultQuery = (id: string) =>
  sql`select ${pick({
    ...{
      draftId: admissionResult.draft_id,
      round: admissionRound.name,
      outcome: admissionResult.outcome,
      specializationId: admissionResult.specialization_id,
      kind: admissionResult.kind,
    },
    ...columns(admissionResult, 'quotas', 'averages', 'positions', 'waiting_positions'),
  })}
     from ${admissionResult} join ${admissionDraft} on ${admissionDraft.id} = ${admissionResult.draft_id} join ${admissionRound} on ${admissionRound.id} = ${admissionDraft.admissionRoundId}
     where ${admissionResult.registration_id} = ${id} and ${admissionResult.notified_at} is not null and (${equalsLiteral(admissionDraft.state, 'released')} or ${equalsLiteral(admissionDraft.state, 'notified')})
     order by ${admissionResult.notified_at} desc limit 1`

type Result = ReturnType<typeof newestResultQuery>['~rows']

/**
 * Returns the newest result that was sent to the applicant with the current place; empty if there
 * is none.
 */
export const readResult = async (
  queries: Queries,
  id: string,
  values: Values,
  options: ResultOptions,
): Promise<ApplicantResult> =>
  toWireResult(queries, (await runStatement(queries, newestResultQuery(id)))[0], values, options)

/** Turns a stored result into the shape that applicants receive. */
export async function toWireResult(
  queries: Queries,
  result: Result | undefined,
  values: Values,
  { texts, now, language = null }: ResultOptions,
): Promise<ApplicantResult> {
  if (!result || result.outcome === 'incomplete') return {}
  const quotas = new Map(
    (await quotasOf(queries, result.draftId, { numbers: result.quotas, language })).map((quota) => [
      quota.number,
      quota,
    ]),
  )
  const choices = result.quotas.flatMap((number, at) => {
    const quota = quotas.get(number)
    const [average = 0, position = 0, waiting = 0] = [
      result.averages[at],
      result.positions[at],
      result.waiting_positions[at],
    ]
    return quota ? [{ ...quota, average, position, waiting: waiting === 0 ? null : waiting }] : []
  })
  const rules = await rulesOf(queries, values.admissionSessionId)
  const chosen = [...new Set(choices.map(({ specializationId }) => specializationId))]
  const usedGrades = chosen.flatMap((programme) => rules.get(programme)?.usedGrades ?? [])
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
      choices: choices.map(
        ({
          specializationId,
          programme,
          kind,
          kindName,
          average,
          position,
          applicants,
          waiting,
          requiredAverage,
        }) => ({
          programme,
          number: chosen.indexOf(specializationId) + 1,
          kind,
          kindName,
          ...{ average, position, applicants, waiting, requiredAverage },
          isWon: result.specializationId === specializationId && result.kind === kind,
          ...(rules.get(specializationId)?.formulaFacts ?? {
            formula: null,
            ties: [],
            isDrawn: false,
          }),
        }),
      ),
      grades: gradeLabels(texts, usedGrades).map((grade) => ({
        ...grade,
        value: typeof values[grade.name] === 'number' ? Number(values[grade.name]) : null,
      })),
    },
  }
}

/**
 * Places of a draft by number, with the average of the last admitted applicant; null while places
 * are free.
 */
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
        applicants: admissionQuota.applicants,
      },
      requiredAverage: expr<
        number | null
      >`case when ${admissionQuota.waiting} > 0 then ${admissionQuota.last_average} end`,
    })} from ${admissionQuota} join ${specialization} on ${specialization.id} = ${admissionQuota.specialization_id} left join ${placeKind} on ${placeKind.id}::text = ${admissionQuota.kind}
     where ${admissionQuota.draft_id} = ${draftId} and ${admissionQuota.number} = any(${numbers}::int[])`,
  )

/** Current ranking rules of a session, by programme. */
async function rulesOf(queries: Queries, sessionId: unknown) {
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(admissionProgramme, 'specializationId', 'formula', 'firstTie', 'secondTie', 'ties'))} from ${admissionProgramme}
     where ${admissionProgramme.admissionSessionId} = ${sessionId}::uuid`,
  )
  return new Map(
    rows.map(({ specializationId, formula, firstTie, secondTie, ties: tieRule }) => {
      const ties = [firstTie, secondTie].filter((tie) => tie !== null)
      return [
        specializationId,
        {
          formulaFacts: { formula, ties, isDrawn: tieRule === 'lot' },
          usedGrades: [formula, ...ties].flatMap(gradesUsedBy),
        },
      ]
    }),
  )
}
