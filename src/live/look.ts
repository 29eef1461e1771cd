import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { emptyListQuery, type ListQuery, toApiParams } from '#model/wire/list-query.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { request } from '#providers/http.ts'

/** Ids that an address holds. */
const idsAtOnce = 40

/** Ids in parts that an address holds. */
export const inParts = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, part) => ids.slice(part * idsAtOnce, (part + 1) * idsAtOnce))

const listCall = async (resource: AnyResource, query: ListQuery, only?: readonly string[]) =>
  (
    await request<Page<WireRecord>>(endpointsOf(resource).list, {
      params: [...toApiParams(query), ...(only ? [['only', only.join(',')] as const] : [])],
    })
  ).data

/** Those of the records that belong to a query's list, as they are now. Without a query: all that may be read. */
export async function recordsAmong(
  resource: AnyResource,
  ids: readonly string[],
  query: ListQuery = emptyListQuery,
): Promise<WireRecord[]> {
  const asked = { ...query, sort: [], pageNumber: 1, pageSize: idsAtOnce }
  const pages = await Promise.all(inParts(ids).map((part) => listCall(resource, asked, part)))
  return pages.flatMap(({ list }) => list)
}

/** Counts the records that a query's list holds now. */
export const totalOf = async (resource: AnyResource, query: ListQuery): Promise<number> =>
  (await listCall(resource, { ...query, sort: [], pageNumber: 1, pageSize: 1 })).totalCount
