import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireChange } from '@matricola/schema/wire/wire.ts'
import { useQuery } from '@tanstack/react-query'
import { useHttp } from '../../app/console-context.ts'

const changesPerPage = 100
/** Maximum number of history pages to load. */
const maxPages = 5

/** History of a record, newest first, limited to its last 500 changes. */
export function useChanges(resource: AnyResource, id: string) {
  const { request } = useHttp()
  return useQuery({
    // Below the record's own query key, so that each write of the record also invalidates its
    // history.
    queryKey: ['data', 'default', resource.name, 'one', id, 'changes'],
    queryFn: async ({ signal }) => {
      const fetchPage = async (page: number) =>
        (
          await request<Page<WireChange>>(endpointsOf(resource).history, {
            path: { id },
            params: { pageNumber: String(page), pageSize: String(changesPerPage) },
            signal,
          })
        ).data
      const first = await fetchPage(1)
      const pages = Math.min(maxPages, Math.ceil(first.totalCount / changesPerPage))
      const otherPages = await Promise.all(
        Array.from({ length: Math.max(0, pages - 1) }, (_, index) => fetchPage(index + 2)),
      )
      return [first, ...otherPages].flatMap(({ list }) => list)
    },
  })
}
