/** SQL for dynamic fields (`packages/schema/dynamic-fields.ts`). */
import { type DynamicField, findDynamicField } from '@matricola/schema/dynamic-fields.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'

/**
 * The table that indexes the values of a dynamic field, with at most one row for each record. Each
 * function takes the alias of such a row.
 */
export interface ValueRows {
  readonly table: string
  /** Condition: the row has the value of the record with the alias `record`. */
  belongs(row: string, record: string): string
  value(row: string): string
  /** Text, folded as `fold` does; absent for other values. */
  readonly folded?: (row: string) => string
  order(row: string): string
}

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
      return rows ? ` LEFT JOIN ${rows.table} ${alias} ON ${rows.belongs(alias, 'r')}` : ''
    })
    .join('')

/** Returns the term of `ORDER BY` for a joined row; undefined for a declared field. */
export const findSortTerm = (resource: AnyResource, name: string): string | undefined =>
  findStoredField(resource, name)?.rows.order(sortAlias(name))
