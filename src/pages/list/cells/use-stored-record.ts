import { type GetListResponse, useInvalidate, useKeys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire/wire.ts'

/**
 * Puts a record as the server answered it into every list that shows it, in its place: a row does not move away from
 * under the hands that changed it. Lists are read again when they are next asked for.
 */
export function useStoredRecord(resource: AnyResource) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const { keys } = useKeys()
  return (record: WireRecord) => {
    const queryKey = keys().data('default').resource(resource.name).action('list').get()
    client.setQueriesData<unknown>({ queryKey }, (old: unknown) => (isList(old) ? { ...old, data: old.data.map(replaced) } : old))
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
    void invalidate({ resource: resource.name, id: record.id, invalidates: ['many', 'detail'] })

    function replaced(row: WireRecord): WireRecord {
      return row.id === record.id ? record : row
    }
  }
}

const isList = (held: unknown): held is GetListResponse<WireRecord> =>
  typeof held === 'object' && held !== null && 'data' in held && Array.isArray(held.data)
