import type { Http } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { emptyListQuery, type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'

/** Maximum number of ids per request, so that they fit into a URL. */
const idsPerRequest = 40

/** Splits ids into parts that fit into a URL. */
export const splitIds = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsPerRequest) }, (_, index) =>
    ids.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
  )

const fetchList = async (
  http: Http,
  resource: AnyResource,
  query: ListQuery,
  only?: readonly string[],
) =>
  (
    await http.request<Page<WireRecord>>(endpointsOf(resource).list, {
      params: [...toApiParams(query), ...(only ? [['only', only.join(',')] as const] : [])],
    })
  ).data

/**
 * Returns the records among `ids` that match a query, in their current state. Without a query,
 * returns all of them that the user may read.
 */
export async function fetchMatchingRecords(
  http: Http,
  resource: AnyResource,
  ids: readonly string[],
  query: ListQuery = emptyListQuery,
): Promise<WireRecord[]> {
  const firstPage = { ...query, sort: [], pageNumber: 1, pageSize: idsPerRequest }
  const pages = await Promise.all(
    splitIds(ids).map((chunk) => fetchList(http, resource, firstPage, chunk)),
  )
  return pages.flatMap(({ list }) => list)
}

/** Returns the current number of records that match a query. */
export const fetchTotal = async (
  http: Http,
  resource: AnyResource,
  query: ListQuery,
): Promise<number> =>
  (await fetchList(http, resource, { ...query, sort: [], pageNumber: 1, pageSize: 1 })).totalCount
