import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { endpointsOf } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { request } from '#providers/http.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { refusalText } from './refusal-text.ts'

interface Call {
  readonly action: string
  readonly input: object
}

/** Runs an action against the version on the screen, says what the server says and has everything read again that may show the record. */
export function useRecordAction(resource: AnyResource, record: WireRecord) {
  const invalidate = useInvalidate()
  const mutation = useMutation({
    mutationFn: ({ action, input }: Call) =>
      request<WireRecord>(endpointsOf(resource).action, {
        path: { id: record.id, action },
        body: { version: record.version, ...input },
        fallback: `resources:${resource.name}.problems.update`,
      }),
    onSuccess: ({ message }) => showToast({ severity: 'success', summary: message }),
    onSettled: () => invalidate({ resource: resource.name, id: record.id, invalidates: ['list', 'many', 'detail'] }),
  })
  return {
    isPending: mutation.isPending,
    /** For a dialog, which shows by itself why the server refused. */
    ask: mutation.mutateAsync,
    /** At once; a toast says why the server refused. */
    run: (call: Call) => mutation.mutate(call, { onError: (error) => showToast({ severity: 'error', summary: refusalText(error) }) }),
  }
}
