import type { AnyResource } from '@matricola/schema/resource.ts'
import type { ListQuery } from '@matricola/schema/wire/list-query.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { fetchTotal } from '../../live/fetch-records.ts'
import { listConditionsKey } from '../bulk/use-selection.ts'

interface RowsRead {
  /** Total that was returned with the rows; null if they were returned before it was known. */
  readonly total: number | null
  /** When the rows were read. */
  readonly readAt: number
  /** Whether the rows are those of an earlier query. */
  readonly isOlder: boolean
}

/**
 * Exact number of records in a list; null until it is counted. If rows arrive without their total, it is fetched separately.
 * Until then, the previous total of the same list is returned, if any.
 */
export function useTotal(resource: AnyResource, query: ListQuery, { total, readAt, isOlder }: RowsRead): number | null {
  const http = useHttp()
  const conditionsKey = `${resource.name} ${listConditionsKey(query)}`
  const last = useRef<{ readonly conditionsKey: string; readonly total: number } | null>(null)
  const { data: fetchedTotal } = useQuery({
    queryKey: ['total', conditionsKey, readAt],
    queryFn: () => fetchTotal(http, resource, query),
    enabled: readAt > 0 && !isOlder && total === null,
    refetchOnWindowFocus: false,
  })
  if (isOlder) return total ?? last.current?.total ?? null
  const known = total ?? fetchedTotal ?? null
  if (known !== null) last.current = { conditionsKey, total: known }
  return last.current?.conditionsKey === conditionsKey ? last.current.total : null
}
