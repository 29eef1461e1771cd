/**
 * Fixes the ids of an export in one statement before the first row is read, so that no row is
 * duplicated or missed.
 */

import { maxExportRows } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Database } from '../../database/database.ts'
import { tableNameOf } from '../../database/names.ts'
import { type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { assertHistoryAccess } from '../../records/as-of/as-of.ts'
import { rowsAsOfSql } from '../../records/as-of/rows-as-of.ts'
import { orderedRowsSql } from '../../records/reading/page.ts'
import type { CheckedQuery } from '../../records/reading/parse-list-query.ts'
import { withSlowFilterError } from '../../records/reading/slow-filter.ts'
import type { RecordSource } from '../../records/source.ts'
import { Parameters } from '../../sql/parameters.ts'

/** An export contains the rows that both permits cover. */
export interface ExportPermits {
  readonly read: Permit
  readonly export: Permit
}

/** Characters of a UUID. */
const idLength = 36

/** Ordered ids in one string: returning one row per id would cost more than finding them. */
export interface IdSet {
  readonly total: number
  /** Returns `count` ids from index `from`, as the literal of an SQL array. */
  slice(from: number, count: number): string
}

const createIdSet = (ids: string): IdSet => ({
  total: ids.length / idLength,
  slice: (from, count) => {
    const text = ids.slice(from * idLength, (from + count) * idLength)
    return `{${text.replace(/.{36}(?=.)/g, '$&,')}}`
  },
})

/**
 * Returns the records that a list query finds, in its order, now or at a moment in the past. Throws
 * `export.tooLarge` and `input.invalid`; for a moment in the past, also `access.denied` and
 * `asOf.tooFar`.
 */
export async function readIdsOfQuery(
  source: Pick<RecordSource, 'database' | 'keys'>,
  permits: ExportPermits,
  { query, asOf }: { readonly query: CheckedQuery; readonly asOf: Date | null },
): Promise<IdSet> {
  const { resource } = permits.read
  if (asOf) assertHistoryAccess(permits.read)
  const parameters = new Parameters()
  const from = asOf
    ? await rowsAsOfSql(source, resource, { asOf, parameters })
    : tableNameOf(resource)
  const { joins, condition, order } = orderedRowsSql(source, permits.read, query, parameters)
  const allowed = permittedRowsSql(permits.export, 'r', parameters)
  const rows = `SELECT r.id FROM ${from} r${joins} WHERE ${condition} AND ${allowed} ORDER BY ${order}`
  return withSlowFilterError(resource, query, () =>
    readIdSet(source.database, `${rows} LIMIT ${maxExportRows + 1}`, parameters.values),
  )
}

/**
 * Returns the records of the caller's own selection, in its order. Throws `selection.gone` or
 * `export.tooLarge`.
 */
export async function readIdsOfSelection(
  database: Database,
  permits: ExportPermits,
  { id, now }: { id: string; now: Date },
): Promise<IdSet> {
  const { resource, actor } = permits.read
  const [found] = await database.query(
    `SELECT 1 AS one FROM selection WHERE id = $1 AND actor_id = $2 AND resource = $3 AND expires_at > $4`,
    [id, actor.id, resource.name, now.toISOString()],
  )
  if (!found) throw new AppError('selection.gone')
  const parameters = new Parameters()
  const selectedRows = `selection_row s JOIN ${tableNameOf(resource)} r ON r.id = s.record_id WHERE s.selection_id = ${parameters.add(id, 'uuid')}`
  const allowed = [permits.read, permits.export]
    .map((permit) => permittedRowsSql(permit, 'r', parameters))
    .join(' AND ')
  return readIdSet(
    database,
    `SELECT r.id FROM ${selectedRows} AND ${allowed} ORDER BY s.position`,
    parameters.values,
  )
}

async function readIdSet(
  database: Database,
  rows: string,
  values: readonly unknown[],
): Promise<IdSet> {
  const [row] = await database.query<{ ids: string | null }>(
    `SELECT string_agg(id::text, '') AS ids FROM (${rows}) o`,
    values,
  )
  const ids = createIdSet(row?.ids ?? '')
  if (ids.total > maxExportRows) throw new AppError('export.tooLarge')
  return ids
}
