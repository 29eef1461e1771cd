/**
 * Names of records in files: the values of their `import.key` fields, joined by ` / `. References
 * in a key are named in the same way. Both writing and reading see only the records and fields that
 * the caller may read.
 */

import { isReadable } from '@matricola/schema/access.ts'
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { fold, normalizeText, sortKey } from '@matricola/schema/values/folding.ts'
import type { Queries } from '../database/database.ts'
import { hasSortKey, ignoresCase } from '../database/keys.ts'
import { columnNameOf, keyColumnOf, tableNameOf } from '../database/names.ts'
import { derivePermit, type Permit, permittedRowsSql } from '../policy/permit.ts'
import { readableTitleFields, titleSql } from '../records/reading/reading.ts'
import { Parameters } from '../sql/parameters.ts'
import { foldedSql, instantTextSql, valueSql } from '../sql/value-sql.ts'

const separator = ' / '
const batchSize = 1000

/** A field of a key, after following references; see `findKeyedRows`. */
interface KeyField {
  readonly displaySql: string
  /**
   * SQL whose results are equal for values that count as the same. `toComparable` converts a text
   * for the comparison.
   */
  readonly comparableSql: string
  readonly toComparable: (text: string) => string
  readonly folded: string
}
interface KeyedRows {
  /**
   * `FROM` clause: the permitted rows of the target as `r`, joined with the records that its key
   * refers to.
   */
  readonly from: string
  readonly leaves: readonly KeyField[]
}

/** Returns the key text of each record. Leaves out records without one. */
export async function referenceKeys(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const batch of batches([...new Set(ids)])) {
    const parameters = new Parameters()
    const keyed = findKeyedRows(permit, target, parameters)
    if (!keyed) break
    const shown = keyed.leaves.map(({ displaySql: shown }, i) => `${shown} AS "k${i}"`)
    const text = `SELECT r.id, ${shown.join(', ')} FROM ${keyed.from} WHERE r.id = ANY(${parameters.add(batch, 'uuid[]')})`
    for (const row of await queries.query<{ id: string; [part: string]: unknown }>(
      text,
      parameters.values,
    )) {
      const parts = keyed.leaves.map((_, i) => row[`k${i}`])
      if (parts.every((part) => part !== null)) found.set(row.id, parts.join(separator))
    }
  }
  return found
}

/** Returns the key text of any record that the caller may read; null if there is none. */
export async function findExampleKey(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
): Promise<string | null> {
  const parameters = new Parameters()
  const keyed = findKeyedRows(permit, target, parameters)
  if (!keyed) return null
  const columns = keyed.leaves.map((leaf) => leaf.displaySql)
  const complete = columns.map((part) => `${part} IS NOT NULL`).join(' AND ')
  const text = `SELECT concat_ws('${separator}', ${columns.join(', ')}) AS key FROM ${keyed.from} WHERE ${complete} ORDER BY r.id LIMIT 1`
  const [row] = await queries.query<{ key: string }>(text, parameters.values)
  return row?.key ?? null
}

/**
 * Returns the title of each record, as pages show it. Leaves out records that the caller may not
 * name.
 */
export async function referenceTitles(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const naming = derivePermit(permit, target, 'name')
  const names = readableTitleFields(target, permit.role)
  const found = new Map<string, string>()
  if (!naming || names.length === 0) return found
  for (const batch of batches([...new Set(ids)])) {
    const parameters = new Parameters()
    const rows = permittedRowsSql(naming, 'r', parameters)
    const text = `SELECT r.id, ${titleSql(target, names, { ...permit, alias: 'r' })} AS title FROM ${tableNameOf(target)} r
      WHERE r.id = ANY(${parameters.add(batch, 'uuid[]')}) AND ${rows}`
    for (const { id, title } of await queries.query<{ id: string; title: string }>(
      text,
      parameters.values,
    ))
      if (title) found.set(id, title)
  }
  return found
}

/**
 * Returns the id of the record that each text names, or `several` if it names more than one.
 * Unknown texts are left out. Keys take precedence over titles, and exact matches over matches that
 * ignore case and diacritics.
 */
export async function referenceIds(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const searched = [...new Set(texts.map(normalizeText))]
  for (const comparison of ['exact', 'folded', 'title'] as const)
    for (const batch of batches(searched.filter((text) => !found.has(text)))) {
      const rows = await (comparison === 'title'
        ? findByTitle(queries, permit, target, batch)
        : findByKey(queries, permit, target, { texts: batch, how: comparison }))
      for (const { n, id } of rows) {
        const text = batch[n] as string // n is an index of `some`
        const previous = found.get(text)
        found.set(text, previous === undefined || previous === id ? id : 'several')
      }
    }
  return found
}

/**
 * Finds records by title, ignoring case and diacritics. Titles that contain references are not
 * supported.
 */
async function findByTitle(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
  texts: readonly string[],
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const reading = derivePermit(permit, target, 'read')
  const names = target.title
  if (!reading || texts.length === 0) return []
  if (
    names.some(
      (name) =>
        isFieldType(fieldOf(target, name), 'reference') || !isReadable(target, permit.role, name),
    )
  )
    return []
  const parameters = new Parameters()
  const lists = [
    parameters.add(
      texts.map((_, n) => n),
      'int[]',
    ),
    parameters.add(texts.map(fold), 'text[]'),
  ]
  const title = `concat_ws(' ', ${names.map((name) => keyFieldOf(target, name, 'r').folded).join(', ')})`
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${lists.join(', ')}) AS w(n, title) JOIN ${tableNameOf(target)} r ON ${title} = w.title
     WHERE ${permittedRowsSql(reading, 'r', parameters)}`,
    parameters.values,
  )
}

async function findByKey(
  queries: Queries,
  permit: Permit,
  target: AnyResource,
  {
    texts,
    how: comparison,
  }: { readonly texts: readonly string[]; readonly how: 'exact' | 'folded' },
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const parameters = new Parameters()
  const keyed = findKeyedRows(permit, target, parameters)
  if (!keyed) return []
  const { from, leaves } = keyed
  const tuples = texts.flatMap((text, n) =>
    splitEveryWay(text.split(separator), leaves.length).map((parts) => ({ n, parts })),
  )
  if (tuples.length === 0) return []
  const normalize = (leaf: KeyField, part: string) =>
    comparison === 'exact' ? leaf.toComparable(part) : fold(part)
  const lists = [
    parameters.add(
      tuples.map(({ n }) => n),
      'int[]',
    ),
    ...leaves.map((leaf, i) =>
      parameters.add(
        tuples.map(({ parts }) => normalize(leaf, parts[i] ?? '')),
        'text[]',
      ),
    ),
  ]
  const equalities = leaves.map(
    (leaf, i) => `${comparison === 'exact' ? leaf.comparableSql : leaf.folded} = w.k${i}`,
  )
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${lists.join(', ')}) AS w(n, ${leaves.map((_, i) => `k${i}`).join(', ')}), ${from} WHERE ${equalities.join(' AND ')}`,
    parameters.values,
  )
}

/**
 * Returns all ways to split a text into `count` parts. There are several if a part contains the
 * separator.
 */
function splitEveryWay(parts: readonly string[], count: number): string[][] {
  if (parts.length < count) return []
  if (count === 1) return [[parts.join(separator)]]
  const results: string[][] = []
  for (let first = 1; first <= parts.length - count + 1 && results.length < 20; first++) {
    const head = parts.slice(0, first).join(separator)
    for (const rest of splitEveryWay(parts.slice(first), count - 1)) results.push([head, ...rest])
  }
  return results
}

/**
 * Returns the rows of a resource with their key fields; null if the caller may not read all of
 * these.
 */
function findKeyedRows(
  permit: Permit,
  target: AnyResource,
  parameters: Parameters,
): KeyedRows | null {
  let aliases = 0
  const joins: string[] = []
  const leaves: KeyField[] = []

  function add(resource: AnyResource, alias: string): boolean {
    const names = resource.import?.key ?? resource.title
    return names.every((name) => {
      const spec = fieldOf(resource, name)
      if (!isReadable(resource, permit.role, name)) return false
      if (!isFieldType(spec, 'reference')) {
        leaves.push(keyFieldOf(resource, name, alias))
        return true
      }
      const next = related(resource, spec.to)
      const nextAlias = `k${aliases++}`
      const rows = permittedRows(next, nextAlias)
      if (rows === null) return false
      joins.push(
        ` JOIN ${tableNameOf(next)} ${nextAlias} ON ${nextAlias}.id = ${alias}.${columnNameOf(name)} AND ${rows}`,
      )
      return add(next, nextAlias)
    })
  }
  function permittedRows(resource: AnyResource, alias: string): string | null {
    const readPermit = derivePermit(permit, resource, 'read')
    return readPermit && permittedRowsSql(readPermit, alias, parameters)
  }

  const rows = permittedRows(target, 'r')
  if (rows === null || !add(target, 'r')) return null
  return {
    from: `(SELECT * FROM ${tableNameOf(target)} r WHERE ${rows}) r${joins.join('')}`,
    leaves,
  }
}

/**
 * Compares values as the unique indexes do: by sort key, or case-insensitively for email addresses
 * and the like.
 */
function keyFieldOf(resource: AnyResource, name: string, alias: string): KeyField {
  const spec = fieldOf(resource, name)
  const value =
    familyOf(spec) === 'instant'
      ? instantTextSql(valueSql(resource, name, alias))
      : valueSql(resource, name, alias)
  const folded = foldedSql(resource, name, alias) ?? `lower(${value}::text)`
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii')
    return {
      displaySql: value,
      comparableSql: `${alias}.${keyColumnOf(name)}`,
      toComparable: sortKey,
      folded,
    }
  if (ignoresCase(spec))
    return {
      displaySql: value,
      comparableSql: `lower(${value})`,
      toComparable: (text) => text.toLowerCase(),
      folded,
    }
  return {
    displaySql: value,
    comparableSql: `${value}::text`,
    toComparable: (text) => text,
    folded,
  }
}

function* batches<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let i = 0; i < items.length; i += batchSize) yield items.slice(i, i + batchSize)
}
