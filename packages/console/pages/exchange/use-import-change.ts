import type { ImportChange, WireImport } from '@matricola/schema/wire/jobs.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useHttp } from '../../app/console-context.ts'
import { updateCachedResponse } from '../../use-call.ts'
import { cacheJob, invalidateJobs, jobScope } from '../jobs/job-calls.ts'
import { importKey, submitImportChange } from './import-calls.ts'

/**
 * Changes an import, one call after another. Choices are shown immediately, and the response to an
 * earlier call never overwrites a later choice.
 */
export function useImportChange(id: string) {
  const http = useHttp()
  const client = useQueryClient()
  const queryKey = importKey(id)
  const scope = jobScope(id)
  return useMutation({
    mutationFn: (change: ImportChange) => submitImportChange(http, id, change),
    scope,
    onMutate: async ({ mapping, dayOrders, mode }) => {
      await client.cancelQueries({ queryKey })
      updateCachedResponse<WireImport>(client, queryKey, (old) => {
        if (!old) return old
        const orders = dayOrders && {
          dayOrders: old.dayOrders.map((order, column) => dayOrders[column] ?? order),
        }
        return { ...old, ...(mapping && { mapping }), ...orders, ...(mode && { mode }) }
      })
    },
    onSuccess: (updated) => {
      const isLast =
        client.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) <= 1
      if (isLast) updateCachedResponse(client, queryKey, () => updated)
      cacheJob(client, updated.job)
    },
    onError: () => {
      void client.invalidateQueries({ queryKey })
      void invalidateJobs(client)
    },
  })
}
