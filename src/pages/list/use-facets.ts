import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointsOf } from '#model/endpoints.ts'
import type { WireFacets } from '#model/jobs.ts'
import { type ListQuery, toApiParams } from '#model/list-query.ts'
import type { AnyResource } from '#model/resource.ts'
import { request } from '#providers/http.ts'
import { useAsOf } from '#src/pages/history/as-of.tsx'
import { useBesideKey } from './saved-views.ts'

export interface Facets {
  readonly counts: WireFacets
  /** True when the counts are those of the query before. */
  readonly isStale: boolean
}

/** Counts each value in the list as it is narrowed, today or on the day shown; null until that is known, or where nothing is counted. */
export function useFacets(resource: AnyResource, query: ListQuery, isWanted: boolean): Facets | null {
  const key = useBesideKey(resource)
  const [asOf] = useAsOf()
  const narrowed = toApiParams(query).filter(([name]) => !['pageNumber', 'pageSize', 'sort'].includes(name))
  const asked = asOf === null ? narrowed : [...narrowed, ['asOf', asOf] as const]
  const { data, isPlaceholderData } = useQuery({
    queryKey: key({ facets: asked }),
    queryFn: async ({ signal }) => (await request<WireFacets>(endpointsOf(resource).facets, { params: asked, signal })).data,
    enabled: isWanted && (resource.list.facets ?? []).length > 0,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
  return data ? { counts: data, isStale: isPlaceholderData } : null
}
