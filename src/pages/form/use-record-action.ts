import { useInvalidate } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AnyResource } from '#model/resource.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { once } from '#providers/call-key.ts'
import { HttpError, request } from '#providers/http.ts'
import type { Keyed } from '#src/console/intent.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { refusalText } from './refusal-text.ts'

interface Call {
  readonly action: string
  readonly input: object
  /** Of the dialog that asked for it; absent: it was asked for by one press. */
  readonly headers?: Keyed
}

/** Runs an action against the version on the screen, says what the server says, with the way back that `undoOf` knows, and has everything read again that may show the record. */
export function useRecordAction(resource: AnyResource, record: WireRecord, undoOf?: (record: WireRecord) => (() => void) | undefined) {
  const { t } = useTranslation('pages')
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ action, input, headers: given }: Call) => {
      const body = { version: record.version, ...input }
      const send = (headers: Keyed) =>
        request<WireRecord>(endpointsOf(resource).action, {
          path: { id: record.id, action },
          body,
          headers,
          fallback: `resources:${resource.name}.problems.update`,
        })
      return given ? send(given) : once([resource.name, record.id, action, body], send)
    },
    onSuccess: ({ message, data }) => {
      const undo = undoOf?.(data)
      showToast({ severity: 'success', summary: message, ...(undo && { action: { label: t('review.undo'), run: undo } }) })
    },
    onSettled: () => invalidate({ resource: resource.name, id: record.id, invalidates: ['list', 'many', 'detail'] }),
  })
  /** Tells whether a list on the screen still holds the record: it may have left once that was read again. */
  const isListed = () =>
    client
      .getQueriesData<{ readonly data?: unknown }>({ queryKey: ['data', 'default', resource.name, 'list'], type: 'active' })
      // Beside the pages of rows, what is counted of the list stands under its key.
      .some(([, page]) => Array.isArray(page?.data) && page.data.some(({ id }) => id === record.id))
  return {
    isPending: mutation.isPending,
    /** For a dialog, which shows by itself why the server refused. */
    ask: mutation.mutateAsync,
    /** At once; a toast says why the server refused, and `onStale`, while its list holds the record, what somebody else has changed. */
    run: (call: Call, onStale?: (message: string) => void) =>
      void mutation.mutateAsync(call).catch((error: Error) => {
        if (onStale && isListed() && error instanceof HttpError && error.code === 'record.stale') onStale(error.message)
        else showToast({ severity: 'error', summary: refusalText(error) })
      }),
  }
}
