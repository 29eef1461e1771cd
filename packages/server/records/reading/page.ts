import { setTimeout as wait } from 'node:timers/promises'
import { isRecordOnlyGrant } from '@matricola/schema/access.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { columnNameOf, tableNameOf } from '../../database/names.ts'
import {
  coversEveryRow,
  nameableRowsSql,
  type Permit,
  permittedRowsSql,
} from '../../policy/permit.ts'
import {
  belongsTo,
  findSortTerm,
  findStoredField,
  hasValue,
  sortRowJoins,
  type ValueRows,
} from '../../sql/dynamic-sql.ts'
import {
  type FilterScope,
  filtersSql,
  isFilterOfValues,
  valueIdsSql,
} from '../../sql/filter-sql.ts'
import { Parameters } from '../../sql/parameters.ts'
import { predicateSql } from '../../sql/predicate-sql.ts'
import { orderSql } from '../../sql/value-sql.ts'
import type { RecordSource } from '../source.ts'
import type { CheckedQuery } from './parse-list-query.ts'
import { type Reading, type Row, readingFor, titleJoins } from './reading.ts'
import { searchSql } from './search-sql.ts'

/**
 * From this offset on, the statement first finds the ids of the page using the index alone, then
 * fetches their rows.
 */
const deferredFrom = 500

/**
 * From this number of matching values on, they are looked up record by record in the order of the
 * list. Fewer are found by their index and sorted.
 */
const manyValues = 1000

/** Time in milliseconds that `readQuickPage` waits for the total. */
const totalWaitMs = 50

/** Returns one page of the records that match a permit and a query, with the exact total. */
export async function readPage(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
): Promise<Page<WireRecord>> {
  const { total, startedAt: _begun, ...rows } = await rowsAndTotal(source, permit, query)
  return { totalCount: await total, ...rows }
}

/** A page whose total is null if counting takes too long. */
export type QuickPage = Omit<Page<WireRecord>, 'totalCount'> & {
  readonly totalCount: number | null
}

/**
 * Returns the page as soon as its rows are read. A count that takes longer continues, and its
 * result is cached for the next caller.
 */
export async function readQuickPage(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
): Promise<QuickPage> {
  const { total, startedAt, ...rows } = await rowsAndTotal(source, permit, query)
  const remainingMs = Math.max(0, startedAt + totalWaitMs - performance.now())
  const totalCount =
    typeof total === 'number'
      ? total
      : await Promise.race([total, wait(remainingMs, null, { ref: false })])
  return { totalCount, ...rows }
}

async function rowsAndTotal(source: RecordSource, permit: Permit, query: CheckedQuery) {
  const { callerIdentity } = permit
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const condition = conditionSql(source, permit, query, parameters)
  const { cached, count } = cachedCount(source, permit, query, {
    condition,
    values: [...parameters.values],
  })
  const offset = (query.pageNumber - 1) * query.pageSize
  let startedAt = performance.now()
  const countsValues = canCountValues(permit, query)
  // The embedded database runs one statement at a time, so counting in parallel gains nothing
  // there. A short page needs no count.
  const countPromise =
    cached === undefined && (countsValues || source.database.engine === 'postgres')
      ? withHandledRejection(count())
      : undefined
  const readRows = (condition: string, parameters: Parameters) =>
    source.database.query<Row>(
      pageSql(permit, query, { reading, condition, offset, parameters }),
      parameters.values,
    )
  // The database cannot estimate the number of values, so they are counted first, in their index.
  const values = countsValues ? (cached ?? (await countPromise) ?? 0) : 0
  const lookUps = new Parameters()
  const rows =
    values > manyValues
      ? await readRows(
          conditionSql(source, permit, query, lookUps, { looksUpValues: true }),
          lookUps,
        )
      : await readRows(condition, parameters)
  const isShort = rows.length < query.pageSize && (rows.length > 0 || offset === 0)
  if (!countPromise) startedAt = performance.now()
  const total = isShort
    ? offset + rows.length
    : (cached ?? countPromise ?? withHandledRejection(count()))
  return {
    total,
    startedAt: startedAt,
    page: query.pageNumber,
    pageSize: query.pageSize,
    list: rows.map((row) => reading.toRecord(row, callerIdentity)),
  }
}

/**
 * Prevents an unhandled rejection if nothing awaits the count. A caller that awaits it still gets
 * the error.
 */
function withHandledRejection(total: Promise<number>): Promise<number> {
  total.catch(() => undefined)
  return total
}

/** Returns the records of the first page, for callers that show no total. */
export async function readFirstPage(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
): Promise<WireRecord[]> {
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const condition = conditionSql(source, permit, query, parameters)
  const text = pageSql(permit, query, { reading, condition, offset: 0, parameters })
  const rows = await source.database.query<Row>(text, parameters.values)
  return rows.map((row) => reading.toRecord(row, permit.callerIdentity))
}

export async function countRecords(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
): Promise<number> {
  const parameters = new Parameters()
  const condition = conditionSql(source, permit, query, parameters)
  const total = cachedCount(source, permit, query, { condition, values: parameters.values })
  return total.cached ?? total.count()
}

/** Counts several queries in one pass over the records that match `common`. */
export async function countEach(
  source: RecordSource,
  permit: Permit,
  common: CheckedQuery,
  queries: readonly CheckedQuery[],
): Promise<readonly number[]> {
  const parameters = new Parameters()
  const counts = queries.map(
    (query, i) =>
      `count(*) FILTER (WHERE ${conditionSql(source, permit, query, parameters)}) AS n${i}`,
  )
  const condition = conditionSql(source, permit, common, parameters)
  const [row] = await source.database.query<{ readonly [count: string]: number }>(
    `SELECT ${counts.join(', ')} FROM ${tableNameOf(permit.resource)} r WHERE ${condition}`,
    parameters.values,
  )
  return queries.map((_, i) => row?.[`n${i}`] ?? 0)
}

/** Records of a query that a user works on. */
export interface UserGroup {
  /** Null for records that no user works on. */
  readonly id: string | null
  readonly count: number
  readonly oldest_at: string
}

/** Counts the records that the query finds, by the user in `field`. */
export async function groupByUser(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
  field: string,
): Promise<readonly UserGroup[]> {
  const parameters = new Parameters()
  const condition = conditionSql(source, permit, query, parameters)
  return await source.database.query<UserGroup & object>(
    `SELECT r.${columnNameOf(field)} AS id, count(*)::int AS count, min(r.created_at) AS oldest_at
     FROM ${tableNameOf(permit.resource)} r WHERE ${condition} GROUP BY r.${columnNameOf(field)}`,
    parameters.values,
  )
}

export const filterScope = (
  source: Pick<RecordSource, 'keys'>,
  permit: Permit,
  parameters: Parameters,
): FilterScope => ({
  parameters,
  keys: source.keys,
  language: permit.language,
  nameableSql: (resource, alias) => nameableRowsSql(permit, resource, alias, parameters),
})

/** Returns the condition on rows `r` of the list: access, filters, search and view. */
export function conditionSql(
  source: Pick<RecordSource, 'keys'>,
  permit: Permit,
  query: CheckedQuery,
  parameters: Parameters,
  options: Pick<FilterScope, 'looksUpValues'> = {},
): string {
  const { resource, role, callerIdentity } = permit
  const scope = { ...filterScope(source, permit, parameters), ...options }
  const parts = [permittedRowsSql(permit, 'r', parameters)]
  parts.push(...filtersSql(resource, query.filters, scope))
  if (query.search !== '') parts.push(searchSql(resource, role, query, scope))
  const view = resource.list.views?.[query.view]
  if (view)
    parts.push(predicateSql(view.where, { resource, row: 'r', caller: callerIdentity, parameters }))
  if (query.only) parts.push(`r.id = ANY(${parameters.add(query.only)}::uuid[])`)
  const restrictions = parts.filter((part) => part !== 'TRUE')
  return restrictions.length === 0 ? 'TRUE' : restrictions.join(' AND ')
}

/**
 * Returns the list's rows `r` as parts of a statement: the joins that the order needs, the
 * condition, and the order.
 */
export function orderedRowsSql(
  source: Pick<RecordSource, 'keys'>,
  permit: Permit,
  query: CheckedQuery,
  parameters: Parameters,
) {
  const reading = readingFor(permit, source.keys)
  const condition = conditionSql(source, permit, query, parameters)
  return {
    joins: sortJoins(permit, query, { reading, parameters }),
    condition,
    order: orderText(orderTerms(permit, query, reading)),
  }
}

const sortJoins = (
  permit: Permit,
  query: CheckedQuery,
  { reading, parameters }: Pick<PageParts, 'reading' | 'parameters'>,
) =>
  titleJoins(
    reading.references.filter(({ name }) => query.sort.some(({ field }) => field === name)),
    permit,
    parameters,
  ) +
  sortRowJoins(
    permit.resource,
    query.sort.map(({ field }) => field),
  )

interface PageParts {
  readonly reading: Reading
  readonly condition: string
  readonly offset: number
  readonly parameters: Parameters
  /** SQL that replaces the table. */
  readonly from?: string
}

/**
 * Returns the statement for one page. Rows are limited to the page first, so that only those are
 * joined with the records they refer to.
 */
export function pageSql(
  permit: Permit,
  query: CheckedQuery,
  { reading, condition, offset, parameters, from }: PageParts,
): string {
  const { resource } = permit
  const table = from ?? tableNameOf(resource)
  const titles = titleJoins(reading.references, permit, parameters)
  const values = findStoredField(resource, query.sort[0]?.field ?? '')?.rows
  if (values && !from) {
    const ids = idsByValueSql(permit, query, { reading, condition, offset, parameters, values })
    return `SELECT ${reading.columns} FROM (${ids}) p JOIN ${table} r ON r.id = p.id${titles} ORDER BY p.at`
  }
  const joins =
    titles +
    sortRowJoins(
      resource,
      query.sort.map(({ field }) => field),
    )
  const order = orderText(orderTerms(permit, query, reading))
  const inner = sortJoins(permit, query, { reading, parameters })
  const pageClause = `${inner} WHERE ${condition} ORDER BY ${order} LIMIT ${parameters.add(query.pageSize, 'bigint')} OFFSET ${parameters.add(offset, 'bigint')}`
  const rows =
    offset < deferredFrom || from
      ? `(SELECT r.* FROM ${table} r${pageClause}) r`
      : `(SELECT r.id FROM ${table} r${pageClause}) p JOIN ${table} r ON r.id = p.id`
  return `SELECT ${reading.columns} FROM ${rows}${joins} ORDER BY ${order}`
}

/**
 * Returns a statement for the ids of a page that is sorted by a dynamic field first, with their
 * order in `at`. An index of the values gives the order. Records without a value come last, and are only read if the page is not
 * full without them.
 */
function idsByValueSql(
  permit: Permit,
  query: CheckedQuery,
  { reading, condition, offset, parameters, values }: PageParts & { readonly values: ValueRows },
): string {
  const table = tableNameOf(permit.resource)
  const [first, ...terms] = orderTerms(permit, query, reading)
  const direction = first?.direction.includes('DESC') ? ' DESC' : ''
  const others = { ...query, sort: query.sort.slice(1) }
  const joins = () => sortJoins(permit, others, { reading, parameters })
  const size = parameters.add(query.pageSize, 'bigint')
  const skipped = parameters.add(offset, 'bigint')
  // Every value belongs to a record.
  const needsRecords = condition !== 'TRUE' || others.sort.length > 0
  const columns = [
    { term: values.order('v'), direction },
    ...terms.slice(0, -1),
    { term: values.recordId('v'), direction: terms.at(-1)?.direction ?? '' },
  ]
  const columnTexts = columns.map(({ term }, at) => `${term} AS o${at}`).join(', ')
  const records = needsRecords ? ` JOIN ${table} r ON r.id = ${values.recordId('v')}${joins()}` : ''
  const parts = values.parts.map(
    (part) =>
      `(SELECT ${values.recordId('v')} AS id, ${columnTexts} FROM ${values.table} v${records}
        WHERE ${part('v')} AND ${condition} ORDER BY ${orderText(columns)} LIMIT ${size} + ${skipped})`,
  )
  const order = orderText(columns.map((column, at) => ({ ...column, term: `o${at}` })))
  const found = `(SELECT count(*) FROM found)`
  const count = `(SELECT count(*) FROM ${values.table} v JOIN ${table} r ON r.id = ${values.recordId('v')} WHERE ${hasValue(values, 'v')} AND ${condition})`
  const offsetOfOthers =
    offset === 0
      ? '0'
      : `CASE WHEN ${found} < ${size} THEN greatest(0, ${skipped} - ${count}) ELSE 0 END`
  return `WITH found AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY ${order}) AS at FROM (${parts.join(' UNION ALL ')}) f ORDER BY at LIMIT ${size} OFFSET ${skipped})
    SELECT id, at FROM found UNION ALL (SELECT r.id, ${size} + ${skipped} + row_number() OVER (ORDER BY ${orderText(terms)}) FROM ${table} r${joins()}
      WHERE ${found} < ${size} AND NOT EXISTS (SELECT FROM ${values.table} v WHERE ${belongsTo(values, 'v', 'r')}) AND ${condition}
      ORDER BY 2 LIMIT ${size} - ${found} OFFSET ${offsetOfOthers})`
}

interface OrderTerm {
  readonly term: string
  readonly direction: string
}

const orderText = (terms: readonly OrderTerm[]) =>
  terms.map(({ term, direction }) => `${term}${direction}`).join(', ')

/**
 * Returns the ORDER BY terms, with the id last so that pages never overlap. References are sorted
 * by the title shown. Records without a value of a dynamic field come last in both directions.
 */
function orderTerms(permit: Permit, query: CheckedQuery, reading: Reading): OrderTerm[] {
  const { resource, language } = permit
  const terms = query.sort.flatMap(({ field, isDescending }): OrderTerm[] => {
    const direction = isDescending ? ' DESC' : ''
    const reference = reading.references.find(({ name }) => name === field)
    if (reference)
      return reference.title.map((name) => ({
        term: orderSql(reference.target, name, { alias: reference.alias, language }),
        direction,
      }))
    const term = findSortTerm(resource, field)
    if (term) return [{ term, direction: isDescending ? ' DESC NULLS LAST' : '' }]
    return [{ term: orderSql(resource, field, { alias: 'r', language }), direction }]
  })
  const last = query.sort.length > 0 && query.sort.every(({ isDescending }) => isDescending)
  return [...terms, { term: 'r.id', direction: last ? ' DESC' : '' }]
}

/** Returns the cached number of matching rows, if there is one, and a function that counts them. */
function cachedCount(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
  { condition, values }: { readonly condition: string; readonly values: readonly unknown[] },
) {
  const { resource, callerIdentity } = permit
  const key = source.totals.keyOf(
    resource.name,
    `${coversEveryRow(permit) ? '' : callerIdentity.id}${source.after ?? ''}${condition}`,
    values,
  )
  async function countRows(): Promise<number> {
    const rows = countedRowsSql(source, permit, query, condition)
    const text = `SELECT count(*) AS total FROM ${rows}`
    const [row] = await source.database.query<{ total: number }>(text, [...values])
    return Number(row?.total ?? 0)
  }
  // Only totals that depend on no other records are cached, because writes to other resources do
  // not clear the cache.
  return {
    cached: source.totals.get(key),
    count: () =>
      isRecordOnlyGrant(permit.rows) ? source.totals.getOrCompute(key, countRows) : countRows(),
  }
}

/** Whether the only conditions are filters by dynamic fields, whose values can be counted instead. */
const canCountValues = (permit: Permit, { filters, search, view, only }: CheckedQuery): boolean =>
  filters.length > 0 &&
  filters.every((filter) => isFilterOfValues(permit.resource, filter)) &&
  search === '' &&
  view === '' &&
  only === undefined &&
  permittedRowsSql(permit, 'r', new Parameters()) === 'TRUE'

/** Returns SQL for the rows to count, without the records if their values can be counted. */
function countedRowsSql(
  source: Pick<RecordSource, 'keys'>,
  permit: Permit,
  query: CheckedQuery,
  condition: string,
): string {
  const { resource } = permit
  if (!canCountValues(permit, query)) return `${tableNameOf(resource)} r WHERE ${condition}`
  // Adds the same parameters, in the same order, as the condition.
  const scope = filterScope(source, permit, new Parameters())
  return `(${valueIdsSql(resource, query.filters, scope)}) v`
}
