import type { AnyResource } from '@matricola/schema/resource.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { type GetListResponse, useInvalidate, useKeys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'

/**
 * Replaces a record in all cached lists that contain it, at its current position, so that an edited
 * row does not move. The lists are marked stale and fetched again when they are next shown.
 */
export function useReplaceRecord(resource: AnyResource) {
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const { keys } = useKeys()
  return (record: WireRecord) => {
    const queryKey = keys().data('default').resource(resource.name).action('list').get()
    client.setQueriesData<unknown>({ queryKey }, (old: unknown) =>
      isList(old) ? { ...old, data: old.data.map(replaceRow) } : old,
    )
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
    void invalidate({ resource: resource.name, id: record.id, invalidates: ['many', 'detail'] })

    function replaceRow(row: WireRecord): WireRecord {
      return row.id === record.id ? record : row
    }
  }
}

const isList = (value: unknown): value is GetListResponse<WireRecord> =>
  typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
