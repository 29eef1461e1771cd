/** Passes many rows as parameters of one statement. */

import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries } from '@matricola/schema/resource-fields.ts'
import { findColumn } from '../../database/columns.ts'
import { columnNameOf } from '../../database/names.ts'
import { toParameter } from '../../database/values.ts'
import { Parameters } from '../../sql/parameters.ts'
import { jsonColumns, storedColumns, type Values } from '../../sql/storage.ts'
import type { RecordSource } from '../source.ts'

/**
 * Builds the rows `g` of a statement. Values that differ between rows are passed as one array per
 * column; values that are equal in all rows are passed once. A single row is never passed as
 * arrays: the planner assumes ten elements for an unknown array, so its generic plan would look ten
 * times as expensive as a custom one, and PostgreSQL would plan the statement on every call.
 */
export class RowParameters extends Parameters {
  readonly #arrays: string[] = []

  addRows(values: readonly unknown[], type: string): string {
    const texts = values.map(toParameter)
    return texts.every((text) => text === texts[0])
      ? this.add(texts[0] ?? null, type)
      : this.#array(texts, type)
  }

  /**
   * Like `addRows`, but passes an array for several rows even if their values are equal. A
   * statement needs at least one such array, because it determines the number of rows.
   */
  addColumn(values: readonly unknown[], type: string): string {
    return values.length === 1
      ? this.addRows(values, type)
      : this.#array(values.map(toParameter), type)
  }

  #array(texts: readonly (string | null)[], type: string): string {
    // Elements of a nested array would all need the same length, so each is passed as text.
    const isPlain = type === 'uuid' || type === 'integer' || type === 'text'
    this.#arrays.push(this.add(texts, isPlain ? `${type}[]` : 'text[]'))
    return `g.c${this.#arrays.length}${isPlain ? '' : `::${type}`}`
  }

  /**
   * Returns the SQL of the rows, which come from the arrays. Without arrays, it returns one row
   * without columns.
   */
  rowsSql(): string {
    if (this.#arrays.length === 0) return 'SELECT'
    return `SELECT * FROM unnest(${this.#arrays.join(', ')}) AS g(${this.#arrays.map((_, i) => `c${i + 1}`).join(', ')})`
  }
}

/** The values to write to a record's columns. `record` is the whole record. */
export interface ParameterRow {
  readonly id: string
  readonly values: Values
  readonly record: Values
}

/** Returns the name and the values of each column that the rows store. */
export function columnValues(
  { keys }: Pick<RecordSource, 'keys'>,
  resource: AnyResource,
  rows: readonly ParameterRow[],
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
  choice: 'text',
  secret: 'text',
  number: 'numeric',
  boolean: 'boolean',
  date: 'date',
  instant: 'timestamptz',
  choices: 'text[]',
  id: 'uuid',
  ids: 'uuid[]',
  file: 'uuid',
  none: 'jsonb',
}

/**
 * Returns the SQL type of a column. Derived columns hold sort keys and blind indexes (text) or
 * translations (jsonb).
 */
export const sqlTypeOf = (resource: AnyResource, column: string): string =>
  sqlTypesOf(resource).get(column) ?? (jsonColumns(resource).has(column) ? 'jsonb' : 'text')

const sqlTypesOf = memoize(
  (resource: AnyResource): ReadonlyMap<string, string> =>
    new Map(
      columnEntries(resource).map(([name, spec]) => [columnNameOf(name), sqlTypeOfField(spec)]),
    ),
)

const sqlTypeOfField = (spec: FieldSpec) =>
  findColumn(spec)?.type === 'integer' ? 'integer' : sqlTypes[familyOf(spec)]
