/** Many rows as the parameters of one statement. */

import { type FieldSpec, familyOf } from '#model/field.ts'
import type { Family } from '#model/kind.ts'
import { remembered } from '#model/remembered.ts'
import { type AnyResource, columnEntries } from '#model/resource.ts'
import { columnOf } from '#server/engine/database/columns.ts'
import { columnNameOf } from '#server/engine/database/names.ts'
import { toParameter } from '#server/engine/database/values.ts'
import { Parameters } from '../../sql/parameters.ts'
import { jsonColumns, storedColumns, type Values } from '../../sql/storage.ts'
import type { Source } from '../source.ts'

/**
 * Values that differ from row to row travel as an array for each column, those that are the same in all as one value. Values of
 * a single row never travel as arrays: PostgreSQL assumes ten elements in an array that it does not know yet. A plan for any
 * values then seems ten times as expensive as one for these values, and the statement is planned at every call.
 */
export class Given {
  readonly parameters = new Parameters()
  readonly #arrays: string[] = []

  value(values: readonly unknown[], type: string): string {
    const texts = values.map(toParameter)
    return texts.every((text) => text === texts[0]) ? this.parameters.add(texts[0] ?? null, type) : this.#array(texts, type)
  }

  /** As `value`, and as an array for several rows even where all hold the same: it says how many there are. */
  column(values: readonly unknown[], type: string): string {
    return values.length === 1 ? this.value(values, type) : this.#array(values.map(toParameter), type)
  }

  #array(texts: readonly (string | null)[], type: string): string {
    // An array of arrays would have to be even: each travels as the text of one value.
    const isPlain = type === 'uuid' || type === 'integer' || type === 'text'
    this.#arrays.push(this.parameters.add(texts, isPlain ? `${type}[]` : 'text[]'))
    return `g.c${this.#arrays.length}${isPlain ? '' : `::${type}`}`
  }

  /** The rows: those of the arrays, or the one row without columns. */
  sql(): string {
    if (this.#arrays.length === 0) return 'SELECT'
    return `SELECT * FROM unnest(${this.#arrays.join(', ')}) AS g(${this.#arrays.map((_, i) => `c${i + 1}`).join(', ')})`
  }
}

/** A record as some of its fields are written to columns; `record` is the whole of it. */
export interface GivenRow {
  readonly id: string
  readonly values: Values
  readonly record: Values
}

/** Name and values of each column that the rows store. */
export function columnsOf(
  { keys }: Pick<Source, 'keys'>,
  resource: AnyResource,
  rows: readonly GivenRow[],
): [name: string, values: unknown[]][] {
  const columns = new Map<string, unknown[]>()
  for (const { id, values, record } of rows)
    for (const [name, value] of storedColumns(resource, values, record, { keys, id })) {
      const known = columns.get(name)
      if (known) known.push(value)
      else columns.set(name, [value])
    }
  return [...columns]
}

const sqlTypes: { readonly [F in Family]: string } = {
  text: 'text',
  ascii: 'text',
  word: 'text',
  secret: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  words: 'text[]',
  id: 'uuid',
  ids: 'uuid[]',
  file: 'uuid',
  none: 'jsonb',
}

/** Type of a column; those beside a field's own hold text, or its texts in other languages. */
export const typeOf = (resource: AnyResource, column: string): string =>
  typesOf(resource).get(column) ?? (jsonColumns(resource).has(column) ? 'jsonb' : 'text')

const typesOf = remembered(
  (resource: AnyResource): ReadonlyMap<string, string> =>
    new Map(columnEntries(resource).map(([name, spec]) => [columnNameOf(name), typeOfField(spec)])),
)

const typeOfField = (spec: FieldSpec) => (columnOf(spec)?.type === 'integer' ? 'integer' : sqlTypes[familyOf(spec)])
