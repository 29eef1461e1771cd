/** Lists and single records as they were at a moment. */

import { isId } from '#model/paths.ts'
import { AppError } from '#model/wire/errors.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { alsoPermitted, coversEveryRow, type Permit } from '#server/engine/policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { CheckedQuery } from '../reading/list-query.ts'
import { conditionSql, pageSql } from '../reading/page.ts'
import { type Row, readingOf, titleJoins } from '../reading/reading.ts'
import type { Source } from '../source.ts'
import { rowsAsOf } from './rows.ts'

/** Rows that somebody may see today say nothing about yesterday's: only those who see all look back. Throws `access.denied`. */
export function demandHistory(permit: Permit): void {
  const history = alsoPermitted(permit, permit.resource, 'history')
  if (!coversEveryRow(permit) || !history || !coversEveryRow(history)) throw new AppError('access.denied')
}

/** One page of a list as it was, with its exact total; the titles of what records refer to are today's. Throws `access.denied`, `asOf.tooFar`. */
export async function pageAsOf(source: Source, permit: Permit, query: CheckedQuery, asOf: Date): Promise<Page<WireRecord>> {
  demandHistory(permit)
  const { resource, asker } = permit
  const reading = readingOf(permit, source.keys)
  const parameters = new Parameters()
  const from = await rowsAsOf(source, resource, { asOf, parameters })
  const condition = conditionSql(source, permit, query, parameters)
  const counted = [...parameters.values]
  const offset = (query.pageNumber - 1) * query.pageSize
  const rows = await source.database.query<Row>(pageSql(permit, query, { reading, condition, offset, parameters, from }), parameters.values)
  const [total] = await source.database.query<{ total: number }>(`SELECT count(*) AS total FROM ${from} r WHERE ${condition}`, counted)
  const list = rows.map((row) => past(reading.record(row, asker)))
  return { totalCount: total?.total ?? 0, page: query.pageNumber, pageSize: query.pageSize, list }
}

/** A record as it was. Throws `access.denied`, and `record.missing` for one that was not there yet. */
export async function findAsOf(source: Source, permit: Permit, id: string, asOf: Date): Promise<WireRecord> {
  demandHistory(permit)
  if (!isId(id)) throw new AppError('record.missing')
  const reading = readingOf(permit, source.keys)
  const parameters = new Parameters()
  const from = await rowsAsOf(source, permit.resource, { asOf, only: [id], parameters })
  const where = `r.id = ${parameters.add(id, 'uuid')}`
  const joins = titleJoins(reading.references, permit, parameters)
  const [row] = await source.database.query<Row>(`SELECT ${reading.columns} FROM ${from} r${joins} WHERE ${where}`, parameters.values)
  if (!row) throw new AppError('record.missing')
  return past(reading.record(row, permit.asker))
}

/** Nothing can be done to what is past. */
const past = (record: WireRecord): WireRecord => ({ ...record, _can: [] })
