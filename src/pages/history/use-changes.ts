import { useQuery } from '@tanstack/react-query'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { Page, WireChange } from '#model/wire/wire.ts'
import { request } from '#providers/http.ts'

const atOnce = 100
/** Pages that a person can still look through. */
const mostPages = 5

/** History of a record, newest first: its last five hundred changes. */
export function useChanges(resource: AnyResource, id: string) {
  return useQuery({
    // Under the resource's own key, so that every write of the record brings its history up to date.
    queryKey: ['data', 'default', resource.name, 'one', id, 'changes'],
    queryFn: async ({ signal }) => {
      const read = async (page: number) =>
        (
          await request<Page<WireChange>>(endpointsOf(resource).history, {
            path: { id },
            params: { pageNumber: String(page), pageSize: String(atOnce) },
            signal,
          })
        ).data
      const first = await read(1)
      const pages = Math.min(mostPages, Math.ceil(first.totalCount / atOnce))
      const others = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)))
      return [first, ...others].flatMap(({ list }) => list)
    },
  })
}
