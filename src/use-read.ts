/** What a resource answers beside its records (their history, an earlier day), by Refine's `useCustom`. */
import { type BaseRecord, type HttpError as RefineError, useCustom } from '@refinedev/core'
import type { QueryKey, UseQueryResult } from '@tanstack/react-query'
import { fillPath } from '#model/endpoints.ts'
import type { HttpError } from '#providers/http.ts'

interface Reading {
  readonly path?: { readonly [name: string]: string }
  readonly query?: { readonly [name: string]: string | number }
  /** Key that it is kept under; below a resource's own, every write of it has this read again. */
  readonly key: QueryKey
  readonly enabled?: boolean
}

type Read<T> = UseQueryResult<T, HttpError>

/** The answer of an endpoint, kept and renewed. A failure is told where it is shown. */
export function useRead<T>(endpoint: { readonly path: string }, { path = {}, query, key, enabled }: Reading): Read<T> {
  const { query: read } = useCustom<BaseRecord, RefineError>({
    url: fillPath(endpoint.path, path),
    method: 'get',
    ...(query && { config: { query } }),
    errorNotification: false,
    queryOptions: { queryKey: key, ...(enabled !== undefined && { enabled }) },
  })
  // Refine takes every answer for a record, and the failures of our provider for its own kind.
  return { ...read, data: read.data?.data } as unknown as Read<T>
}
