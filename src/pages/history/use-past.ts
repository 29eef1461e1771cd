import { useQuery } from '@tanstack/react-query'
import { endpointsOf } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'

/** A record as it was at the end of a day; asked for where there is a day. */
export const usePast = (resource: AnyResource, id: string, asOf: string | null) =>
  useQuery({
    queryKey: ['data', 'default', resource.name, 'one', id, 'asOf', asOf],
    enabled: asOf !== null,
    queryFn: async ({ signal }) =>
      (await request<WireRecord>(endpointsOf(resource).single, { path: { id }, params: { asOf: asOf ?? '' }, signal })).data,
  })
