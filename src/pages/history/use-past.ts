import { endpointsOf } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { useRead } from '#src/use-read.ts'

/** A record as it was at the end of a day; asked for where there is a day. */
export const usePast = (resource: AnyResource, id: string, asOf: string | null) =>
  useRead<WireRecord>(endpointsOf(resource).single, {
    path: { id },
    query: { asOf: asOf ?? '' },
    key: ['data', 'default', resource.name, 'one', id, 'asOf', asOf],
    enabled: asOf !== null,
  })
