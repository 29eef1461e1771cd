import { emptyListQuery, type ListQuery } from '@matricola/schema/wire/list-query.ts'
import type { CrudFilter, CrudSort, Pagination } from '@refinedev/core'

export interface ListArguments {
  readonly pagination?: Pagination | undefined
  readonly sorters?: CrudSort[] | undefined
  readonly filters?: CrudFilter[] | undefined
}

/**
 * A list query as arguments of Refine's `useList`. Search text, view and the date for "as of" become filters with names that no
 * field can have (reserved in `packages/schema/checks/naming.ts`).
 */
export function toListArguments(query: ListQuery, asOf: string | null = null): Required<ListArguments> {
  const filters: CrudFilter[] = Object.entries(query.filters).map(([field, value]) => ({ field, operator: 'eq', value }))
  if (query.search !== '') filters.push({ field: 'search', operator: 'contains', value: query.search })
  if (query.view !== '') filters.push({ field: 'view', operator: 'eq', value: query.view })
  if (asOf !== null) filters.push({ field: 'asOf', operator: 'eq', value: asOf })
  return {
    pagination: { currentPage: query.pageNumber, pageSize: query.pageSize, mode: 'server' },
    sorters: query.sort.map((name) => (name.startsWith('-') ? { field: name.slice(1), order: 'desc' } : { field: name, order: 'asc' })),
    filters,
  }
}

/** The inverse of `toListArguments`, used by the data provider. Several values of one field are alternatives. */
export function fromListArguments({ pagination, sorters, filters }: ListArguments): ListQuery {
  const values: Record<string, string> = {}
  for (const filter of filters ?? []) {
    if ('field' in filter) values[filter.field] = Array.isArray(filter.value) ? filter.value.join(',') : String(filter.value ?? '')
  }
  const { search = '', view = '', asOf: _asOf, ...fields } = values
  return {
    pageNumber: pagination?.currentPage ?? emptyListQuery.pageNumber,
    pageSize: pagination?.pageSize ?? emptyListQuery.pageSize,
    sort: (sorters ?? []).map(({ field, order }) => (order === 'desc' ? `-${field}` : field)),
    filters: fields,
    search,
    view,
  }
}

/** The query parameter for showing the list as of an earlier date; empty for the present. */
export function asOfParams({ filters }: ListArguments): [name: string, value: string][] {
  const found = filters?.find((filter) => 'field' in filter && filter.field === 'asOf')
  return found ? [['asOf', String(found.value)]] : []
}
