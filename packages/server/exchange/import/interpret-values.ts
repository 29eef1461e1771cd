/**
 * Shows how the values of columns with a fixed set of values are interpreted, before the rows of an
 * import are checked.
 */
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type {
  WireColumnInterpretations,
  WireValueInterpretation,
} from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Queries } from '../../database/database.ts'
import { authorize, type Permit } from '../../policy/permit.ts'
import { isEmptyCell } from '../cells.ts'
import { booleanLabel, choiceLabel, type Localization } from '../labels.ts'
import { referenceKeys, referenceTitles } from '../reference-keys.ts'
import { readCells } from './cells.ts'
import { readImportedRows } from './imported-rows.ts'
import { importInput } from './input.ts'
import { type ColumnValue, displayedText, findKnownReplacements } from './rejected-values.ts'
import { getOpenImport } from './update-import.ts'

/** Maximum number of values returned per column: unknown ones first, then the most frequent. */
const maxListedValues = 100
/** Maximum number of values examined per column. */
const maxValuesRead = 1000

/** Whether the values of a field are choices, booleans or references. */
const hasFixedValues = (resource: AnyResource, name: string) =>
  ['choice', 'choices', 'boolean', 'id'].includes(familyOf(fieldOf(resource, name)))

/**
 * Returns each value of the mapped columns with a fixed set of values, how many rows have it and
 * how it is interpreted. Returns nothing once the preview has started, because a page may send this
 * request too late. Throws `job.missing` or `job.state`.
 */
export async function interpretValues(
  context: Context,
  caller: Caller,
  id: string,
): Promise<WireColumnInterpretations[]> {
  const { database, keys, texts } = context
  const job = await getOpenImport(database, context.registry, { caller, id })
  if (job.state !== 'mapping') return []
  const permit = authorize(caller, context.registry.get(job.resource), 'update')
  const { mapping } = importInput(job)
  const localization = { texts, language: job.language }
  const columns = mapping.flatMap((name, column) =>
    name !== null && hasFixedValues(permit.resource, name) ? [{ name, column }] : [],
  )
  const valuesByColumn = new Map(
    columns.map(({ column }) => [column, new Map<string, ColumnValue>()]),
  )
  for await (const { cells } of readImportedRows(database, keys, { jobId: id }))
    for (const [column, values] of valuesByColumn) {
      const cell = cells[column] ?? ''
      if (isEmptyCell(cell)) continue
      const text = displayedText(cell, localization)
      const value = values.get(text) ?? { column, cell, text, rows: 0, isRejected: false }
      value.rows += 1
      values.set(text, value)
    }
  const answers: WireColumnInterpretations[] = []
  for (const { name, column } of columns) {
    const all = [...(valuesByColumn.get(column)?.values() ?? [])].sort(
      (one, other) => other.rows - one.rows,
    )
    const values = await interpretColumn(
      database,
      { permit, mapping, localization, name },
      all.slice(0, maxValuesRead),
    )
    const isUnknown = ({ issue }: WireValueInterpretation) => issue !== null
    const inOrder = [...values.filter(isUnknown), ...values.filter((value) => !isUnknown(value))]
    if (all.length > 0)
      answers.push({ column, distinct: all.length, values: inOrder.slice(0, maxListedValues) })
  }
  return answers
}

interface ColumnToInterpret {
  readonly permit: Permit
  readonly mapping: readonly (string | null)[]
  readonly localization: Localization
  /** The field of the column. */
  readonly name: string
}

async function interpretColumn(
  queries: Queries,
  reading: ColumnToInterpret,
  columnValues: readonly ColumnValue[],
): Promise<WireValueInterpretation[]> {
  const { permit, mapping, localization, name } = reading
  const { resource } = permit
  const read = await readCells(
    queries,
    reading,
    columnValues.map(({ column, cell }) => mapping.map((_, i) => (i === column ? cell : ''))),
  )
  const results = columnValues.map((_, i) => read[i]?.get(name)?.read ?? { issues: [] })
  const spec = fieldOf(resource, name)
  const target =
    isFieldType(spec, 'reference') || isFieldType(spec, 'links') ? related(resource, spec.to) : null
  const ids = target
    ? results.flatMap((one) =>
        'value' in one ? [one.value].flat().filter((id) => typeof id === 'string') : [],
      )
    : []
  const [titles, codes] = target
    ? [
        await referenceTitles(queries, permit, target, ids),
        await referenceKeys(queries, permit, target, ids),
      ]
    : [new Map<string, string>(), new Map<string, string>()]
  const words = (value: unknown): string => {
    if (typeof value === 'boolean') return booleanLabel(value, localization)
    if (Array.isArray(value)) return value.map(words).join('; ')
    return target
      ? (titles.get(String(value)) ?? codes.get(String(value)) ?? '')
      : choiceLabel(resource, name, String(value), localization)
  }
  const knownReplacements = await findKnownReplacements(
    queries,
    reading,
    columnValues.filter((_, i) => 'issues' in (results[i] ?? {})),
  )
  return columnValues.map((one, i) => {
    const result = results[i] ?? { issues: [] }
    const { text, rows } = one
    if ('value' in result) {
      const code = target ? (codes.get(String(result.value)) ?? null) : null
      return {
        text,
        rows,
        interpretation: words(result.value),
        code,
        issue: null,
        earlierReplacement: null,
      }
    }
    return {
      text,
      rows,
      interpretation: null,
      code: null,
      issue: result.issues[0] ?? null,
      earlierReplacement: knownReplacements.get(one) ?? null,
    }
  })
}
