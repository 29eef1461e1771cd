/** Reads lists and individual records as of a moment in the past. */

import { isId } from '@matricola/schema/paths.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { coversEveryRow, derivePermit, type Permit } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import { conditionSql, pageSql } from '../reading/page.ts'
import type { CheckedQuery } from '../reading/parse-list-query.ts'
import { type Row, readingFor, titleJoins } from '../reading/reading.ts'
import type { RecordSource } from '../source.ts'
import { rowsAsOfSql } from './rows-as-of.ts'

/**
 * Asserts that the caller may read all rows and their history. A grant for only some rows is
 * evaluated on today's records, so it cannot be applied to past ones. Throws `access.denied`.
 */
export function assertHistoryAccess(permit: Permit): void {
  const history = derivePermit(permit, permit.resource, 'history')
  if (!coversEveryRow(permit) || !history || !coversEveryRow(history))
    throw new AppError('access.denied')
}

/**
 * Returns one page of a list as of a moment, with its exact total. Referenced records are shown
 * with today's titles. Throws `access.denied` and `asOf.tooFar`.
 */
export async function readPageAsOf(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
  asOf: Date,
): Promise<Page<WireRecord>> {
  assertHistoryAccess(permit)
  const { resource, callerIdentity } = permit
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const from = await rowsAsOfSql(source, resource, { asOf, parameters })
  const condition = conditionSql(source, permit, query, parameters)
  const countParameters = [...parameters.values]
  const offset = (query.pageNumber - 1) * query.pageSize
  const rows = await source.database.query<Row>(
    pageSql(permit, query, { reading, condition, offset, parameters, from }),
    parameters.values,
  )
  const [total] = await source.database.query<{ total: number }>(
    `SELECT count(*) AS total FROM ${from} r WHERE ${condition}`,
    countParameters,
  )
  const list = rows.map((row) => withoutActions(reading.toRecord(row, callerIdentity)))
  return { totalCount: total?.total ?? 0, page: query.pageNumber, pageSize: query.pageSize, list }
}

/**
 * Returns a record as of a moment. Throws `access.denied`, or `record.missing` if the record did
 * not exist yet.
 */
export async function getAsOf(
  source: RecordSource,
  permit: Permit,
  id: string,
  asOf: Date,
): Promise<WireRecord> {
  assertHistoryAccess(permit)
  if (!isId(id)) throw new AppError('record.missing')
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const from = await rowsAsOfSql(source, permit.resource, { asOf, only: [id], parameters })
  const condition = `r.id = ${parameters.add(id, 'uuid')}`
  const joins = titleJoins(reading.references, permit, parameters)
  const [row] = await source.database.query<Row>(
    `SELECT ${reading.columns} FROM ${from} r${joins} WHERE ${condition}`,
    parameters.values,
  )
  if (!row) throw new AppError('record.missing')
  return withoutActions(reading.toRecord(row, permit.callerIdentity))
}

/** A past record allows no actions. */
const withoutActions = (record: WireRecord): WireRecord => ({ ...record, _can: [] })
