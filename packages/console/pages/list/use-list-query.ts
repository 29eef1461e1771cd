import type { HttpError } from '@matricola/providers/http.ts'
import { viewsOf } from '@matricola/schema/access.ts'
import { currentEntries, currentName } from '@matricola/schema/former-names.ts'
import { pageName } from '@matricola/schema/paths.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { currentFilter, findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import {
  emptyListQuery,
  filledFilters,
  filterField,
  fromPageParams,
  type ListQuery,
  toApiParams,
} from '@matricola/schema/wire/list-query.ts'
import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useUser } from '../../app/user-context.ts'
import { keepKnownColumns } from './columns.ts'

export type ChangeQuery = (patch: Partial<ListQuery>) => void

/** The default order of a view. */
export const defaultSort = (resource: AnyResource, view: string) =>
  resource.list.views?.[view]?.sort ?? resource.list.sort

/**
 * Encodes a query for the URL of the page, in the same way as for the API but without the default
 * order.
 */
export function toPageParams(query: ListQuery, resource: AnyResource): URLSearchParams {
  const isDefaultOrder = query.sort.join() === defaultSort(resource, query.view).join()
  return new URLSearchParams(
    toApiParams(isDefaultOrder ? { ...query, sort: [] } : query).map(([name, value]) => [
      name,
      value,
    ]),
  )
}

/** Parses the query in a URL. If its page size is not offered, the preferred one is used. */
export const parseListUrl = (
  params: URLSearchParams,
  resource: AnyResource,
  pageSize: number,
): ListQuery =>
  fromPageParams(withCurrentNames(params, resource), {
    ...emptyListQuery,
    pageSize,
    sort: defaultSort(resource, params.get('view') ?? ''),
  })

/** Parameters of a URL, with former names of fields and choices replaced by the current ones. */
const withCurrentNames = (
  params: URLSearchParams,
  resource: AnyResource,
): [name: string, value: string][] =>
  [...params].map(([name, value]) => {
    const filterName = filterField(name)
    if (filterName !== null) {
      const field = currentName(resource, filterName)
      return [
        `filters[${field}]`,
        currentFilter(resource, field, value, { isPast: Boolean(params.get('asOf')) }),
      ]
    }
    return [name, name === 'sort' ? currentEntries(resource, value).join() : value]
  })

/**
 * The query of a list's URL without parameters, which opens the default view. The view of all
 * records is written out.
 */
function defaultViewParams(resource: AnyResource, role: Role): URLSearchParams {
  const { defaultView } = resource.list
  return new URLSearchParams(
    defaultView !== undefined && viewsOf(resource, role).includes(defaultView)
      ? { view: defaultView }
      : {},
  )
}

/**
 * Parameters of a list's URL in addition to its query: the saved view, columns other than the
 * preferred ones, and an earlier day.
 */
const retainedParams = ['saved', 'columns', 'asOf'] as const

/** Encodes the query as URL parameters and keeps those listed in `retainedParams`. */
function withRetainedParams(
  query: ListQuery,
  resource: AnyResource,
  currentParams: URLSearchParams,
): URLSearchParams {
  const next = toPageParams(query, resource)
  for (const name of retainedParams) {
    const value = currentParams.get(name)
    if (value) next.set(name, value)
  }
  return next
}

/**
 * The query of the list. It is stored only in the URL, so that reloading, Back and shared links
 * show the same. Any change other than turning the page returns to the first page.
 */
export function useListQuery(
  resource: AnyResource,
  pageSize: number,
): readonly [query: ListQuery, change: ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const { role } = useUser()
  // A screen may show a list under the URL of a record, which is left unchanged.
  const isOwnUrl = useLocation().pathname.endsWith(`/${pageName(resource)}`)
  const query = parseListUrl(
    isOwnUrl && params.size === 0 ? defaultViewParams(resource, role) : params,
    resource,
    pageSize,
  )
  const isUrlComplete = !isOwnUrl || (params.has('pageNumber') && params.has('pageSize'))
  const completeParams = withRetainedParams(query, resource, params).toString()
  useEffect(() => {
    if (!isUrlComplete) setParams(completeParams, { replace: true })
  }, [isUrlComplete, completeParams, setParams])
  const change: ChangeQuery = (patch) =>
    setParams((currentParams) => {
      const next = { ...parseListUrl(currentParams, resource, pageSize), pageNumber: 1, ...patch }
      return withRetainedParams(
        { ...next, filters: filledFilters(next.filters) },
        resource,
        currentParams,
      )
    })
  return [query, change]
}

/**
 * Returns the query without filters whose values are invalid. They have no effect until they are
 * corrected.
 */
export function dropInvalidFilters(query: ListQuery, resource: AnyResource): ListQuery {
  const valid = Object.entries(query.filters).filter(
    ([name, value]) =>
      !Object.hasOwn(resource.fields, name) || findFilterIssue(resource, name, value) === null,
  )
  return valid.length === Object.keys(query.filters).length
    ? query
    : { ...query, filters: Object.fromEntries(valid) }
}

/**
 * Returns changes that remove unknown or rejected filters, order and view from a query; a saved
 * view or a shared URL may name fields that no longer exist. Undefined if no part of the query was
 * rejected.
 */
export function dropUnknownConditions(
  query: ListQuery,
  resource: AnyResource,
  { statusCode, fields }: HttpError,
): Partial<ListQuery> | undefined {
  if (statusCode !== 400) return undefined
  const isRefused = (...names: readonly string[]) =>
    names.some((name) => Object.hasOwn(fields, name))
  const known = Object.entries(query.filters).filter(
    ([name]) => Object.hasOwn(resource.fields, name) && !isRefused(name, `filters[${name}]`),
  )
  const isNarrower = known.length < Object.keys(query.filters).length
  if (!isNarrower && !isRefused('sort', 'view')) return undefined
  return {
    ...(isNarrower && { filters: Object.fromEntries(known) }),
    ...(isRefused('sort') && { sort: resource.list.sort }),
    ...(isRefused('view') && { view: '' }),
  }
}

/** Returns the saved view that the URL names, and the columns it asks for that are in `known`. */
export function useUrlListState(resource: AnyResource, known: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const columns = keepKnownColumns(currentEntries(resource, params.get('columns') ?? ''), known)
  return {
    savedId: params.get('saved'),
    columns: columns.length > 0 ? columns : null,
    setColumns: (columns: readonly string[]) =>
      setParams(
        (currentParams) => {
          const next = new URLSearchParams(currentParams)
          next.set('columns', columns.join())
          return next
        },
        { replace: true },
      ),
  }
}
