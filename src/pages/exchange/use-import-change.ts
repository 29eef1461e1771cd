import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportChange, WireImport } from '#model/wire/jobs.ts'
import { jobScope, recallJobs, rememberJob } from '#src/pages/jobs/job-calls.ts'
import { changeAnswer } from '#src/use-call.ts'
import { changeImport, importKey } from './import-calls.ts'

/**
 * Changes an import, one call after another. Choices are shown immediately, and the response to an earlier call never overwrites
 * a later choice.
 */
export function useImportChange(id: string) {
  const client = useQueryClient()
  const queryKey = importKey(id)
  const scope = jobScope(id)
  return useMutation({
    mutationFn: (change: ImportChange) => changeImport(id, change),
    scope,
    onMutate: async ({ mapping, dayOrders, mode }) => {
      await client.cancelQueries({ queryKey })
      changeAnswer<WireImport>(client, queryKey, (old) => {
        if (!old) return old
        const orders = dayOrders && { dayOrders: old.dayOrders.map((order, column) => dayOrders[column] ?? order) }
        return { ...old, ...(mapping && { mapping }), ...orders, ...(mode && { mode }) }
      })
    },
    onSuccess: (changed) => {
      const isLast = client.isMutating({ predicate: ({ options }) => options.scope?.id === scope.id }) <= 1
      if (isLast) changeAnswer(client, queryKey, () => changed)
      rememberJob(client, changed.job)
    },
    onError: () => {
      void client.invalidateQueries({ queryKey })
      void recallJobs(client)
    },
  })
}
