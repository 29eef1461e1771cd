import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { AnyResource } from '#model/resource.ts'
import type { ListQuery } from '#model/wire/list-query.ts'
import { totalOf } from '#src/live/look.ts'
import { narrowingOf } from '#src/pages/bulk/use-selection.ts'

interface Read {
  /** Total that came with the rows; null where these came first. */
  readonly total: number | null
  /** When the rows were read. */
  readonly readAt: number
  /** True while the rows are those of an older query. */
  readonly isOlder: boolean
}

/**
 * Exact number of records that a list holds, null until it is counted. Rows that came before their total have it asked for by
 * itself; meanwhile the last one of the same list is shown, as it was a moment ago.
 */
export function useTotal(resource: AnyResource, query: ListQuery, { total, readAt, isOlder }: Read): number | null {
  const of = `${resource.name} ${narrowingOf(query)}`
  const last = useRef<{ readonly of: string; readonly total: number } | null>(null)
  const { data: counted } = useQuery({
    queryKey: ['total', of, readAt],
    queryFn: () => totalOf(resource, query),
    enabled: readAt > 0 && !isOlder && total === null,
    refetchOnWindowFocus: false,
  })
  if (isOlder) return total ?? last.current?.total ?? null
  const known = total ?? counted ?? null
  if (known !== null) last.current = { of, total: known }
  return last.current?.of === of ? last.current.total : null
}
