/** Finds the record that a row in a file refers to, by the key in the row. */
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { groupBy } from '@matricola/schema/group-by.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { sortKey } from '@matricola/schema/values/folding.ts'
import type { Queries } from '../../database/database.ts'
import { hasSortKey, ignoresCase } from '../../database/keys.ts'
import { columnNameOf, keyColumnOf, tableNameOf } from '../../database/names.ts'
import { derivePermit, type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { Values } from '../../sql/storage.ts'
import { instantTextSql, valueSql } from '../../sql/value-sql.ts'

export interface RecordKey {
  readonly position: number
  /** Values by field, in the same order for all keys. Null means empty. */
  readonly values: Values
}

/** How a value of the key is compared. Must match the unique index. */
interface KeyPart {
  readonly sql: string
  readonly type: 'uuid' | 'text'
  readonly toText: (value: unknown) => string
}

/**
 * Returns the ids of the records with these keys, by position. The value is `several` if a key with
 * an empty part matches more than one record. Records that the role may not read count as absent.
 */
export async function findRecordsByKeys(
  queries: Queries,
  permit: Permit,
  keys: readonly RecordKey[],
): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const shapeOf = ({ values }: RecordKey) =>
    JSON.stringify(Object.entries(values).map(([name, value]) => [name, value === null]))
  for (const group of groupBy(keys, shapeOf).values())
    for (const { n, id } of await findMatches(queries, permit, group))
      found.set(n, found.has(n) ? 'several' : id)
  return found
}

/** Finds records for keys in which the same fields are empty, so that an index can be used. */
async function findMatches(
  queries: Queries,
  permit: Permit,
  keys: readonly RecordKey[],
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const { resource } = permit
  const reading = derivePermit(permit, resource, 'read')
  if (!reading) return []
  const parameters = new Parameters()
  const keyParts = Object.entries(keys[0]?.values ?? {}).map(([name, value]) => ({
    name,
    isEmpty: value === null,
    ...partOf(resource, name),
  }))
  const parts = keyParts.filter(({ isEmpty }) => !isEmpty)
  const positions = parameters.add(
    keys.map(({ position }) => position),
    'int[]',
  )
  const lists = parts.map(({ name, type, toText }) =>
    parameters.add(
      keys.map(({ values }) => toText(values[name])),
      `${type}[]`,
    ),
  )
  const equalities = [
    ...parts.map(({ sql }, i) => `${sql} = w.k${i}`),
    ...keyParts.filter(({ isEmpty }) => isEmpty).map(({ sql }) => `${sql} IS NULL`),
  ]
  const rows = permittedRowsSql(reading, 'r', parameters)
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${[positions, ...lists].join(', ')}) AS w(${['n', ...parts.map((_, i) => `k${i}`)].join(', ')})
     JOIN ${tableNameOf(resource)} r ON ${equalities.join(' AND ')} WHERE ${rows}`,
    parameters.values,
  )
}

function partOf(resource: AnyResource, name: string): KeyPart {
  const spec = fieldOf(resource, name)
  if (isFieldType(spec, 'reference'))
    return { sql: `r.${columnNameOf(name)}`, type: 'uuid', toText: String }
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii')
    return {
      sql: `r.${keyColumnOf(name)}`,
      type: 'text',
      toText: (value) => sortKey(String(value)),
    }
  const value = valueSql(resource, name, 'r')
  if (ignoresCase(spec))
    return { sql: `lower(${value})`, type: 'text', toText: (text) => String(text).toLowerCase() }
  // Removes trailing zeros, because numbers in cells have none.
  if (familyOf(spec) === 'number')
    return { sql: `trim_scale(${value}::numeric)::text`, type: 'text', toText: String }
  return {
    sql: familyOf(spec) === 'instant' ? instantTextSql(value) : `${value}::text`,
    type: 'text',
    toText: String,
  }
}
