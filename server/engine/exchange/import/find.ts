/** Finds the record that a row of a file refers to, by its key. */
import { familyOf } from '#model/field.ts'
import { grouped } from '#model/grouped.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { sortKey } from '#model/values/folding.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { hasSortKey, ignoresCase } from '#server/engine/database/keys.ts'
import { columnNameOf, keyColumnOf, tableNameOf } from '#server/engine/database/names.ts'
import { alsoPermitted, type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import { instantText, valueSql } from '#server/engine/sql/families.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'
import type { Values } from '#server/engine/sql/storage.ts'

export interface Key {
  readonly position: number
  /** Values by field, in the same order for all keys; null: empty. */
  readonly values: Values
}

/** How a value of the key is compared: the same way as in the unique index. */
interface Part {
  readonly sql: string
  readonly type: 'uuid' | 'text'
  readonly spell: (value: unknown) => string
}

/**
 * Returns the ids of the records with these keys, by position. The id is `several` if a key with an empty part matches more than one
 * record. Records that the role may not read count as absent.
 */
export async function findByKeys(queries: Queries, held: Permit, keys: readonly Key[]): Promise<Map<number, string>> {
  const found = new Map<number, string>()
  const shapeOf = ({ values }: Key) => JSON.stringify(Object.entries(values).map(([name, value]) => [name, value === null]))
  for (const some of grouped(keys, shapeOf).values())
    for (const { n, id } of await matches(queries, held, some)) found.set(n, found.has(n) ? 'several' : id)
  return found
}

/** Finds records for keys with the same fields, of which the same ones are empty, so that an index can be used. */
async function matches(
  queries: Queries,
  held: Permit,
  keys: readonly Key[],
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const { resource } = held
  const reading = alsoPermitted(held, resource, 'read')
  if (!reading) return []
  const parameters = new Parameters()
  const named = Object.entries(keys[0]?.values ?? {}).map(([name, value]) => ({ name, isEmpty: value === null, ...partOf(resource, name) }))
  const parts = named.filter(({ isEmpty }) => !isEmpty)
  const positions = parameters.add(
    keys.map(({ position }) => position),
    'int[]',
  )
  const lists = parts.map(({ name, type, spell }) =>
    parameters.add(
      keys.map(({ values }) => spell(values[name])),
      `${type}[]`,
    ),
  )
  const equal = [
    ...parts.map(({ sql }, i) => `${sql} = w.k${i}`),
    ...named.filter(({ isEmpty }) => isEmpty).map(({ sql }) => `${sql} IS NULL`),
  ]
  const rows = permittedRows(reading, 'r', parameters)
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${[positions, ...lists].join(', ')}) AS w(${['n', ...parts.map((_, i) => `k${i}`)].join(', ')})
     JOIN ${tableNameOf(resource)} r ON ${equal.join(' AND ')} WHERE ${rows}`,
    parameters.values,
  )
}

function partOf(resource: AnyResource, name: string): Part {
  const spec = fieldOf(resource, name)
  if (isKind(spec, 'reference')) return { sql: `r.${columnNameOf(name)}`, type: 'uuid', spell: String }
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii')
    return { sql: `r.${keyColumnOf(name)}`, type: 'text', spell: (value) => sortKey(String(value)) }
  const value = valueSql(resource, name, 'r')
  if (ignoresCase(spec)) return { sql: `lower(${value})`, type: 'text', spell: (text) => String(text).toLowerCase() }
  // Trailing zeros are removed, because the number of the cell has none.
  if (familyOf(spec) === 'number') return { sql: `trim_scale(${value}::numeric)::text`, type: 'text', spell: String }
  return { sql: familyOf(spec) === 'instant' ? instantText(value) : `${value}::text`, type: 'text', spell: String }
}
