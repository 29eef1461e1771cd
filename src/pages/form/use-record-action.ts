import { useInvalidate } from '@refinedev/core'
import { useMutation } from '@tanstack/react-query'
import { endpointsOf } from '#model/endpoints.ts'
import type { AnyResource } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { HttpError, request } from '#providers/http.ts'
import { showToast } from '#src/toasts/toast-store.ts'

/** Runs an action against the version on the screen, says what the server says and has everything read again that may show the record. */
export function useRecordAction(resource: AnyResource, record: WireRecord) {
  const invalidate = useInvalidate()
  return useMutation({
    mutationFn: ({ action, input }: { readonly action: string; readonly input: object }) =>
      request<WireRecord>(endpointsOf(resource).action, {
        path: { id: record.id, action },
        body: { version: record.version, ...input },
        fallback: `resources:${resource.name}.problems.update`,
      }),
    onSuccess: ({ message }) => showToast({ severity: 'success', summary: message }),
    onError: (error) => {
      // Refused fields are shown beside the fields, in the dialog that asked for them.
      if (!(error instanceof HttpError) || Object.keys(error.fields).length === 0) showToast({ severity: 'error', summary: error.message })
    },
    onSettled: () => invalidate({ resource: resource.name, id: record.id, invalidates: ['list', 'many', 'detail'] }),
  })
}
