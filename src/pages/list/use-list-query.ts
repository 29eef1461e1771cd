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

/** The order of a view where nobody asks for another one. */
export const usualSort = (resource: AnyResource, view: string) => resource.list.views?.[view]?.sort ?? resource.list.sort

/** A query as the page's own address spells it: as the call does, without the list's own order. */
export function toPageParams(query: ListQuery, resource: AnyResource): URLSearchParams {
  const isDefaultOrder = query.sort.join() === usualSort(resource, query.view).join()
  return new URLSearchParams(toApiParams(isDefaultOrder ? { ...query, sort: [] } : query).map(([name, value]) => [name, value]))
}

/** The query that an address asks for. A page size that no list offers falls back to the remembered one. */
export const fromAddress = (params: URLSearchParams, resource: AnyResource, pageSize: number): ListQuery =>
  fromPageParams(namesNow(params, resource), { ...emptyListQuery, pageSize, sort: usualSort(resource, params.get('view') ?? '') })

/** Parameters of an address that may be older than the names of fields and choices in it. */
const namesNow = (params: URLSearchParams, resource: AnyResource): [name: string, value: string][] =>
  [...params].map(([name, value]) => {
    const asked = filterField(name)
    if (asked !== null) {
      const field = nameNow(resource, asked)
      return [`filters[${field}]`, filterNow(resource, field, value, { isPast: Boolean(params.get('asOf')) })]
    }
    return [name, name === 'sort' ? entriesNow(resource, value).join() : value]
  })

/** Query that the bare address of a list stands for: the view that it opens with. That of all records is spelled out. */
function openingParams(resource: AnyResource, role: Role): URLSearchParams {
  const { opens } = resource.list
  return new URLSearchParams(opens !== undefined && viewsOf(resource, role).includes(opens) ? { view: opens } : {})
}

/** Parts of a list's address beside its query: the saved view that it came from, columns other than the person's own, and an earlier day. */
const besideQuery = ['saved', 'columns', 'asOf'] as const

/** The query as parameters of the address, which keeps what stands beside it. */
function withBeside(query: ListQuery, resource: AnyResource, now: URLSearchParams): URLSearchParams {
  const next = toPageParams(query, resource)
  for (const name of besideQuery) {
    const value = now.get(name)
    if (value) next.set(name, value)
  }
  return next
}

/**
 * Query of the list. The address is the only place that holds it, so that reload, Back and a shared link show the same.
 * Any change but of the page leads to the first page.
 */
export function useListQuery(resource: AnyResource, pageSize: number): readonly [query: ListQuery, change: ChangeQuery] {
  const [params, setParams] = useSearchParams()
  const { role } = usePerson()
  // A screen may show the list behind a record's own address, which stays as it is.
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

/** The query without the filters whose values say nothing that can be asked: they narrow nothing until they are mended. */
export function soundPart(query: ListQuery, resource: AnyResource): ListQuery {
  const sound = Object.entries(query.filters).filter(
    ([name, value]) => !Object.hasOwn(resource.fields, name) || filterFault(resource, name, value) === null,
  )
  return sound.length === Object.keys(query.filters).length ? query : { ...query, filters: Object.fromEntries(sound) }
}

/**
 * Changes that rid a query of the filters, order and view that the list does not have or that its answer refused: a saved
 * view or a shared address may be older than the list. Undefined where nothing of it is refused.
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

/** The saved view that the address names, and the columns that it asks for as far as they are `known`. */
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
