import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { endpointsOf } from '#model/wire/endpoints.ts'
import { type ListQuery, toApiParams } from '#model/wire/list-query.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { request } from '#providers/http.ts'
import { totalOf } from '#src/live/look.ts'
import { fromAddress } from '#src/pages/list/use-list-query.ts'
import { registrations } from './registration.ts'

/** Number of ids per request. */
const chunkSize = 100

interface Snapshot {
  readonly ids: readonly string[]
  /** Number of records in the view before the first id. */
  readonly before: number
  readonly total: number
  /** Number of the last chunk that was read. */
  readonly chunk: number
}

export interface Queue {
  /** The query of the view as the URL gives it; the link back to the list keeps it. */
  readonly query: ListQuery
  readonly search: string
  readonly total: number | null
  /** Number of applications in the view now. */
  readonly left: number | null
  /** Position of the application in the view, from 1; null if it is not in it. */
  readonly position: number | null
  readonly previous: string | null
  /** Returns the next application that is not in `done`. */
  next(done: ReadonlySet<string>): string | null
  /** Whether all applications that were read are in `done`. */
  isThrough(done: ReadonlySet<string>): boolean
  /** Reads more once all known applications are done. Returns the next application, or null at the end. */
  more(done: ReadonlySet<string>): Promise<string | null>
}

/** The view of an application that was not opened from a list: waiting applications, oldest first. */
export const waiting = { view: 'waiting', sort: ['submittedAt'] } as const

/** The applications of the view, in the order they had when the first was opened. Deciding one does not move the others. */
export function useQueue(id: string): Queue {
  const [params] = useSearchParams()
  const client = useQueryClient()
  const asked = fromAddress(params, registrations, chunkSize)
  const hasQuery = [...params].length > 0
  const query: ListQuery = hasQuery ? asked : { ...asked, ...waiting }
  const firstChunk = Math.floor(((query.pageNumber - 1) * query.pageSize) / chunkSize) + 1
  const key = ['review-queue', query.view, query.search, query.sort.join(), JSON.stringify(query.filters), firstChunk]
  const { data } = useQuery({ queryKey: key, queryFn: () => read(query, firstChunk), staleTime: Number.POSITIVE_INFINITY, retry: false })
  // Below the query key of the list, so that each decision invalidates the count.
  const { data: left } = useQuery({
    queryKey: ['data', 'default', registrations.name, 'list', 'left', ...key],
    queryFn: () => totalOf(registrations, query),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const ids = data?.ids ?? []
  const at = ids.indexOf(id)
  const unseen = (all: readonly string[], done: ReadonlySet<string>) =>
    all.slice(all.indexOf(id) + 1).find((each) => each !== id && !done.has(each)) ?? null

  return {
    query,
    search: hasQuery ? params.toString() : `view=${waiting.view}&sort=${waiting.sort.join()}`,
    total: data?.total ?? null,
    left: left ?? null,
    position: data && at >= 0 ? data.before + at + 1 : null,
    previous: ids[at - 1] ?? null,
    next: (done) => unseen(ids, done),
    isThrough: (done) => ids.every((each) => done.has(each)),
    more: async (done) => {
      if (!data) return null
      // Decided applications leave the view and later ones move up, so the last chunk is read again before the next one.
      for (let chunk = data.chunk; (chunk - 1) * chunkSize < data.total; chunk++) {
        const found = await read(query, chunk)
        const added = found.ids.filter((each) => !data.ids.includes(each) && !done.has(each))
        if (added.length === 0) continue
        const known = [...data.ids, ...added]
        client.setQueryData<Snapshot>(key, { ...data, ids: known, total: Math.max(data.total, data.before + known.length), chunk })
        return added[0] ?? null
      }
      return null
    },
  }
}

async function read(query: ListQuery, chunk: number): Promise<Snapshot> {
  const { data } = await request<Page<WireRecord>>(endpointsOf(registrations).list, {
    params: toApiParams({ ...query, pageNumber: chunk, pageSize: chunkSize }),
    fallback: `resources:${registrations.name}.problems.get`,
  })
  return { ids: data.list.map(({ id }) => id), before: (chunk - 1) * chunkSize, total: data.totalCount, chunk }
}
