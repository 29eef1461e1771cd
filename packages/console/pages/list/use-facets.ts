import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireFacets } from '@matricola/schema/wire/jobs.ts'
import { type ListQuery, toApiParams } from '@matricola/schema/wire/list-query.ts'
import { useEndpoint } from '../../use-call.ts'
import { useAsOf } from '../history/use-as-of.ts'
import { useListQueryKey } from './saved-views.ts'

export interface Facets {
  readonly counts: WireFacets
  /** Whether the counts are those of the previous query. */
  readonly isStale: boolean
}

/**
 * Counts per value under the list's current conditions, on the day shown; null until they are
 * loaded or if nothing is counted.
 */
export function useFacets(
  resource: AnyResource,
  query: ListQuery,
  isEnabled: boolean,
): Facets | null {
  const key = useListQueryKey(resource)
  const [asOf] = useAsOf()
  const conditions = toApiParams(query).filter(
    ([name]) => !['pageNumber', 'pageSize', 'sort'].includes(name),
  )
  const queryParams = asOf === null ? conditions : [...conditions, ['asOf', asOf] as const]
  const { data, isPlaceholderData } = useEndpoint<WireFacets>(
    endpointsOf(resource).facets,
    { query: Object.fromEntries(queryParams) },
    {
      key: key({ facets: queryParams }),
      enabled: isEnabled && (resource.list.facets ?? []).length > 0,
      staleTime: 30_000,
      keepPreviousResult: true,
    },
  )
  return data ? { counts: data, isStale: isPlaceholderData } : null
}
