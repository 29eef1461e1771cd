import { isId } from '@matricola/schema/paths.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireNeighbours } from '@matricola/schema/wire/jobs.ts'
import { tableNameOf } from '../../database/names.ts'
import type { Permit } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import type { RecordSource } from '../source.ts'
import { orderedRowsSql } from './page.ts'
import type { CheckedQuery } from './parse-list-query.ts'

/**
 * Returns the position of a record in a list, and the ids before and after it. Throws
 * `record.missing` if the list does not contain it. The query aggregates all ids into one array
 * because window functions take five times as long.
 */
export async function readNeighbours(
  source: RecordSource,
  permit: Permit,
  id: string,
  query: CheckedQuery,
): Promise<WireNeighbours> {
  if (!isId(id)) throw new AppError('record.missing')
  const parameters = new Parameters()
  const { joins, condition, order } = orderedRowsSql(source, permit, query, parameters)
  const ids = `SELECT r.id FROM ${tableNameOf(permit.resource)} r${joins} WHERE ${condition} ORDER BY ${order}`
  const [found] = await source.database.query<
    WireNeighbours & { readonly position: number | null }
  >(
    `SELECT position, cardinality(ids) AS total, ids[position - 1] AS previous, ids[position + 1] AS next
     FROM (SELECT ids, array_position(ids, ${parameters.add(id, 'uuid')}) AS position FROM (SELECT array_agg(id) AS ids FROM (${ids}) o) a) p`,
    parameters.values,
  )
  if (!found || found.position === null) throw new AppError('record.missing')
  return found
}
