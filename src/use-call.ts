/** The console's way to what the server answers beside records: one query for any declared call. */
import { keepPreviousData, type QueryKey, queryOptions, useQuery } from '@tanstack/react-query'
import type { AnswerOf, Asked, Call } from '#model/call.ts'
import { ask, type Sending } from '#providers/ask.ts'
import type { HttpError } from '#providers/http.ts'

/** Options of keeping an answer. */
interface Keeping {
  /** Key that it is kept under, where other parts of the console renew or replace it; by default the path and what was asked. */
  readonly key?: QueryKey
  readonly fallback?: NonNullable<Sending['fallback']>
}

/** A call as a query. */
export const callQuery = <C extends Call>(call: C, asked: Asked<C>, { key = [call.path, asked], fallback }: Keeping = {}) =>
  queryOptions<AnswerOf<C>, HttpError>({
    queryKey: key,
    queryFn: async ({ signal }) => (await askAny(call, { ...asked, signal, ...(fallback !== undefined && { fallback }) })).data,
  })

/** As TanStack's options of the same names. */
interface Watching extends Keeping {
  readonly enabled?: boolean
  readonly retry?: false
  readonly staleTime?: number
  readonly refetchOnWindowFocus?: 'always'
  /** The last answer stays while the next is on its way. */
  readonly keepsLast?: true
}

/** The answer of a call, kept and renewed as any query's. */
export const useCall = <C extends Call>(call: C, asked: Asked<C>, { key, fallback, keepsLast, ...options }: Watching = {}) =>
  useQuery({
    ...callQuery(call, asked, { ...(key && { key }), ...(fallback !== undefined && { fallback }) }),
    ...options,
    ...(keepsLast && { placeholderData: keepPreviousData }),
  })

/** `ask` for a call of which only the type is known: whether it takes anything is not. */
const askAny = ask as <C extends Call>(call: C, asked: Asked<C> & Sending) => ReturnType<typeof ask<C>>
