import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { viewsOf } from '#model/access.ts'
import { entriesNow, nameNow } from '#model/former-names.ts'
import { pageOf } from '#model/paths.ts'
import type { AnyResource } from '#model/resource.ts'
import type { Role } from '#model/vocabulary.ts'
import { filterFault, filterNow } from '#model/wire/filter-value.ts'
import { emptyListQuery, filledFilters, filterField, fromPageParams, type ListQuery, toApiParams } from '#model/wire/list-query.ts'
import type { HttpError } from '#providers/http.ts'
import { usePerson } from '#src/console/person.ts'
import { knownIn } from './columns.ts'

export type ChangeQuery = (part: Partial<ListQuery>) => void

/** The default order of a view. */
export const usualSort = (resource: AnyResource, view: string) => resource.list.views?.[view]?.sort ?? resource.list.sort

/** Encodes a query for the URL of the page, which is the encoding of the call without the default order. */
export function toPageParams(query: ListQuery, resource: AnyResource): URLSearchParams {
  const isDefaultOrder = query.sort.join() === usualSort(resource, query.view).join()
  return new URLSearchParams(toApiParams(isDefaultOrder ? { ...query, sort: [] } : query).map(([name, value]) => [name, value]))
}

/** Parses the query in a URL. If its page size is not offered, the preferred one is used. */
export const fromAddress = (params: URLSearchParams, resource: AnyResource, pageSize: number): ListQuery =>
  fromPageParams(namesNow(params, resource), { ...emptyListQuery, pageSize, sort: usualSort(resource, params.get('view') ?? '') })

/** Parameters of a URL, with former names of fields and choices replaced by the current ones. */
const namesNow = (params: URLSearchParams, resource: AnyResource): [name: string, value: string][] =>
  [...params].map(([name, value]) => {
    const asked = filterField(name)
    if (asked !== null) {
      const field = nameNow(resource, asked)
      return [`filters[${field}]`, filterNow(resource, field, value, { isPast: Boolean(params.get('asOf')) })]
    }
    return [name, name === 'sort' ? entriesNow(resource, value).join() : value]
  })

/** The query of a list's URL without parameters, which opens the default view. The view of all records is written out. */
function openingParams(resource: AnyResource, role: Role): URLSearchParams {
  const { opens } = resource.list
  return new URLSearchParams(opens !== undefined && viewsOf(resource, role).includes(opens) ? { view: opens } : {})
}

/** Parameters of a list's URL in addition to its query: the saved view, columns other than the preferred ones, and an earlier day. */
const besideQuery = ['saved', 'columns', 'asOf'] as const

/** Encodes the query as URL parameters and keeps those listed in `besideQuery`. */
function withBeside(query: ListQuery, resource: AnyResource, now: URLSearchParams): URLSearchParams {
  const next = toPageParams(query, resource)
  for (const name of besideQuery) {
    const value = now.get(name)
    if (value) next.set(name, value)
  }
  return next
}

/**
 * The query of the list. It is stored only in the URL, so that reloading, Back and shared links show the same. Any change other
 * than turning the page returns to the first page.
 */
export function useListQuery(resource: AnyResource, pageSize: number): readonly [query: ListQuery, change: ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const { role } = usePerson()
  // A screen may show a list under the URL of a record, which is left unchanged.
  const isOwnAddress = useLocation().pathname.endsWith(`/${pageOf(resource)}`)
  const query = fromAddress(isOwnAddress && params.size === 0 ? openingParams(resource, role) : params, resource, pageSize)
  const isSpelledOut = !isOwnAddress || (params.has('pageNumber') && params.has('pageSize'))
  const spelledOut = withBeside(query, resource, params).toString()
  useEffect(() => {
    if (!isSpelledOut) setParams(spelledOut, { replace: true })
  }, [isSpelledOut, spelledOut, setParams])
  const change: ChangeQuery = (part) =>
    setParams((now) => {
      const next = { ...fromAddress(now, resource, pageSize), pageNumber: 1, ...part }
      return withBeside({ ...next, filters: filledFilters(next.filters) }, resource, now)
    })
  return [query, change]
}

/** Returns the query without filters whose values are invalid. They have no effect until they are corrected. */
export function soundPart(query: ListQuery, resource: AnyResource): ListQuery {
  const sound = Object.entries(query.filters).filter(
    ([name, value]) => !Object.hasOwn(resource.fields, name) || filterFault(resource, name, value) === null,
  )
  return sound.length === Object.keys(query.filters).length ? query : { ...query, filters: Object.fromEntries(sound) }
}

/**
 * Returns changes that remove unknown or rejected filters, order and view from a query; a saved view or a shared URL may name
 * fields that no longer exist. Undefined if nothing of the query was rejected.
 */
export function withoutUnknown(query: ListQuery, resource: AnyResource, { statusCode, fields }: HttpError): Partial<ListQuery> | undefined {
  if (statusCode !== 400) return undefined
  const isRefused = (...names: readonly string[]) => names.some((name) => Object.hasOwn(fields, name))
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
export function useAddressed(resource: AnyResource, known: readonly string[]) {
  const [params, setParams] = useSearchParams()
  const columns = knownIn(entriesNow(resource, params.get('columns') ?? ''), known)
  return {
    savedId: params.get('saved'),
    columns: columns.length > 0 ? columns : null,
    setColumns: (columns: readonly string[]) =>
      setParams(
        (now) => {
          const next = new URLSearchParams(now)
          next.set('columns', columns.join())
          return next
        },
        { replace: true },
      ),
  }
}
