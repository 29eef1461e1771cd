import { emptyListQuery, type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import type { CrudFilter, CrudOperators, CrudSort, GetListParams, MetaQuery, Pagination } from '@refinedev/core'

/** The parts of a list query for which Refine has no argument. They are in `meta`, which is part of Refine's cache key. */
export interface ListMeta {
  readonly search?: string
  readonly view?: string
  /** Shows the list as of an earlier date. */
  readonly asOf?: string
  /** Rows do not wait for a total that takes long to count. The result then says `isTotalKnown: false`. */
  readonly defersTotal?: boolean
}

interface ListArguments {
  readonly pagination: Pagination
  readonly sorters: CrudSort[]
  readonly filters: CrudFilter[]
  readonly meta: MetaQuery & { readonly list: ListMeta }
}

/** A list query as arguments of Refine's `useList`. */
export const toListArguments = (
  { pageNumber, pageSize, sort, filters, search, view }: ListQuery,
  asOf: string | null = null,
): ListArguments => ({
  pagination: { currentPage: pageNumber, pageSize, mode: 'server' },
  sorters: sort.map((name) => (name.startsWith('-') ? { field: name.slice(1), order: 'desc' } : { field: name, order: 'asc' })),
  filters: Object.entries(filters).map(([field, value]) => ({ field, operator: 'eq', value })),
  meta: { list: { search, view, defersTotal: true, ...(asOf !== null && { asOf }) } },
})

export const listMetaOf = (meta: MetaQuery | undefined): ListMeta => (meta?.list as ListMeta | undefined) ?? {}

const joinValues = (value: unknown) => (Array.isArray(value) ? value.join(',') : String(value ?? ''))

/** Filter values of the API (`packages/schema/wire/filter-value.ts`) for Refine's operators. Ranges include their bounds. */
const filterValues: { readonly [O in CrudOperators]?: (value: unknown) => string } = {
  eq: joinValues,
  in: joinValues,
  ne: (value) => `!${joinValues(value)}`,
  nin: (value) => `!${joinValues(value)}`,
  ina: (value) => `all:${joinValues(value)}`,
  gte: (value) => `${value}..`,
  lte: (value) => `..${value}`,
  between: (value) => (value as readonly unknown[]).join('..'),
  null: () => '(none)',
  nnull: () => '(some)',
}

function toFilterEntry(filter: CrudFilter): [field: string, value: string] {
  if (!('field' in filter)) throw new Error(`The API has no filter "${filter.operator}" of several conditions.`)
  const toValue = filterValues[filter.operator]
  if (!toValue) throw new Error(`The API has no filter operator "${filter.operator}" (field "${filter.field}").`)
  return [filter.field, toValue(filter.value)]
}

/** The API's parameters for a list. Filters without a value are not sent. */
export function toListParams({ pagination, sorters = [], filters = [], meta }: GetListParams): [name: string, value: string][] {
  const { search = '', view = '', asOf } = listMetaOf(meta)
  const params = toApiParams({
    pageNumber: pagination?.currentPage ?? emptyListQuery.pageNumber,
    pageSize: pagination?.pageSize ?? emptyListQuery.pageSize,
    sort: sorters.map(({ field, order }) => (order === 'desc' ? `-${field}` : field)),
    filters: Object.fromEntries(filters.map(toFilterEntry)),
    search,
    view,
  })
  return asOf === undefined ? params : [...params, ['asOf', asOf]]
}
