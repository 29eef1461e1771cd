/** Finds values of an import that their fields reject, and replaces them in all rows that have them. */

import { fieldOf } from '#model/resource.ts'
import { tidyText } from '#model/values/folding.ts'
import { invalidInput } from '#model/wire/errors.ts'
import { problems, type ValueReplacement, type WireWrongValue } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, type Permit } from '#server/engine/policy/permit.ts'
import type { Cell } from '../../ports/file-reader.ts'
import { isEmptyCell } from '../cells.ts'
import { choiceLabel, type Wording } from '../words.ts'
import { cellText, readCells } from './cells.ts'
import { openImport } from './change.ts'
import { dayOrdersIn, importInput } from './input.ts'
import { type GivenRow, giveCells, giveUncheckedCells, mendable } from './recheck.ts'
import { storedRows } from './rows.ts'
import { rememberSynonym, synonymsOf } from './synonyms.ts'

/** Maximum number of values returned, most frequent first, and of values examined. */
const mostValues = 50
const mostRead = 500

/** A text that occurs in a column, and its number of rows. */
export interface Said {
  readonly column: number
  readonly cell: Cell
  readonly text: string
  rows: number
  isRefused: boolean
}

/** Returns rejected values that occur in several rows or that have a suggestion. Throws `job.missing` or `job.state`. */
export async function wrongValues(context: Context, caller: Caller, id: string): Promise<WireWrongValue[]> {
  const { database, texts } = context
  const job = await openImport(database, caller, { id, states: mendable })
  const { mapping } = importInput(job)
  const dayOrders = dayOrdersIn(importInput(job))
  const wording = { texts, language: job.language }
  const refused = (await saidIn(context, { id, mapping, wording })).slice(0, mostRead)
  const permit = authorize(caller, resourceNamed(job.resource), 'update')
  const alone = refused.map(({ column, cell }) => mapping.map((_, i) => (i === column ? cell : '')))
  const read = await readCells(database, { permit, mapping, wording, dayOrders }, alone)
  const meant = await rememberedValues(database, { permit, mapping, wording }, refused)
  const wrong = refused.flatMap((said, i): WireWrongValue[] => {
    const { column, text, rows } = said
    const meaning = read[i]?.get(mapping[column] ?? '')?.read
    const issue = meaning && 'issues' in meaning ? meaning.issues[0] : undefined
    const remembered = meant.get(said) ?? null
    // Values without an issue are left out: a number that two rows share is valid, and must not be replaced everywhere.
    const isOffered = rows > 1 || issue?.params?.suggestion !== undefined || remembered !== null
    return issue && isOffered ? [{ column, text, rows, issue, remembered }] : []
  })
  return wrong.slice(0, mostValues)
}

/** Returns earlier replacements, in the user's language, if the field still accepts them. */
export async function rememberedValues(
  queries: Queries,
  reading: { readonly permit: Permit; readonly mapping: readonly (string | null)[]; readonly wording: Wording },
  refused: readonly Said[],
): Promise<ReadonlyMap<Said, string>> {
  const { permit, mapping, wording } = reading
  const wordOf = ({ column, text }: Said) => ({ field: mapping[column] ?? '', word: text })
  const known = await synonymsOf(queries, permit.resource, refused.map(wordOf))
  const candidates = refused.flatMap((said) => {
    const meaning = known(wordOf(said))
    return meaning === undefined ? [] : [{ said, meaning }]
  })
  const rows = candidates.map(({ said, meaning }) => mapping.map((_, i) => (i === said.column ? meaning : '')))
  const read = await readCells(queries, reading, rows)
  return new Map(
    candidates.flatMap(({ said, meaning }, i): [Said, string][] => {
      const { field } = wordOf(said)
      const value = read[i]?.get(field)?.read
      if (!value || 'issues' in value) return []
      return [
        [said, 'choices' in fieldOf(permit.resource, field) ? choiceLabel(permit.resource, field, String(value.value), wording) : meaning],
      ]
    }),
  )
}

interface Asked {
  readonly id: string
  readonly mapping: readonly (string | null)[]
  readonly wording: Wording
}

/** Returns the texts that caused issues in rows with problems, most frequent first. */
async function saidIn({ database, keys }: Context, { id, mapping, wording }: Asked): Promise<Said[]> {
  const said = new Map<string, Said>()
  for await (const { cells, issues } of storedRows(database, keys, { jobId: id, outcomes: problems }))
    for (const [column, field] of mapping.entries()) {
      const cell = cells[column] ?? ''
      if (field === null || isEmptyCell(cell)) continue
      const text = shownText(cell, wording)
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
export async function replaceValue(
  context: Context,
  caller: Caller,
  { id, column, text, replacement }: ValueReplacement & { readonly id: string },
): Promise<void> {
  const { database, keys, texts } = context
  const job = await openImport(database, caller, { id, states: ['mapping', ...mendable] })
  const isChecked = job.state !== 'mapping'
  const wording = { texts, language: job.language }
  if (importInput(job).mapping[column] == null) throw invalidInput({ column: [{ code: 'choice.unknown' }] })
  const rows: GivenRow[] = []
  for await (const { position, cells, sealed } of storedRows(database, keys, { jobId: id, ...(isChecked && { outcomes: problems }) }))
    if (shownText(cells[column] ?? '', wording) === tidyText(text))
      rows.push({ position, cells, sealed, given: cells.with(column, replacement) })
  if (rows.length === 0) return
  await (isChecked ? giveCells : giveUncheckedCells)(context, caller, { job, rows })
  const resource = resourceNamed(job.resource)
  const field = importInput(job).mapping[column] ?? ''
  const [read] = await readCells(
    database,
    { permit: authorize(caller, resource, 'update'), mapping: importInput(job).mapping, wording, dayOrders: dayOrdersIn(importInput(job)) },
    rows.slice(0, 1).map(({ given }) => given),
  )
  const value = read?.get(field)?.read
  if (value && 'value' in value)
    await rememberSynonym(database, resource, { field, word: text, meaning: replacement, now: context.clock.now() })
}

/** Returns a cell as shown to the user. Texts that look the same are the same. */
export const shownText = (cell: Cell, wording: Wording) => tidyText(cellText(cell, wording))
