/** Finds values of an import that their fields reject, and replaces them in all rows that have them. */

import { fieldOf } from '#model/resource.ts'
import { normalizeText } from '#model/values/folding.ts'
import { invalidInput } from '#model/wire/errors.ts'
import { problemOutcomes, type ValueReplacement, type WireInvalidValue } from '#model/wire/jobs.ts'
import { getResource } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, type Permit } from '#server/engine/policy/permit.ts'
import type { RawCell } from '../../ports/file-reader.ts'
import { isEmptyCell } from '../cells.ts'
import { choiceLabel, type Localization } from '../labels.ts'
import { cellText, readCells } from './cells.ts'
import { readImportedRows } from './imported-rows.ts'
import { dayOrdersOf, importInput } from './input.ts'
import { correctableStates, type RowReplacement, replaceCells, replaceUncheckedCells } from './replace-cells.ts'
import { createSynonymLookup, storeSynonym } from './synonyms.ts'
import { getOpenImport } from './update-import.ts'

/** Maximum number of values returned, most frequent first, and of values examined. */
const maxValuesShown = 50
const maxValuesRead = 500

/** A text that occurs in a column, and its number of rows. */
export interface ColumnValue {
  readonly column: number
  readonly cell: RawCell
  readonly text: string
  rows: number
  isRefused: boolean
}

/** Returns rejected values that occur in several rows or that have a suggestion. Throws `job.missing` or `job.state`. */
export async function findRejectedValues(context: Context, caller: Caller, id: string): Promise<WireInvalidValue[]> {
  const { database, texts } = context
  const job = await getOpenImport(database, caller, { id, states: correctableStates })
  const { mapping } = importInput(job)
  const dayOrders = dayOrdersOf(importInput(job))
  const localization = { texts, language: job.language }
  const refused = (await findValuesWithIssues(context, { id, mapping, localization })).slice(0, maxValuesRead)
  const permit = authorize(caller, getResource(job.resource), 'update')
  const alone = refused.map(({ column, cell }) => mapping.map((_, i) => (i === column ? cell : '')))
  const read = await readCells(database, { permit, mapping, localization, dayOrders }, alone)
  const meant = await findKnownReplacements(database, { permit, mapping, localization }, refused)
  const wrong = refused.flatMap((said, i): WireInvalidValue[] => {
    const { column, text, rows } = said
    const meaning = read[i]?.get(mapping[column] ?? '')?.read
    const issue = meaning && 'issues' in meaning ? meaning.issues[0] : undefined
    const remembered = meant.get(said) ?? null
    // Values without an issue are left out: a number that two rows share is valid, and must not be replaced everywhere.
    const isOffered = rows > 1 || issue?.params?.suggestion !== undefined || remembered !== null
    return issue && isOffered ? [{ column, text, rows, issue, remembered }] : []
  })
  return wrong.slice(0, maxValuesShown)
}

/** Returns earlier replacements, in the user's language, if the field still accepts them. */
export async function findKnownReplacements(
  queries: Queries,
  reading: { readonly permit: Permit; readonly mapping: readonly (string | null)[]; readonly localization: Localization },
  refused: readonly ColumnValue[],
): Promise<ReadonlyMap<ColumnValue, string>> {
  const { permit, mapping, localization } = reading
  const wordOf = ({ column, text }: ColumnValue) => ({ field: mapping[column] ?? '', word: text })
  const known = await createSynonymLookup(queries, permit.resource, refused.map(wordOf))
  const candidates = refused.flatMap((said) => {
    const meaning = known(wordOf(said))
    return meaning === undefined ? [] : [{ said, meaning }]
  })
  const rows = candidates.map(({ said, meaning }) => mapping.map((_, i) => (i === said.column ? meaning : '')))
  const read = await readCells(queries, reading, rows)
  return new Map(
    candidates.flatMap(({ said, meaning }, i): [ColumnValue, string][] => {
      const { field } = wordOf(said)
      const value = read[i]?.get(field)?.read
      if (!value || 'issues' in value) return []
      return [
        [
          said,
          'choices' in fieldOf(permit.resource, field) ? choiceLabel(permit.resource, field, String(value.value), localization) : meaning,
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
  const said = new Map<string, ColumnValue>()
  for await (const { cells, issues } of readImportedRows(database, keys, { jobId: id, outcomes: problemOutcomes }))
    for (const [column, field] of mapping.entries()) {
      const cell = cells[column] ?? ''
      if (field === null || isEmptyCell(cell)) continue
      const text = displayedText(cell, localization)
      const key = `${column} ${text}`
      const known = said.get(key) ?? { column, cell, text, rows: 0, isRefused: false }
      known.rows += 1
      known.isRefused ||= Object.hasOwn(issues, field)
      said.set(key, known)
    }
  return [...said.values()].filter(({ isRefused }) => isRefused).sort((one, other) => other.rows - one.rows)
}

/**
 * Replaces a text in a column: before the preview in every row that has it, after it in every row with problems, which are then
 * checked again. If the field accepts the replacement, it is stored for later files. Throws `job.missing`, `job.state`,
 * `job.changed`, or `input.invalid` for a column that is not imported.
 */
export async function replaceColumnValue(
  context: Context,
  caller: Caller,
  { id, column, text, replacement }: ValueReplacement & { readonly id: string },
): Promise<void> {
  const { database, keys, texts } = context
  const job = await getOpenImport(database, caller, { id, states: ['mapping', ...correctableStates] })
  const isChecked = job.state !== 'mapping'
  const localization = { texts, language: job.language }
  if (importInput(job).mapping[column] == null) throw invalidInput({ column: [{ code: 'choice.unknown' }] })
  const rows: RowReplacement[] = []
  for await (const { position, cells, sealed } of readImportedRows(database, keys, {
    jobId: id,
    ...(isChecked && { outcomes: problemOutcomes }),
  }))
    if (displayedText(cells[column] ?? '', localization) === normalizeText(text))
      rows.push({ position, cells, sealed, newCells: cells.with(column, replacement) })
  if (rows.length === 0) return
  await (isChecked ? replaceCells : replaceUncheckedCells)(context, caller, { job, rows })
  const resource = getResource(job.resource)
  const field = importInput(job).mapping[column] ?? ''
  const [read] = await readCells(
    database,
    {
      permit: authorize(caller, resource, 'update'),
      mapping: importInput(job).mapping,
      localization,
      dayOrders: dayOrdersOf(importInput(job)),
    },
    rows.slice(0, 1).map(({ newCells: given }) => given),
  )
  const value = read?.get(field)?.read
  if (value && 'value' in value)
    await storeSynonym(database, resource, { field, word: text, meaning: replacement, now: context.clock.now() })
}

/** Returns a cell as shown to the user. Texts that look the same are the same. */
export const displayedText = (cell: RawCell, localization: Localization) => normalizeText(cellText(cell, localization))
