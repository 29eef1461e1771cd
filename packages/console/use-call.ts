/**
 * Hooks for server data other than records, based on Refine's `useCustom`. They fetch from any
 * declared call, and from the endpoints that every resource has for a record, such as its history.
 * Errors are shown where the data would be.
 */

import { failureTextKey } from '@matricola/providers/data.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import type { CallEndpoint } from '@matricola/providers/make-call.ts'
import type { Call, CallArguments, ResponseOf } from '@matricola/schema/wire/call.ts'
import { type Endpoint, fillPath } from '@matricola/schema/wire/endpoints.ts'
import { type BaseRecord, type HttpError as RefineError, useCustom } from '@refinedev/core'
import {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'

/** TanStack Query options under their usual names, and some of our own. */
interface EndpointOptions<T> {
  /**
   * Query key, for data that other parts of the console invalidate or replace. Defaults to the path
   * and the input.
   */
  readonly key?: QueryKey
  /** Text key of the message for errors that do not have one. */
  readonly fallback?: string
  /** Also shows errors as a toast. */
  readonly showsErrorToast?: boolean
  /** Keeps the previous result until the next one arrives. */
  readonly keepPreviousResult?: boolean
  /** Polling interval in milliseconds, given the last result; false: no polling. */
  readonly pollInterval?: (answer: T | undefined) => number | false
  readonly enabled?: boolean
  readonly retry?: false
  readonly staleTime?: number
  readonly refetchOnWindowFocus?: 'always'
}

interface UntypedCallInput {
  readonly params?: { readonly [name: string]: unknown }
  readonly query?: object
  readonly input?: object
}

/** Fetches from an endpoint for which only the path is declared. */
export function useEndpoint<T>(
  { method, path }: Endpoint,
  args: UntypedCallInput,
  endpointOptions: EndpointOptions<T> = {},
): UseQueryResult<T, HttpError> {
  const {
    key = [path, args],
    fallback,
    showsErrorToast = false,
    keepPreviousResult,
    pollInterval,
    ...options
  } = endpointOptions
  const { params = {}, query, input } = args
  const { query: result } = useCustom<BaseRecord, RefineError>({
    url: fillPath(path, params as { readonly [name: string]: string }),
    method: method.toLowerCase() as 'get' | 'post',
    config: { ...(query && { query }), ...(input && { payload: input }) },
    ...(!showsErrorToast && { errorNotification: false }),
    ...(fallback !== undefined && { meta: { [failureTextKey]: fallback } }),
    queryOptions: {
      queryKey: key,
      ...options,
      ...(keepPreviousResult && { placeholderData: keepPreviousData }),
      ...(pollInterval && {
        refetchInterval: ({ state }) => pollInterval(state.data?.data as T | undefined),
      }),
    },
  })
  // Refine types every result as a record and every error as its own type.
  return { ...result, data: result.data?.data } as unknown as UseQueryResult<T, HttpError>
}

/** Fetches the result of a declared call. */
export const useCall = <C extends Call>(
  call: C | CallEndpoint<C>,
  args: CallArguments<C>,
  options: EndpointOptions<ResponseOf<C>> = {},
) => useEndpoint<ResponseOf<C>>(call, args as UntypedCallInput, options)

/**
 * Changes a cached result in Refine's format. `change` receives undefined if there is none, and
 * returns undefined to leave it unchanged.
 */
export const updateCachedResponse = <T>(
  client: QueryClient,
  key: QueryKey,
  change: (answer: T | undefined) => T | undefined,
) =>
  client.setQueryData<{ readonly data: T }>(key, (cached) => {
    const data = change(cached?.data)
    return data === undefined ? cached : { ...cached, data }
  })
