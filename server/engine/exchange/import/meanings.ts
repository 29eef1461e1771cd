/** Shows how the values of columns with a fixed set of values are interpreted, before the rows of an import are checked. */
import { familyOf } from '#model/field.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import type { WireColumnMeanings, WireValueMeaning } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize, type Permit } from '#server/engine/policy/permit.ts'
import { isEmptyCell } from '../cells.ts'
import { referenceKeys, referenceTitles } from '../reference-keys.ts'
import { booleanLabel, choiceLabel, type Wording } from '../words.ts'
import { readCells } from './cells.ts'
import { openImport } from './change.ts'
import { importInput } from './input.ts'
import { storedRows } from './rows.ts'
import { rememberedValues, type Said, shownText } from './values.ts'

/** Maximum number of values returned per column: unknown ones first, then the most frequent. */
const mostValues = 100
/** Maximum number of values examined per column. */
const mostRead = 1000

/** Whether the values of a field are choices, booleans or references. */
const isClosed = (resource: AnyResource, name: string) => ['word', 'words', 'boolean', 'id'].includes(familyOf(fieldOf(resource, name)))

/**
 * Returns each value of the mapped columns with a fixed set of values, how many rows have it and how it is interpreted. Returns
 * nothing once the preview has started; a page may send this request too late. Throws `job.missing` or `job.state`.
 */
export async function valueMeanings(context: Context, caller: Caller, id: string): Promise<WireColumnMeanings[]> {
  const { database, keys, texts } = context
  const job = await openImport(database, caller, { id })
  if (job.state !== 'mapping') return []
  const permit = authorize(caller, resourceNamed(job.resource), 'update')
  const { mapping } = importInput(job)
  const wording = { texts, language: job.language }
  const columns = mapping.flatMap((name, column) => (name !== null && isClosed(permit.resource, name) ? [{ name, column }] : []))
  const said = new Map(columns.map(({ column }) => [column, new Map<string, Said>()]))
  for await (const { cells } of storedRows(database, keys, { jobId: id }))
    for (const [column, values] of said) {
      const cell = cells[column] ?? ''
      if (isEmptyCell(cell)) continue
      const text = shownText(cell, wording)
      const known = values.get(text) ?? { column, cell, text, rows: 0, isRefused: false }
      known.rows += 1
      values.set(text, known)
    }
  const answers: WireColumnMeanings[] = []
  for (const { name, column } of columns) {
    const all = [...(said.get(column)?.values() ?? [])].sort((one, other) => other.rows - one.rows)
    const values = await meaningsOf(database, { permit, mapping, wording, name }, all.slice(0, mostRead))
    const isUnknown = ({ issue }: WireValueMeaning) => issue !== null
    const inOrder = [...values.filter(isUnknown), ...values.filter((value) => !isUnknown(value))]
    if (all.length > 0) answers.push({ column, distinct: all.length, values: inOrder.slice(0, mostValues) })
  }
  return answers
}

interface Reading {
  readonly permit: Permit
  readonly mapping: readonly (string | null)[]
  readonly wording: Wording
  /** The field of the column. */
  readonly name: string
}

async function meaningsOf(queries: Queries, reading: Reading, said: readonly Said[]): Promise<WireValueMeaning[]> {
  const { permit, mapping, wording, name } = reading
  const { resource } = permit
  const read = await readCells(
    queries,
    reading,
    said.map(({ column, cell }) => mapping.map((_, i) => (i === column ? cell : ''))),
  )
  const results = said.map((_, i) => read[i]?.get(name)?.read ?? { issues: [] })
  const spec = fieldOf(resource, name)
  const target = isKind(spec, 'reference') || isKind(spec, 'links') ? resourceNamed(spec.to) : null
  const ids = target ? results.flatMap((one) => ('value' in one ? [one.value].flat().filter((id) => typeof id === 'string') : [])) : []
  const [titles, codes] = target
    ? [await referenceTitles(queries, permit, target, ids), await referenceKeys(queries, permit, target, ids)]
    : [new Map<string, string>(), new Map<string, string>()]
  const words = (value: unknown): string => {
    if (typeof value === 'boolean') return booleanLabel(value, wording)
    if (Array.isArray(value)) return value.map(words).join('; ')
    return target ? (titles.get(String(value)) ?? codes.get(String(value)) ?? '') : choiceLabel(resource, name, String(value), wording)
  }
  const remembered = await rememberedValues(
    queries,
    reading,
    said.filter((_, i) => 'issues' in (results[i] ?? {})),
  )
  return said.map((one, i) => {
    const result = results[i] ?? { issues: [] }
    const { text, rows } = one
    if ('value' in result) {
      const code = target ? (codes.get(String(result.value)) ?? null) : null
      return { text, rows, meaning: words(result.value), code, issue: null, remembered: null }
    }
    return { text, rows, meaning: null, code: null, issue: result.issues[0] ?? null, remembered: remembered.get(one) ?? null }
  })
}
