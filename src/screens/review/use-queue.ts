import { useHttp } from '@matricola/console/app/console-context.ts'
import { fetchTotal } from '@matricola/console/live/fetch-records.ts'
import { parseListUrl } from '@matricola/console/pages/list/use-list-query.ts'
import type { Http } from '@matricola/providers/http.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import { type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { registrationsResource } from './registration.ts'

/** Number of ids per request. */
const chunkSize = 100

interface QueueSnapshot {
  readonly ids: readonly string[]
  /** Number of records in the view before the first id. */
  readonly offset: number
  readonly total: number
  /** Number of the last chunk that was read. */
  readonly chunk: number
}

export interface ReviewQueue {
  /** The query of the view from the URL, for the link back to the list. */
  readonly query: ListQuery
  readonly search: string
  readonly total: number | null
  /** Number of applications in the view now. */
  readonly remaining: number | null
  /** Position of the application in the view, from 1; null if the view does not contain it. */
  readonly position: number | null
  readonly previous: string | null
  /** Returns the next application that is not in `done`. */
  next(done: ReadonlySet<string>): string | null
  /** Whether all applications that were read are in `done`. */
  isComplete(done: ReadonlySet<string>): boolean
  /**
   * Reads more once all known applications are done. Returns the next application, or null at the
   * end.
   */
  more(done: ReadonlySet<string>): Promise<string | null>
}

/**
 * The view of an application that was not opened from a list: waiting applications, oldest first.
 */
export const waitingView = { view: 'waiting', sort: ['submittedAt'] } as const

/**
 * The applications of the view, in the order they had when the first was opened. Deciding one does
 * not move the others.
 */
export function useQueue(id: string): ReviewQueue {
  const http = useHttp()
  const [params] = useSearchParams()
  const client = useQueryClient()
  const queryInUrl = parseListUrl(params, registrationsResource, chunkSize)
  const hasQuery = [...params].length > 0
  const query: ListQuery = hasQuery ? queryInUrl : { ...queryInUrl, ...waitingView }
  const firstChunk = Math.floor(((query.pageNumber - 1) * query.pageSize) / chunkSize) + 1
  const key = [
    'review-queue',
    query.view,
    query.search,
    query.sort.join(),
    JSON.stringify(query.filters),
    firstChunk,
  ]
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => readChunk(http, query, firstChunk),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // The key extends the query key of the list, so that each decision invalidates the count.
  const { data: remaining } = useQuery({
    queryKey: ['data', 'default', registrationsResource.name, 'list', 'left', ...key],
    queryFn: () => fetchTotal(http, registrationsResource, query),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const ids = data?.ids ?? []
  const index = ids.indexOf(id)
  const nextAfter = (all: readonly string[], done: ReadonlySet<string>) =>
    all
      .slice(all.indexOf(id) + 1)
      .find((applicationId) => applicationId !== id && !done.has(applicationId)) ?? null

  return {
    query,
    search: hasQuery
      ? params.toString()
      : `view=${waitingView.view}&sort=${waitingView.sort.join()}`,
    total: data?.total ?? null,
    remaining: remaining ?? null,
    position: data && index >= 0 ? data.offset + index + 1 : null,
    previous: ids[index - 1] ?? null,
    next: (done) => nextAfter(ids, done),
    isComplete: (done) => ids.every((applicationId) => done.has(applicationId)),
    more: async (done) => {
      if (!data) return null
      // Decided applications leave the view and later ones move up, so the last chunk is read again
      // before the next one.
      for (let chunk = data.chunk; (chunk - 1) * chunkSize < data.total; chunk++) {
        const found = await readChunk(http, query, chunk)
        const added = found.ids.filter(
          (applicationId) => !data.ids.includes(applicationId) && !done.has(applicationId),
        )
        if (added.length === 0) continue
        const allIds = [...data.ids, ...added]
        client.setQueryData<QueueSnapshot>(key, {
          ...data,
          ids: allIds,
          total: Math.max(data.total, data.offset + allIds.length),
          chunk,
        })
        return added[0] ?? null
      }
      return null
    },
  }
}

async function readChunk(http: Http, query: ListQuery, chunk: number): Promise<QueueSnapshot> {
  const { data } = await http.request<Page<WireRecord>>(endpointsOf(registrationsResource).list, {
    params: toApiParams({ ...query, pageNumber: chunk, pageSize: chunkSize }),
    fallback: `resources:${registrationsResource.name}.problems.get`,
  })
  return {
    ids: data.list.map(({ id }) => id),
    offset: (chunk - 1) * chunkSize,
    total: data.totalCount,
    chunk,
  }
}
