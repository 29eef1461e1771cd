/** Stores the results of a draft. */

import type { Queries } from '@matricola/server/database/database.ts'
import { intoColumns, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { Allocation, Candidate } from '#resources/admission/allocation/allocation.ts'
import {
  parseQuotaId,
  type QuotaResult,
  quotaIdOf,
  type RankedChoices,
  type ResultOutcome,
  reasonAt,
} from '#resources/admission/ranking.ts'
import type { ReleaseEffect } from '#resources/calls/ranking.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import type { AllocationInput, RankedApplicant, RankedProgramme } from './assemble.ts'
import { formulasOf } from './formula.ts'

const admissionResult = table(admissionResultTable)
const admissionQuota = table(admissionQuotaTable)

export interface ResultRow {
  readonly id: string
  readonly outcome: ResultOutcome
  readonly specializationId: string | null
  readonly kind: string | null
  /** Rank of the choice among the applicant's choices, from 1. */
  readonly choice: number | null
  readonly missing: readonly string[]
  /** Index among the candidates; null if the application cannot be ranked and has no place. */
  readonly candidate: number | null
}

/** Returns a row for every applicant who participates, whether ranked or not. */
export function resultRows(
  { candidates, incomplete }: AllocationInput,
  { won }: Pick<Allocation, 'won'>,
): ResultRow[] {
  const rowOf = (id: string, candidate: number | null): ResultRow => {
    const place = won.get(id) ?? null
    const { specializationId = null, kind = null } = place ? parseQuotaId(place.quota) : {}
    const missing = incomplete.get(id) ?? []
    const outcome = place ? 'won' : missing.length > 0 ? 'incomplete' : 'waiting'
    return {
      id,
      outcome,
      specializationId,
      kind,
      choice: place && place.choice + 1,
      missing,
      candidate,
    }
  }
  const rows = candidates.map(({ id }, at) => rowOf(id, at))
  const candidateIds = new Set(candidates.map(({ id }) => id))
  for (const id of incomplete.keys()) if (!candidateIds.has(id)) rows.push(rowOf(id, null))
  return rows
}

/** Returns an SQL array of numbers; undefined becomes null. */
const numbers = (values: readonly (number | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** Returns a candidate's choices as arrays, one per column. */
function packChoices(
  { first, quotas, keys, positions, waiting, reasons, decidedBy }: RankedChoices,
  candidate: number,
) {
  const [begin, end] = [first[candidate], first[candidate + 1]]
  const choiceKeys = keys.slice(begin, end)
  return {
    quotas: numbers(Array.from(quotas.subarray(begin, end), (quota) => quota + 1)),
    averages: numbers(choiceKeys.map(([average]) => average)),
    first_ties: numbers(choiceKeys.map(([, tie]) => tie)),
    second_ties: numbers(choiceKeys.map(([, , tie]) => tie)),
    positions: numbers(Array.from(positions.subarray(begin, end))),
    waiting_positions: numbers(Array.from(waiting.subarray(begin, end))),
    reasons: `{${Array.from(reasons.subarray(begin, end), (index) => reasonAt(index) ?? 'null').join()}}`,
    decided_by: numbers(Array.from(decidedBy.subarray(begin, end))),
  }
}

const emptyChoices = {
  quotas: '{}',
  averages: '{}',
  first_ties: '{}',
  second_ties: '{}',
  positions: '{}',
  waiting_positions: '{}',
  reasons: '{}',
  decided_by: '{}',
}

export async function storeRankingResults(
  queries: Queries,
  draftId: string,
  rows: readonly ResultRow[],
  ranked: RankedChoices,
): Promise<void> {
  const baseColumns = [
    'registration_id',
    'outcome',
    'specialization_id',
    'kind',
    'choice',
    'missing',
  ] as const
  const columns = [
    ...baseColumns,
    'quotas',
    'averages',
    'first_ties',
    'second_ties',
    'positions',
    'waiting_positions',
    'reasons',
    'decided_by',
  ] as const
  const storedRows = rows.map(
    ({ id, outcome, specializationId, kind, choice, missing, candidate }) => ({
      ...{
        registration_id: id,
        outcome,
        specialization_id: specializationId,
        kind,
        choice,
        missing,
      },
      ...(candidate === null ? emptyChoices : packChoices(ranked, candidate)),
    }),
  )
  await runStatement(
    queries,
    sql`insert into ${intoColumns(admissionResult, 'draft_id', ...columns)}
     select ${draftId}::uuid, g.* from jsonb_to_recordset(${JSON.stringify(storedRows)}::jsonb) as g (registration_id uuid, outcome text,
       specialization_id uuid, kind text, choice int, missing jsonb, quotas int[], averages int[], first_ties int[], second_ties int[],
       positions int[], waiting_positions int[], reasons text[], decided_by int[])`,
  )
}

/**
 * Stores the results per place, numbered in the given order, with the formulas that decided. A
 * programme that no longer admits by merit has none.
 */
export async function storeQuotas(
  queries: Queries,
  draftId: string,
  quotas: readonly QuotaResult[],
  programmes: readonly RankedProgramme[],
): Promise<void> {
  const quotaColumns = [
    'number',
    'specialization_id',
    'kind',
    'places',
    'taken',
    'held',
    'applicants',
    'waiting',
    'last_average',
    'last_ties',
    'last_lot',
    'formulas',
  ] as const
  const programmesById = new Map(programmes.map((one) => [one.specializationId, one]))
  const rows = quotas.map(({ quota, taken, held, applicants, waiting, last }, at) => {
    const { specializationId, kind } = parseQuotaId(quota.id)
    const programme = programmesById.get(specializationId)
    const [lastAverage = null, ...lastTies] = last?.keys ?? []
    return {
      number: at + 1,
      specialization_id: specializationId,
      kind,
      places: quota.places,
      ...{ taken, held, applicants, waiting },
      last_average: lastAverage,
      last_ties: numbers(lastTies),
      last_lot: last?.lot ?? null,
      formulas: programme ? formulasOf(programme) : [],
    }
  })
  await runStatement(
    queries,
    sql`insert into ${intoColumns(admissionQuota, 'draft_id', ...quotaColumns)}
     select ${draftId}::uuid, g.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (number int, specialization_id uuid, kind text, places int,
       taken int, held int, applicants int, waiting int, last_average int, last_ties int[], last_lot text, formulas text[])`,
  )
}

/**
 * Returns the number of applicants who would win, change or lose a place if the results were
 * released now.
 */
export function releaseEffectOf(
  applicants: readonly RankedApplicant[],
  { candidates }: Pick<AllocationInput, 'candidates'>,
  rows: readonly ResultRow[],
): ReleaseEffect {
  const effect = {
    won: 0,
    ...{ nowFeePaying: 0, nowFeePayingConfirmed: 0, movedDown: 0, movedUp: 0 },
    lost: 0,
    waiting: 0,
    outcomes: { won: 0, waiting: 0, incomplete: 0 },
  }
  const byId = new Map(applicants.map((person) => [person.id, person]))
  for (const row of rows) {
    effect.outcomes[row.outcome] += 1
    const person = byId.get(row.id)
    const isAccepted = person?.status === 'accepted'
    if (row.outcome !== 'won') {
      if (isAccepted && !person.isConfirmed) effect.lost += 1
      continue
    }
    if (!isAccepted) {
      effect.won += 1
      continue
    }
    const change = changeOf(person, row, candidates[row.candidate ?? -1])
    if (change === null) continue
    effect[change] += 1
    if (change === 'nowFeePaying' && person.isConfirmed) effect.nowFeePayingConfirmed += 1
  }
  return { ...effect, waiting: effect.outcomes.waiting }
}

/**
 * How the place of an applicant changes; null if it stays the same. A place that is no longer among
 * the applicant's choices counts as a higher one, so that the change is not taken for good news.
 */
function changeOf(
  person: RankedApplicant,
  { specializationId, kind, choice }: ResultRow,
  candidate: Candidate | undefined,
): 'nowFeePaying' | 'movedDown' | 'movedUp' | null {
  const kindBefore = person.wonFunding ?? person.wonPlaceKindId
  if (person.wonSpecializationId === specializationId && kindBefore === kind) return null
  const fundingOf = (one: string | null) =>
    one === person.kindId && one !== null ? person.kindFunding : one
  if (fundingOf(kind) === 'fee' && fundingOf(kindBefore) !== 'fee') return 'nowFeePaying'
  const quotaBefore = quotaIdOf(person.wonSpecializationId ?? '', kindBefore ?? '')
  const indexBefore = candidate?.choices.findIndex(({ quota }) => quota === quotaBefore) ?? -1
  return choice !== null && choice - 1 < indexBefore ? 'movedUp' : 'movedDown'
}
