/**
 * The console's way to what the server answers beside records, by Refine's `useCustom`: any declared call, and what every
 * resource answers of a record (its history, an earlier day). Failures are shown where the answer would be.
 */
import { type BaseRecord, type HttpError as RefineError, useCustom } from '@refinedev/core'
import { keepPreviousData, type QueryClient, type QueryKey, type UseQueryResult } from '@tanstack/react-query'
import type { AnswerOf, Asked, Call } from '#model/wire/call.ts'
import { type Endpoint, fillPath } from '#model/wire/endpoints.ts'
import { failureText } from '#providers/data.ts'
import type { HttpError } from '#providers/http.ts'

/** As TanStack's options of the same names, but for those that say what they are. */
interface Watching<T> {
  /** Key that the answer is kept under, where other parts of the console renew or replace it; by default the path and what was asked. */
  readonly key?: QueryKey
  /** Key of the text to show when a failure brings none of its own. */
  readonly fallback?: string
  /** A failure is told by a toast as well. */
  readonly isTold?: boolean
  /** The last answer stays while the next is on its way. */
  readonly keepsLast?: boolean
  /** Interval of asking again, by what was answered last; false: not at all. */
  readonly againAfter?: (answer: T | undefined) => number | false
  readonly enabled?: boolean
  readonly retry?: false
  readonly staleTime?: number
  readonly refetchOnWindowFocus?: 'always'
}

interface AnyAsked {
  readonly params?: { readonly [name: string]: unknown }
  readonly query?: object
  readonly input?: object
}

/** The answer of an endpoint of which only the path is declared, kept and renewed as any query's. */
export function useAnswer<T>({ method, path }: Endpoint, asked: AnyAsked, watching: Watching<T> = {}): UseQueryResult<T, HttpError> {
  const { key = [path, asked], fallback, isTold = false, keepsLast, againAfter, ...options } = watching
  const { params = {}, query, input } = asked
  const { query: read } = useCustom<BaseRecord, RefineError>({
    url: fillPath(path, params as { readonly [name: string]: string }),
    method: method.toLowerCase() as 'get' | 'post',
    config: { ...(query && { query }), ...(input && { payload: input }) },
    ...(!isTold && { errorNotification: false }),
    ...(fallback !== undefined && { meta: { [failureText]: fallback } }),
    queryOptions: {
      queryKey: key,
      ...options,
      ...(keepsLast && { placeholderData: keepPreviousData }),
      ...(againAfter && { refetchInterval: ({ state }) => againAfter(state.data?.data as T | undefined) }),
    },
  })
  // Refine takes every answer for a record, and the failures of our provider for its own kind.
  return { ...read, data: read.data?.data } as unknown as UseQueryResult<T, HttpError>
}

/** The answer of a declared call. */
export const useCall = <C extends Call>(call: C, asked: Asked<C>, watching: Watching<AnswerOf<C>> = {}) =>
  useAnswer<AnswerOf<C>>(call, asked as AnyAsked, watching)

/** Changes an answer where it is kept, which is as Refine keeps it; undefined: there is none yet, or there shall be none. */
export const changeAnswer = <T>(client: QueryClient, key: QueryKey, change: (answer: T | undefined) => T | undefined) =>
  client.setQueryData<{ readonly data: T }>(key, (kept) => {
    const data = change(kept?.data)
    return data === undefined ? kept : { ...kept, data }
  })
