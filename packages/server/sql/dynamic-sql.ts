/** SQL for dynamic fields (`packages/schema/dynamic-fields.ts`). */
import { type DynamicField, findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'

/**
 * The table that indexes the values of a dynamic field. Its functions take the alias of a row.
 */
export interface ValueRows {
  readonly table: string
  /** The id of the record that has the value. */
  recordId(row: string): string
  /**
   * Conditions for the rows of the field, of which at most one row of each record fulfils one.
   * Rows that fulfil the same condition have an index in their order.
   */
  readonly parts: readonly ((row: string) => string)[]
  value(row: string): string
  /** Text, folded as `fold` does; absent for other values. */
  readonly folded?: (row: string) => string
  /** Never null. */
  order(row: string): string
}

/** Condition: the row has a value of the field. */
export const hasValue = ({ parts }: ValueRows, row: string): string =>
  parts.length === 1
    ? parts.map((part) => part(row)).join()
    : `(${parts.map((part) => `(${part(row)})`).join(' OR ')})`

/** Condition: the row has the value of the record with the alias `record`. */
export const belongsTo = (rows: ValueRows, row: string, record: string): string =>
  `${rows.recordId(row)} = ${record}.id AND ${hasValue(rows, row)}`

export interface StoredDynamicField extends DynamicField {
  /** SQL for the value of the record with an alias. */
  readonly value: (record: string) => string
  readonly rows: ValueRows
}

// On the server, `ResourceCode.dynamicFields` returns all dynamic fields.
export const findStoredField = (resource: AnyResource, name: string) =>
  findDynamicField(resource, name) as StoredDynamicField | undefined

/** Alias of the row by which a list is sorted. */
const sortAlias = (name: string) => `"sort:${name}"`

/** Returns joins with the rows by which a list is sorted. */
export const sortRowJoins = (resource: AnyResource, names: readonly string[]): string =>
  names
    .map((name) => {
      const rows = findStoredField(resource, name)?.rows
      const alias = sortAlias(name)
      return rows ? ` LEFT JOIN ${rows.table} ${alias} ON ${belongsTo(rows, alias, 'r')}` : ''
    })
    .join('')

/** Returns the term of `ORDER BY` for a joined row; undefined for a declared field. */
export const findSortTerm = (resource: AnyResource, name: string): string | undefined =>
  findStoredField(resource, name)?.rows.order(sortAlias(name))
