import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { useEndpoint } from '#src/use-call.ts'

/** A record as of the end of a day. Not fetched if `asOf` is null. */
export const useRecordAsOf = (resource: AnyResource, id: string, asOf: string | null) =>
  useEndpoint<WireRecord>(
    endpointsOf(resource).single,
    { params: { id }, query: { asOf: asOf ?? '' } },
    { key: ['data', 'default', resource.name, 'one', id, 'asOf', asOf], enabled: asOf !== null },
  )
