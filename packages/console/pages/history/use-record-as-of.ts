import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useEndpoint } from '../../use-call.ts'

/** A record as of the end of a day. Not fetched if `asOf` is null. */
export const useRecordAsOf = (resource: AnyResource, id: string, asOf: string | null) =>
  useEndpoint<WireRecord>(
    endpointsOf(resource).single,
    { params: { id }, query: { asOf: asOf ?? '' } },
    { key: ['data', 'default', resource.name, 'one', id, 'asOf', asOf], enabled: asOf !== null },
  )
