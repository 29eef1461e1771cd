/**
 * Reads the rows of an export in chunks. Each chunk is one statement, so a slow client holds no
 * transaction open.
 */

import { isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { permittedRowsSql } from '../../policy/permit.ts'
import { rowsAsOfSql } from '../../records/as-of/rows-as-of.ts'
import { filterScope } from '../../records/reading/page.ts'
import { recordsOf } from '../../records/store.ts'
import { visibleSql } from '../../sql/filter-sql.ts'
import { Parameters } from '../../sql/parameters.ts'
import { findValueReader } from '../../sql/storage.ts'
import { referenceKeys, referenceTitles } from '../reference-keys.ts'
import type { ExportPermits, IdSet } from './id-set.ts'

/**
 * Rows per statement. The embedded database runs nothing else during a statement, so its chunks are
 * smaller.
 */
const chunkRows = { embedded: 500, postgres: 2000 } as const
/** Maximum number of reference keys cached between chunks. */
const maxCachedKeys = 20_000

export type ExportedRow = { readonly id: string; readonly [field: string]: unknown }

export interface ExportedRowsRequest {
  /**
   * The database that the rows are read from, possibly a replica. The keys of references are always
   * read from the primary.
   */
  readonly database: Database
  readonly permits: ExportPermits
  readonly ids: IdSet
  readonly columns: readonly string[]
  readonly asOf: Date | null
  /**
   * Whether references are exported by title, as pages show them, rather than by the key that an
   * import reads.
   */
  readonly usesTitles: boolean
}
export interface ExportedChunk {
  readonly rows: readonly ExportedRow[]
  /** Key texts or titles of the referenced records, by id. */
  readonly keys: ReadonlyMap<string, string>
}

/**
 * Yields the rows in the order of the ids, with the values that the role may see. Rows that were
 * deleted in the meantime are left out. The next chunk is read while the previous one is sent.
 */
export async function* readExportedRows(
  context: Context,
  request: ExportedRowsRequest,
): AsyncGenerator<ExportedChunk> {
  const { ids } = request
  const size = chunkRows[context.database.engine]
  let keys = new Map<string, string>()
  async function read(from: number): Promise<ExportedChunk> {
    const rows = await readChunk(context, request, ids.slice(from, size))
    // A new map, because the previous chunk may still be using the old one.
    if (keys.size > maxCachedKeys) keys = new Map()
    await addMissingKeys(context, request, { rows, keys })
    return { rows, keys }
  }
  let next: Promise<ExportedChunk> | undefined
  for (let from = 0; from < ids.total; from += size) {
    const chunk = await (next ?? read(from))
    next = from + size < ids.total ? read(from + size) : undefined
    // Awaited in the next iteration. If the consumer stops before that, a failure must not become
    // an unhandled rejection.
    next?.catch(() => undefined)
    yield chunk
  }
}

async function readChunk(
  context: Context,
  { database, permits, columns, asOf, usesTitles }: ExportedRowsRequest,
  ids: string,
): Promise<readonly ExportedRow[]> {
  const { resource } = permits.read
  const parameters = new Parameters()
  const source = { ...context, database: database }
  const table = asOf
    ? await rowsAsOfSql(source, resource, { asOf, only: ids, parameters })
    : tableNameOf(resource)
  const orderedIds = `unnest(${parameters.add(ids, 'uuid[]')}) WITH ORDINALITY AS w(id, place)`
  const allowed = [permits.read, permits.export]
    .map((permit) => permittedRowsSql(permit, 'r', parameters))
    .join(' AND ')
  const scope = {
    ...filterScope(context, permits.read, parameters),
    language: usesTitles ? permits.read.language : null,
  }
  const values = columns
    .map((name) => `, ${visibleSql(resource, name, fieldOf(resource, name), scope)} AS "${name}"`)
    .join('')
  const { accessLogger } = recordsOf(context)
  // The same statement logs the access, so the ids need no extra round trip. A replica is
  // read-only, so access to it is logged below.
  const isLogged = database === context.database
  const logSql = isLogged ? accessLogger.exportLogSql(permits.read, 'x', parameters) : null
  const rows = await database.query<ExportedRow>(
    `WITH x AS (SELECT w.place AS "#", r.id${values} FROM ${orderedIds} JOIN ${table} r ON r.id = w.id WHERE ${allowed})${logSql ? `, noted AS (${logSql})` : ''}
     SELECT x.id${columns.map((name) => `, x."${name}"`).join('')} FROM x ORDER BY x."#"`,
    parameters.values,
  )
  if (!isLogged)
    await accessLogger.logExported(
      permits.read,
      rows.map(({ id }) => id),
    )
  return withReadableValues(context, resource, columns, rows)
}

/** Looks up the keys of referenced records that are not cached yet. */
async function addMissingKeys(
  { database }: Context,
  { permits, columns, usesTitles }: ExportedRowsRequest,
  { rows, keys }: { readonly rows: readonly ExportedRow[]; readonly keys: Map<string, string> },
): Promise<void> {
  const textsOf = usesTitles ? referenceTitles : referenceKeys
  for (const name of columns) {
    const spec = fieldOf(permits.read.resource, name)
    if (!isFieldType(spec, 'reference') && !isFieldType(spec, 'links')) continue
    const unknown = new Set<string>()
    for (const row of rows)
      for (const id of [row[name]].flat())
        if (typeof id === 'string' && !keys.has(id)) unknown.add(id)
    if (unknown.size === 0) continue
    for (const [id, key] of await textsOf(
      database,
      permits.read,
      related(permits.read.resource, spec.to),
      [...unknown],
    ))
      keys.set(id, key)
  }
}

/** Masks encrypted values and converts uploads to paths. */
function withReadableValues(
  { keys }: Context,
  resource: AnyResource,
  columns: readonly string[],
  rows: readonly ExportedRow[],
) {
  const readers = columns.flatMap((name) => {
    const read = findValueReader(resource, name, keys)
    return read ? [{ name, read }] : []
  })
  if (readers.length === 0) return rows
  return rows.map((row) => ({
    ...row,
    ...Object.fromEntries(readers.map(({ name, read }) => [name, read(row[name], row.id)])),
  }))
}
