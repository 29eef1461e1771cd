/**
 * Records named in files: by the fields that `import.key` of their resource names, joined by ` / `, each reference among
 * them in the same way. Both directions see only records, and only fields, that the caller may read.
 */

import { isReadable } from '#model/access.ts'
import { familyOf } from '#model/field.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { fold, sortKey, tidyText } from '#model/values/folding.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { hasSortKey, ignoresCase } from '#server/engine/database/keys.ts'
import { columnNameOf, keyColumnOf, tableNameOf } from '#server/engine/database/names.ts'
import { alsoPermitted, type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import { readableTitle, titleSql } from '#server/engine/records/reading/reading.ts'
import { foldedSql, instantText, valueSql } from '#server/engine/sql/families.ts'
import { Parameters } from '#server/engine/sql/parameters.ts'

const separator = ' / '
const batch = 1000

/** One field at the end of a key, in the statement that `keyed` makes. */
interface Leaf {
  readonly shown: string
  /** SQL that is equal where two values count as the same, and what it is compared with for a text. */
  readonly exact: string
  readonly asExact: (text: string) => string
  readonly folded: string
}
interface Keyed {
  /** `FROM …` of the target as `r` with what its key refers to, permitted rows alone. */
  readonly from: string
  readonly leaves: readonly Leaf[]
}

/** The key text of each record of `target` among `ids`; ids without one are left out. */
export async function referenceKeys(
  queries: Queries,
  held: Permit,
  target: AnyResource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const some of batches([...new Set(ids)])) {
    const parameters = new Parameters()
    const keyed = keyedRows(held, target, parameters)
    if (!keyed) break
    const shown = keyed.leaves.map(({ shown }, i) => `${shown} AS "k${i}"`)
    const text = `SELECT r.id, ${shown.join(', ')} FROM ${keyed.from} WHERE r.id = ANY(${parameters.add(some, 'uuid[]')})`
    for (const row of await queries.query<{ id: string; [part: string]: unknown }>(text, parameters.values)) {
      const parts = keyed.leaves.map((_, i) => row[`k${i}`])
      if (parts.every((part) => part !== null)) found.set(row.id, parts.join(separator))
    }
  }
  return found
}

/** The key text of a record of `target` that the caller may read; null where there is none. */
export async function exampleKey(queries: Queries, held: Permit, target: AnyResource): Promise<string | null> {
  const parameters = new Parameters()
  const keyed = keyedRows(held, target, parameters)
  if (!keyed) return null
  const shown = keyed.leaves.map((leaf) => leaf.shown)
  const complete = shown.map((part) => `${part} IS NOT NULL`).join(' AND ')
  const text = `SELECT concat_ws('${separator}', ${shown.join(', ')}) AS key FROM ${keyed.from} WHERE ${complete} ORDER BY r.id LIMIT 1`
  const [row] = await queries.query<{ key: string }>(text, parameters.values)
  return row?.key ?? null
}

/** The title of each record of `target` among `ids`, as the pages show it; ids of those that the caller may not name are left out. */
export async function referenceTitles(
  queries: Queries,
  held: Permit,
  target: AnyResource,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const naming = alsoPermitted(held, target, 'name')
  const names = readableTitle(target, held.role)
  const found = new Map<string, string>()
  if (!naming || names.length === 0) return found
  for (const some of batches([...new Set(ids)])) {
    const parameters = new Parameters()
    const rows = permittedRows(naming, 'r', parameters)
    const text = `SELECT r.id, ${titleSql(target, names, { ...held, alias: 'r' })} AS title FROM ${tableNameOf(target)} r
      WHERE r.id = ANY(${parameters.add(some, 'uuid[]')}) AND ${rows}`
    for (const { id, title } of await queries.query<{ id: string; title: string }>(text, parameters.values)) if (title) found.set(id, title)
  }
  return found
}

/**
 * The id of the record of `target` that each text names, `several` for a text that names more than one; texts that name
 * none are left out. A key goes before a title, exact spelling before one that differs in case or diacritics.
 */
export async function referenceIds(
  queries: Queries,
  held: Permit,
  target: AnyResource,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const wanted = [...new Set(texts.map(tidyText))]
  for (const how of ['exact', 'folded', 'title'] as const)
    for (const some of batches(wanted.filter((text) => !found.has(text)))) {
      const rows = await (how === 'title' ? titled(queries, held, target, some) : matches(queries, held, target, { texts: some, how }))
      for (const { n, id } of rows) {
        const text = some[n] as string // n is a place in `some`
        const known = found.get(text)
        found.set(text, known === undefined || known === id ? id : 'several')
      }
    }
  return found
}

/** Records whose titles the texts are, whatever their case and diacritics; titles made of references are not looked for. */
async function titled(
  queries: Queries,
  held: Permit,
  target: AnyResource,
  texts: readonly string[],
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const reading = alsoPermitted(held, target, 'read')
  const names = target.title
  if (!reading || texts.length === 0) return []
  if (names.some((name) => isKind(fieldOf(target, name), 'reference') || !isReadable(target, held.role, name))) return []
  const parameters = new Parameters()
  const lists = [
    parameters.add(
      texts.map((_, n) => n),
      'int[]',
    ),
    parameters.add(texts.map(fold), 'text[]'),
  ]
  const title = `concat_ws(' ', ${names.map((name) => leafOf(target, name, 'r').folded).join(', ')})`
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${lists.join(', ')}) AS w(n, title) JOIN ${tableNameOf(target)} r ON ${title} = w.title
     WHERE ${permittedRows(reading, 'r', parameters)}`,
    parameters.values,
  )
}

async function matches(
  queries: Queries,
  held: Permit,
  target: AnyResource,
  { texts, how }: { readonly texts: readonly string[]; readonly how: 'exact' | 'folded' },
): Promise<readonly { readonly n: number; readonly id: string }[]> {
  const parameters = new Parameters()
  const keyed = keyedRows(held, target, parameters)
  if (!keyed) return []
  const { from, leaves } = keyed
  const tuples = texts.flatMap((text, n) => splits(text.split(separator), leaves.length).map((parts) => ({ n, parts })))
  if (tuples.length === 0) return []
  const spell = (leaf: Leaf, part: string) => (how === 'exact' ? leaf.asExact(part) : fold(part))
  const lists = [
    parameters.add(
      tuples.map(({ n }) => n),
      'int[]',
    ),
    ...leaves.map((leaf, i) =>
      parameters.add(
        tuples.map(({ parts }) => spell(leaf, parts[i] ?? '')),
        'text[]',
      ),
    ),
  ]
  const equal = leaves.map((leaf, i) => `${how === 'exact' ? leaf.exact : leaf.folded} = w.k${i}`)
  return queries.query(
    `SELECT w.n, r.id FROM unnest(${lists.join(', ')}) AS w(n, ${leaves.map((_, i) => `k${i}`).join(', ')}), ${from} WHERE ${equal.join(' AND ')}`,
    parameters.values,
  )
}

/** Ways to read a text as so many parts: parts that hold the separator themselves make more than one. */
function splits(pieces: readonly string[], count: number): string[][] {
  if (pieces.length < count) return []
  if (count === 1) return [[pieces.join(separator)]]
  const ways: string[][] = []
  for (let first = 1; first <= pieces.length - count + 1 && ways.length < 20; first++) {
    const head = pieces.slice(0, first).join(separator)
    for (const rest of splits(pieces.slice(first), count - 1)) ways.push([head, ...rest])
  }
  return ways
}

/** The rows of a resource with the fields of their keys; null where the caller may not read them all. */
function keyedRows(held: Permit, target: AnyResource, parameters: Parameters): Keyed | null {
  let aliases = 0
  const joins: string[] = []
  const leaves: Leaf[] = []

  function add(resource: AnyResource, alias: string): boolean {
    const names = resource.import?.key ?? resource.title
    return names.every((name) => {
      const spec = fieldOf(resource, name)
      if (!isReadable(resource, held.role, name)) return false
      if (!isKind(spec, 'reference')) {
        leaves.push(leafOf(resource, name, alias))
        return true
      }
      const next = resourceNamed(spec.to)
      const other = `k${aliases++}`
      const rows = permitted(next, other)
      if (rows === null) return false
      joins.push(` JOIN ${tableNameOf(next)} ${other} ON ${other}.id = ${alias}.${columnNameOf(name)} AND ${rows}`)
      return add(next, other)
    })
  }
  function permitted(resource: AnyResource, alias: string): string | null {
    const permit = alsoPermitted(held, resource, 'read')
    return permit && permittedRows(permit, alias, parameters)
  }

  const rows = permitted(target, 'r')
  if (rows === null || !add(target, 'r')) return null
  return { from: `(SELECT * FROM ${tableNameOf(target)} r WHERE ${rows}) r${joins.join('')}`, leaves }
}

/** As unique indexes have it: by sort key, addresses and other words by their small letters. */
function leafOf(resource: AnyResource, name: string, alias: string): Leaf {
  const spec = fieldOf(resource, name)
  const value = familyOf(spec) === 'instant' ? instantText(valueSql(resource, name, alias)) : valueSql(resource, name, alias)
  const folded = foldedSql(resource, name, alias) ?? `lower(${value}::text)`
  if (hasSortKey(resource, name) && familyOf(spec) !== 'ascii')
    return { shown: value, exact: `${alias}.${keyColumnOf(name)}`, asExact: sortKey, folded }
  if (ignoresCase(spec)) return { shown: value, exact: `lower(${value})`, asExact: (text) => text.toLowerCase(), folded }
  return { shown: value, exact: `${value}::text`, asExact: (text) => text, folded }
}

function* batches<T>(items: readonly T[]): Iterable<readonly T[]> {
  for (let i = 0; i < items.length; i += batch) yield items.slice(i, i + batch)
}
