/**
 * Finds the values of an import that are rejected by their fields, and replaces them in every row
 * that contains them.
 */

import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { normalizeText } from '@matricola/schema/values/folding.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import { problemOutcomes } from '@matricola/schema/wire/job-states.ts'
import type { ValueReplacement, WireInvalidValue } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { authorize, type Permit } from '../../policy/permit.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import { isEmptyCell } from '../cells.ts'
import { choiceLabel, type Localization } from '../labels.ts'
import { cellText, readCells } from './cells.ts'
import { readImportedRows } from './imported-rows.ts'
import { dayOrdersOf, importInput } from './input.ts'
import {
  correctableStates,
  type RowReplacement,
  replaceCells,
  replaceUncheckedCells,
} from './replace-cells.ts'
import { createSynonymLookup, storeSynonym } from './synonyms.ts'
import { getOpenImport } from './update-import.ts'

/**
 * Maximum number of values to return (most frequent first), and maximum number of values to
 * examine.
 */
const maxListedValues = 50
const maxValuesRead = 500

/** A text that occurs in a column, and its number of rows. */
export interface ColumnValue {
  readonly column: number
  readonly cell: RawCell
  readonly text: string
  rows: number
  isRejected: boolean
}

/**
 * Returns rejected values that occur in several rows or that have a suggestion. Throws
 * `job.missing` or `job.state`.
 */
export async function findRejectedValues(
  context: Context,
  caller: Caller,
  id: string,
): Promise<WireInvalidValue[]> {
  const { database, texts } = context
  const job = await getOpenImport(database, context.registry, {
    caller,
    id,
    states: correctableStates,
  })
  const { mapping } = importInput(job)
  const dayOrders = dayOrdersOf(importInput(job))
  const localization = { texts, language: job.language }
  const rejected = (await findValuesWithIssues(context, { id, mapping, localization })).slice(
    0,
    maxValuesRead,
  )
  const permit = authorize(caller, context.registry.get(job.resource), 'update')
  const singleValueRows = rejected.map(({ column, cell }) =>
    mapping.map((_, i) => (i === column ? cell : '')),
  )
  const read = await readCells(
    database,
    { permit, mapping, localization, dayOrders },
    singleValueRows,
  )
  const replacements = await findKnownReplacements(
    database,
    { permit, mapping, localization },
    rejected,
  )
  const invalidValues = rejected.flatMap((value, i): WireInvalidValue[] => {
    const { column, text, rows } = value
    const interpretation = read[i]?.get(mapping[column] ?? '')?.read
    const issue =
      interpretation && 'issues' in interpretation ? interpretation.issues[0] : undefined
    const replacement = replacements.get(value) ?? null
    // Values without an issue are left out. For example, a number that occurs in two rows may be
    // valid, and must not be replaced everywhere.
    const isOffered = rows > 1 || issue?.params?.suggestion !== undefined || replacement !== null
    return issue && isOffered
      ? [{ column, text, rows, issue, earlierReplacement: replacement }]
      : []
  })
  return invalidValues.slice(0, maxListedValues)
}

/** Returns earlier replacements, in the user's language, if the field still accepts them. */
export async function findKnownReplacements(
  queries: Queries,
  reading: {
    readonly permit: Permit
    readonly mapping: readonly (string | null)[]
    readonly localization: Localization
  },
  rejected: readonly ColumnValue[],
): Promise<ReadonlyMap<ColumnValue, string>> {
  const { permit, mapping, localization } = reading
  const wordOf = ({ column, text }: ColumnValue) => ({ field: mapping[column] ?? '', word: text })
  const findMeaning = await createSynonymLookup(queries, permit.resource, rejected.map(wordOf))
  const candidates = rejected.flatMap((columnValue) => {
    const meaning = findMeaning(wordOf(columnValue))
    return meaning === undefined ? [] : [{ columnValue, meaning }]
  })
  const rows = candidates.map(({ columnValue, meaning }) =>
    mapping.map((_, i) => (i === columnValue.column ? meaning : '')),
  )
  const read = await readCells(queries, reading, rows)
  return new Map(
    candidates.flatMap(({ columnValue, meaning }, i): [ColumnValue, string][] => {
      const { field } = wordOf(columnValue)
      const value = read[i]?.get(field)?.read
      if (!value || 'issues' in value) return []
      return [
        [
          columnValue,
          'choices' in fieldOf(permit.resource, field)
            ? choiceLabel(permit.resource, field, String(value.value), localization)
            : meaning,
        ],
      ]
    }),
  )
}

interface RejectedValuesRequest {
  readonly id: string
  readonly mapping: readonly (string | null)[]
  readonly localization: Localization
}

/** Returns the texts that caused issues in rows with problems, most frequent first. */
async function findValuesWithIssues(
  { database, keys }: Context,
  { id, mapping, localization }: RejectedValuesRequest,
): Promise<ColumnValue[]> {
  const values = new Map<string, ColumnValue>()
  for await (const { cells, issues } of readImportedRows(database, keys, {
    jobId: id,
    outcomes: problemOutcomes,
  }))
    for (const [column, field] of mapping.entries()) {
      const cell = cells[column] ?? ''
      if (field === null || isEmptyCell(cell)) continue
      const text = displayedText(cell, localization)
      const key = `${column} ${text}`
      const value = values.get(key) ?? { column, cell, text, rows: 0, isRejected: false }
      value.rows += 1
      value.isRejected ||= Object.hasOwn(issues, field)
      values.set(key, value)
    }
  return [...values.values()]
    .filter(({ isRejected }) => isRejected)
    .sort((one, other) => other.rows - one.rows)
}

/**
 * Replaces a text in a column. Before the preview, replaces it in every row that contains it. After
 * the preview, replaces it only in rows with problems, and checks them again. If the field accepts
 * the replacement, it is stored for later files. Throws `job.missing`, `job.state`, `job.changed`,
 * or `input.invalid` for a column that is not imported.
 */
export async function replaceColumnValue(
  context: Context,
  caller: Caller,
  { id, column, text, replacement }: ValueReplacement & { readonly id: string },
): Promise<void> {
  const { database, keys, texts } = context
  const job = await getOpenImport(database, context.registry, {
    caller,
    id,
    states: ['mapping', ...correctableStates],
  })
  const isChecked = job.state !== 'mapping'
  const localization = { texts, language: job.language }
  if (importInput(job).mapping[column] == null)
    throw invalidInput({ column: [{ code: 'choice.unknown' }] })
  const rows: RowReplacement[] = []
  for await (const { position, cells, encrypted } of readImportedRows(database, keys, {
    jobId: id,
    ...(isChecked && { outcomes: problemOutcomes }),
  }))
    if (displayedText(cells[column] ?? '', localization) === normalizeText(text))
      rows.push({ position, cells, encrypted, newCells: cells.with(column, replacement) })
  if (rows.length === 0) return
  await (isChecked ? replaceCells : replaceUncheckedCells)(context, caller, { job, rows })
  const resource = context.registry.get(job.resource)
  const field = importInput(job).mapping[column] ?? ''
  const [read] = await readCells(
    database,
    {
      permit: authorize(caller, resource, 'update'),
      mapping: importInput(job).mapping,
      localization,
      dayOrders: dayOrdersOf(importInput(job)),
    },
    rows.slice(0, 1).map(({ newCells }) => newCells),
  )
  const value = read?.get(field)?.read
  if (value && 'value' in value)
    await storeSynonym(database, resource, {
      field,
      word: text,
      replacement,
      now: context.clock.now(),
    })
}

/** Returns a cell as shown to the user. Texts that look the same become equal. */
export const displayedText = (cell: RawCell, localization: Localization) =>
  normalizeText(cellText(cell, localization))
