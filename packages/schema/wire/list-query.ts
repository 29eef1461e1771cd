/**
 * The query of a list, with the same syntax in the API and in the URL of the page:
 * `pageNumber=1&pageSize=5&filters[field]=value&sort=-field,field&search=text&view=name`.
 */
import { fieldTypeOf } from '../field.ts'
import type { AnyResource } from '../resource.ts'
import { normalizeText } from '../values/folding.ts'
import { defaultPageSize } from '../vocabulary.ts'

export interface ListQuery {
  readonly pageNumber: number
  readonly pageSize: number
  readonly filters: { readonly [field: string]: string }
  readonly sort: readonly string[]
  readonly search: string
  readonly view: string
}

export const emptyListQuery: ListQuery = {
  pageNumber: 1,
  pageSize: defaultPageSize,
  filters: {},
  sort: [],
  search: '',
  view: '',
}

/** The part after a dot is the name of a dynamic field. */
const filterKey = /^filters\[([A-Za-z][A-Za-z0-9]{0,39}(?:\.[a-z][A-Za-z0-9]{0,39})?)\]$/

/** The field of a parameter name such as `filters[name]`; null for other parameters. */
export const filterField = (key: string) => filterKey.exec(key)?.[1] ?? null

/** Filters with a non-empty field and value, both trimmed. Source: specification, section 5. */
export function filledFilters(filters: {
  readonly [field: string]: string | undefined
}): Record<string, string> {
  const entries = Object.entries(filters).map(
    ([name, value]) => [name.trim(), normalizeText(value ?? '')] as const,
  )
  return Object.fromEntries(entries.filter(([name, value]) => name !== '' && value !== ''))
}

/**
 * Parameters for the API. Page number and size are sent even if they are the defaults, so that
 * requests are explicit.
 */
export function toApiParams(query: ListQuery): [name: string, value: string][] {
  const params: [string, string][] = [
    ['pageNumber', String(query.pageNumber)],
    ['pageSize', String(query.pageSize)],
  ]
  for (const [name, value] of Object.entries(filledFilters(query.filters)))
    params.push([`filters[${name}]`, value])
  if (query.sort.length > 0) params.push(['sort', query.sort.join(',')])
  if (query.search.trim() !== '') params.push(['search', query.search.trim()])
  if (query.view !== '') params.push(['view', query.view])
  return params
}

/**
 * Reads a query from the parameters of a page's URL. Invalid or missing values fall back to
 * `fallback`.
 */
export function fromPageParams(
  entries: Iterable<readonly [string, string]>,
  fallback: ListQuery = emptyListQuery,
): ListQuery {
  const params = new Map(entries)
  const positiveInteger = (name: string, defaultValue: number) =>
    /^[1-9]\d{0,4}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : defaultValue
  const filters: Record<string, string> = {}
  for (const [key, value] of params) {
    const name = filterField(key)
    if (name) filters[name] = value
  }
  return {
    pageNumber: positiveInteger('pageNumber', 1),
    pageSize: positiveInteger('pageSize', fallback.pageSize),
    filters: filledFilters(filters),
    sort: params.get('sort')?.split(',').filter(Boolean) ?? fallback.sort,
    search: params.get('search') ?? '',
    view: params.get('view') ?? '',
  }
}

/**
 * The preference (RFC 7240) of clients that do not want to wait for a slow total count. If the
 * response applied it, `totalCount` counts only the rows that are known so far.
 */
export const deferredTotalHeaders = {
  request: 'prefer',
  response: 'preference-applied',
  value: 'total=later',
} as const

/**
 * Whether the list can be searched: by its own fields, by fields of referenced records, or for a
 * complete encrypted value.
 */
export const isSearchable = ({ list, fields }: AnyResource) =>
  [...(list.search ?? []), ...(list.searchThrough ?? [])].length > 0 ||
  Object.values(fields).some((spec) => fieldTypeOf(spec).valueOfSearch !== undefined)
