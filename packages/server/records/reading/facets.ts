/**
 * Counts the values of the fields in `list.facets`. The filter of a field does not apply to its own
 * counts.
 */

import { grantOf, isReadable, isRecordOnlyGrant } from '@matricola/schema/access.ts'
import { familyOf, isFieldType } from '@matricola/schema/field.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { multiValueFamilies } from '@matricola/schema/wire/filter-value.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import { tableNameOf } from '../../database/names.ts'
import { coversEveryRow, derivePermit, type Permit, permittedRowsSql } from '../../policy/permit.ts'
import { belongsTo, findStoredField } from '../../sql/dynamic-sql.ts'
import { filterSql, visibleSql } from '../../sql/filter-sql.ts'
import { Parameters } from '../../sql/parameters.ts'
import { displayedSql, valueSql } from '../../sql/value-sql.ts'
import { assertHistoryAccess } from '../as-of/as-of.ts'
import { rowsAsOfSql } from '../as-of/rows-as-of.ts'
import type { RecordSource } from '../source.ts'
import { conditionSql, filterScope } from './page.ts'
import type { CheckedQuery } from './parse-list-query.ts'

/** Maximum number of values per field. The most frequent ones are returned. */
const maxValues = 50

type FacetCounts = WireFacets[string]

const facetsOf = (resource: AnyResource, role: Role) =>
  (resource.list.facets ?? []).filter((name) => isReadable(resource, role, name))

interface FacetRequest {
  readonly query: CheckedQuery
  readonly asOf: Date | null
}

/**
 * Returns the counts of every field in `list.facets` that the permit's role may read. Throws
 * `input.invalid` as the list does; with `asOf`, also `access.denied` and `asOf.tooFar`.
 */
export async function readFacets(
  source: RecordSource,
  permit: Permit,
  query: CheckedQuery,
  asOf: Date | null = null,
): Promise<WireFacets> {
  if (asOf) assertHistoryAccess(permit)
  const request = { query, asOf }
  const names = facetsOf(permit.resource, permit.role)
  const smallFields = names.filter((name) => hasFewValues(permit.resource, name))
  const largeFields = names.filter((name) => !smallFields.includes(name))
  const [shared, ...separate] = await Promise.all([
    smallFields.length === 0
      ? ({} as WireFacets)
      : countTogether(source, permit, request, smallFields),
    ...largeFields.map((name) => countSingle(source, permit, request, name)),
  ])
  const counts = {
    ...shared,
    ...Object.fromEntries(largeFields.map((name, i) => [name, separate[i] ?? []])),
  }
  return Object.fromEntries(names.map((name) => [name, counts[name] ?? []]))
}

/**
 * Whether a field has so few distinct values that all combinations of such fields can be counted in
 * one pass. Dynamic fields are too many for that.
 */
const hasFewValues = (resource: AnyResource, name: string) =>
  !findStoredField(resource, name) &&
  ['choice', 'boolean', 'number'].includes(familyOf(fieldOf(resource, name)))

interface Combination {
  readonly n: number
  readonly [column: string]: unknown
}

/**
 * Counts the combinations of values in one statement. Each combination has a flag per filter, which
 * says whether it passes that filter. The result is cached like a total.
 */
async function countTogether(
  source: RecordSource,
  permit: Permit,
  { query, asOf }: FacetRequest,
  names: readonly string[],
): Promise<WireFacets> {
  const { resource, callerIdentity } = permit
  const parameters = new Parameters()
  const from = await tableOrRowsAsOf(source, resource, { asOf, parameters })
  const scope = filterScope(source, permit, parameters)
  const otherFilters = {
    ...query,
    filters: query.filters.filter(([name]) => !names.includes(name)),
  }
  const condition = conditionSql(source, permit, otherFilters, parameters)
  const facetFilters = query.filters.filter(([name]) => names.includes(name))
  const columns = [
    ...names.map((name, i) => `${valueSql(resource, name, 'r')} AS "v${i}"`),
    ...facetFilters.map(
      ([name, value], i) =>
        `coalesce(${filterSql(resource, name, value, scope)}, FALSE) AS "f${i}"`,
    ),
  ]
  const columnNumbers = columns.map((_, i) => i + 1).join(', ')
  const text = `SELECT ${columns.join(', ')}, count(*) AS n FROM ${from} r WHERE ${condition} GROUP BY ${columnNumbers}`
  const cachePrefix = `${coversEveryRow(permit) ? '' : callerIdentity.id}${source.after ?? ''}`
  const key = asOf
    ? null
    : source.totals.keyOf(resource.name, `${cachePrefix}${text}`, parameters.values)
  const cached = key === null ? undefined : source.totals.get<readonly Combination[]>(key)
  const count = () => source.database.query<Combination>(text, parameters.values)
  const found =
    cached ??
    (await (key !== null && isRecordOnlyGrant(permit.rows)
      ? source.totals.getOrCompute(key, count)
      : count()))
  return Object.fromEntries(
    names.map((name, i) => {
      const matching = found.filter((one) =>
        facetFilters.every(([field], f) => field === name || one[`f${f}`] === true),
      )
      return [name, mostFrequent(matching.map((one) => ({ value: one[`v${i}`], n: one.n })))]
    }),
  )
}

/** SQL for the resource's table, or for its rows as of a moment. */
const tableOrRowsAsOf = async (
  source: RecordSource,
  resource: AnyResource,
  { asOf, parameters }: { readonly asOf: Date | null; readonly parameters: Parameters },
) => (asOf ? rowsAsOfSql(source, resource, { asOf, parameters }) : tableNameOf(resource))

function mostFrequent(
  counts: readonly { readonly value: unknown; readonly n: number }[],
): FacetCounts {
  const sums = new Map<string, number>()
  for (const { value, n } of counts)
    if (value !== null) sums.set(String(value), (sums.get(String(value)) ?? 0) + n)
  return [...sums]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, maxValues)
}

/**
 * Counts the values of a field with many possible values. The statement finds the most frequent
 * values, and joins only those with titles.
 */
async function countSingle(
  source: RecordSource,
  permit: Permit,
  { query, asOf }: FacetRequest,
  name: string,
): Promise<FacetCounts> {
  const { resource } = permit
  const parameters = new Parameters()
  const from = await tableOrRowsAsOf(source, resource, { asOf, parameters })
  const condition = conditionSql(
    source,
    permit,
    { ...query, filters: query.filters.filter(([field]) => field !== name) },
    parameters,
  )
  const spec = fieldOf(resource, name)
  const stored = findStoredField(resource, name)?.rows
  const value =
    stored?.value('v') ?? visibleSql(resource, name, spec, filterScope(source, permit, parameters))
  const storedJoin = stored ? ` JOIN ${stored.table} v ON ${belongsTo(stored, 'v', 'r')}` : ''
  const countedSql = multiValueFamilies.includes(familyOf(spec)) ? `unnest(${value})` : value
  const rows = `SELECT ${countedSql} AS value, count(*) AS n FROM ${from} r${storedJoin} WHERE ${condition} GROUP BY 1`
  const mostFrequentSql = `SELECT * FROM (${rows}) c WHERE value IS NOT NULL ORDER BY n DESC, value LIMIT ${maxValues}`
  const { title, join } = titleSqlOf(permit, name, parameters)
  const found = await source.database.query<{ value: unknown; n: number; title: string | null }>(
    `SELECT value::text AS value, n, ${title} AS title FROM (${mostFrequentSql}) f${join} ORDER BY n DESC, value`,
    parameters.values,
  )
  return found.map(({ value, n, title }) => ({
    value: String(value),
    ...(title && { title }),
    count: n,
  }))
}

/**
 * SQL for the title of the record that a counted value refers to, limited to what the permit's role
 * may read.
 */
function titleSqlOf(
  permit: Permit,
  name: string,
  parameters: Parameters,
): { readonly title: string; readonly join: string } {
  const spec = fieldOf(permit.resource, name)
  const noTitle = { title: 'NULL', join: '' }
  if (!isFieldType(spec, 'reference') && !isFieldType(spec, 'links')) return noTitle
  const target = related(permit.resource, spec.to)
  const parts = target.title.filter((part) => isReadable(target, permit.role, part))
  const targetPermit = derivePermit(permit, target, 'name')
  if (!targetPermit || parts.length === 0 || !grantOf(target, permit.role, 'name')) return noTitle
  return {
    title: `concat_ws('${titleSeparator(target)}', ${parts.map((part) => displayedSql(target, part, { alias: 't', language: permit.language })).join(', ')})`,
    join: ` LEFT JOIN ${tableNameOf(target)} t ON t.id = f.value AND ${permittedRowsSql(targetPermit, 't', parameters)}`,
  }
}
