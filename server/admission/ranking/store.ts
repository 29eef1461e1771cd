/** Stores the results of a draft. */

import type { Queries } from '@matricola/server/database/database.ts'
import { intoColumns, runStatement, sql, sqlFrom, table } from '@matricola/server/sql/typed.ts'
import type { Allocation, Choice } from '#resources/admission/allocation/allocation.ts'
import {
  type IneligibleChoice,
  parseQuotaId,
  type QuotaResult,
  quotaIdOf,
  type RankedChoices,
  type ResultChange,
  type ResultOutcome,
  reasonAt,
  resultChanges,
  tieColumns,
} from '#resources/admission/ranking.ts'
import { type ReleaseEffect, type ReleaseGroup, releaseGroups } from '#resources/calls/ranking.ts'
import { admissionQuotaTable, admissionResultTable } from '#server/tables/rows.ts'
import type { AllocationInput, RankedApplicant, RankedProgramme, RankingInput } from './assemble.ts'
import type { FoundCause } from './causes.ts'
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
  readonly ineligible: readonly IneligibleChoice[] | null
  /** Index among the candidates; null if the application cannot be ranked and has no place. */
  readonly candidate: number | null
  /** The place that the applicant was notified of and that still stands; null if there is none. */
  readonly from: { readonly specializationId: string; readonly kind: string } | null
  /** Whether the applicant has confirmed that place. */
  readonly isConfirmed: boolean
  readonly change: ResultChange
}

/** Returns a row for every applicant who participates, whether ranked or not. */
export function resultRows(
  { applicants, fundings }: Pick<RankingInput, 'applicants' | 'fundings'>,
  { listed, incomplete, ineligible }: Pick<AllocationInput, 'listed' | 'incomplete' | 'ineligible'>,
  { won }: Pick<Allocation, 'won'>,
): ResultRow[] {
  const applicantsById = new Map(applicants.map((applicant) => [applicant.id, applicant]))
  const rowOf = (id: string, candidate: number | null): ResultRow => {
    const place = won.get(id) ?? null
    const { specializationId = null, kind = null } = place ? parseQuotaId(place.quota) : {}
    const missing = incomplete.get(id) ?? []
    const outcome = place ? 'won' : missing.length > 0 ? 'incomplete' : 'waiting'
    const applicant = applicantsById.get(id)
    const from = standingPlaceOf(applicant)
    const row: Omit<ResultRow, 'change'> = {
      ...{ id, outcome, specializationId, kind, missing, candidate, from },
      choice: place && place.choice + 1,
      isConfirmed: from !== null && applicant?.isConfirmed === true,
      ineligible: ineligible.get(id) ?? null,
    }
    const choices = candidate === null ? [] : (listed[candidate]?.choices ?? [])
    return { ...row, change: changeOf(row, choices, fundings) }
  }
  const rows = listed.map(({ id }, at) => rowOf(id, at))
  const candidateIds = new Set(listed.map(({ id }) => id))
  for (const id of incomplete.keys()) if (!candidateIds.has(id)) rows.push(rowOf(id, null))
  return rows
}

/** Returns an SQL array of numbers; undefined becomes null. */
const numbers = (values: readonly (number | undefined)[]) =>
  `{${values.map((value) => value ?? 'null').join()}}`

/** Columns with one element per choice, and their types. */
const choiceColumns = {
  ...{ quotas: 'int[]', averages: 'int[]' },
  ...(Object.fromEntries(tieColumns.map((column) => [column, 'int[]'])) as {
    readonly [C in (typeof tieColumns)[number]]: 'int[]'
  }),
  ...{ positions: 'int[]', waiting_positions: 'int[]', reasons: 'text[]', decided_by: 'int[]' },
} as const
type ChoiceColumn = keyof typeof choiceColumns
// `Object.keys` returns plain strings.
const choiceColumnNames = Object.keys(choiceColumns) as ChoiceColumn[]

/** Returns SQL arrays of a candidate's choices, without intermediate objects, since they are many. */
function packChoices(
  { first, quotas, keys, positions, waiting, reasons, decidedBy }: RankedChoices,
  candidate: number,
): Readonly<Record<ChoiceColumn, string>> {
  const [begin, end] = [first[candidate] as number, first[candidate + 1] as number]
  const pack = (valueAt: (choice: number) => number | string | null | undefined) => {
    let text = '{'
    for (let choice = begin; choice < end; choice++)
      text += `${choice === begin ? '' : ','}${valueAt(choice) ?? 'null'}`
    return `${text}}`
  }
  let keyCount = 0
  for (let choice = begin; choice < end; choice++)
    keyCount = Math.max(keyCount, keys[choice]?.length ?? 0)
  const packed = {
    quotas: pack((choice) => (quotas[choice] as number) + 1),
    averages: pack((choice) => keys[choice]?.[0]),
    positions: pack((choice) => positions[choice]),
    waiting_positions: pack((choice) => waiting[choice]),
    reasons: pack((choice) => reasonAt(reasons[choice] as number)),
    decided_by: pack((choice) => decidedBy[choice]),
  } as Record<ChoiceColumn, string>
  // Most programmes have few tie-breakers, and empty arrays take little space.
  for (const [index, column] of tieColumns.entries())
    packed[column] = keyCount > index + 1 ? pack((choice) => keys[choice]?.[index + 1]) : '{}'
  return packed
}

const storedColumns = {
  ...{ registration_id: 'uuid', outcome: 'text', specialization_id: 'uuid', kind: 'text' },
  ...{ choice: 'int', missing: 'jsonb', ineligible: 'jsonb', change: 'text' },
  ...{ from_specialization_id: 'uuid', from_kind: 'text', confirmed: 'boolean' },
  ...{ cause: 'text', cause_details: 'jsonb' },
  ...choiceColumns,
} as const
type StoredColumn = keyof typeof storedColumns
const storedColumnNames = Object.keys(storedColumns) as StoredColumn[]

const asJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value))

/** Stores results, passing each column as an array: much smaller than an object for each row. */
export async function storeRankingResults(
  queries: Queries,
  draftId: string,
  rows: readonly ResultRow[],
  {
    ranked,
    causes,
  }: { readonly ranked: RankedChoices; readonly causes: ReadonlyMap<string, FoundCause> },
): Promise<void> {
  const stored = Object.fromEntries(
    storedColumnNames.map((name) => [name, [] as (string | null)[]]),
  ) as Record<StoredColumn, (string | null)[]>
  for (const row of rows) {
    const { id, candidate, from } = row
    const found = causes.get(id)
    stored.registration_id.push(id)
    stored.outcome.push(row.outcome)
    stored.specialization_id.push(row.specializationId)
    stored.kind.push(row.kind)
    stored.choice.push(row.choice === null ? null : String(row.choice))
    stored.missing.push(asJson(row.missing))
    stored.ineligible.push(asJson(row.ineligible))
    stored.change.push(row.change)
    stored.from_specialization_id.push(from?.specializationId ?? null)
    stored.from_kind.push(from?.kind ?? null)
    stored.confirmed.push(String(row.isConfirmed))
    stored.cause.push(found?.cause ?? null)
    stored.cause_details.push(asJson(found?.details ?? null))
    const packed = candidate === null ? null : packChoices(ranked, candidate)
    for (const name of choiceColumnNames) stored[name].push(packed?.[name] ?? '{}')
  }
  await runStatement(
    queries,
    sql`insert into ${intoColumns(admissionResult, 'draft_id', ...storedColumnNames)}
     select ${draftId}::uuid, ${sqlFrom(() => storedColumnNames.map((name) => `g.${name}::${storedColumns[name]}`).join(', '))}
     from unnest(${sqlFrom((parameters) => storedColumnNames.map((name) => parameters.add(stored[name], 'text[]')).join(', '))}) as g (${sqlFrom(() => storedColumnNames.join(', '))})`,
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
 * Returns how the place of an applicant changes compared with the place that still stands. A place
 * that is no longer among the applicant's choices counts as a higher one, so that the change is not
 * taken for good news.
 */
function changeOf(
  { outcome, specializationId, kind, choice, from }: Omit<ResultRow, 'change'>,
  choices: readonly Choice[],
  fundings: RankingInput['fundings'],
): ResultChange {
  if (outcome !== 'won')
    return from === null ? (outcome === 'waiting' ? 'waiting' : 'notRanked') : 'lost'
  if (from === null) return 'first'
  if (from.specializationId === specializationId && from.kind === kind) return 'none'
  const isFeePaying = (one: string | null) => (fundings.get(one ?? '') ?? one) === 'fee'
  if (isFeePaying(kind) && !isFeePaying(from.kind)) return 'nowFeePaying'
  const quotaBefore = quotaIdOf(from.specializationId, from.kind)
  const choiceBefore = choices.findIndex(({ quota }) => quota === quotaBefore)
  return choice !== null && choice - 1 < choiceBefore ? 'up' : 'down'
}

/** The place that the applicant was notified of and that still stands; null if there is none. */
function standingPlaceOf(person: RankedApplicant | undefined): ResultRow['from'] {
  if (person?.status !== 'accepted') return null
  const { wonSpecializationId: specializationId, wonFunding, wonPlaceKindId } = person
  const kind = wonPlaceKindId ?? wonFunding
  return specializationId !== null && kind !== null ? { specializationId, kind } : null
}

/** The changes that a group contains. */
export const changesIn = (group: ReleaseGroup): readonly ResultChange[] =>
  resultChanges.filter((change) => groupOf(change) === group)

const groupOf = (change: ResultChange): ReleaseGroup =>
  change === 'waiting' || change === 'notRanked' ? 'noPlace' : change

/** Counts the applicants in each group of changes, and those among them who have confirmed. */
export function releaseEffectOf(rows: readonly ResultRow[]): ReleaseEffect {
  const effect = Object.fromEntries(
    releaseGroups.map((group) => [group, { total: 0, confirmed: 0 }]),
  ) as Record<ReleaseGroup, { total: number; confirmed: number }>
  for (const { change, isConfirmed } of rows) {
    const counts = effect[groupOf(change)]
    counts.total += 1
    if (isConfirmed) counts.confirmed += 1
  }
  return effect
}
