import { HttpError } from '@matricola/providers/http.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useInvalidate } from '@refinedev/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useHttp } from '../../app/console-context.ts'
import type { IdempotencyHeaders } from '../../app/submission-key.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { refusalText } from './refusal-text.ts'

interface ActionCall {
  readonly action: string
  readonly input: object
  /**
   * Headers of the dialog that asked for confirmation; absent if the action runs without a dialog.
   */
  readonly headers?: IdempotencyHeaders
}

/**
 * Runs an action on the displayed version of a record. Shows the server's message in a toast, with
 * an undo button if `undoOf` returns one, and reloads everything that may contain the record.
 */
export function useRecordAction(
  resource: AnyResource,
  record: WireRecord,
  undoOf?: (record: WireRecord) => (() => void) | undefined,
) {
  const { request, withIdempotencyKey } = useHttp()
  const { t } = useTranslation('pages')
  const invalidate = useInvalidate()
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: ({ action, input, headers: extraHeaders }: ActionCall) => {
      const body = { version: record.version, ...input }
      const send = (headers: IdempotencyHeaders) =>
        request<WireRecord>(endpointsOf(resource).action, {
          path: { id: record.id, action },
          body,
          headers,
          fallback: `resources:${resource.name}.problems.update`,
        })
      return extraHeaders
        ? send(extraHeaders)
        : withIdempotencyKey([resource.name, record.id, action, body], send)
    },
    onSuccess: ({ message, data }) => {
      const undo = undoOf?.(data)
      showToast({
        severity: 'success',
        summary: message,
        ...(undo && { action: { label: t('show.undo'), run: undo } }),
      })
    },
    onSettled: () =>
      invalidate({
        resource: resource.name,
        id: record.id,
        invalidates: ['list', 'many', 'detail'],
      }),
  })
  /** Whether a visible list still contains the record after it was reloaded. */
  const isListed = () =>
    client
      .getQueriesData<{ readonly data?: unknown }>({
        queryKey: ['data', 'default', resource.name, 'list'],
        type: 'active',
      })
      // Counts of the list are cached under the same key as its pages.
      .some(([, page]) => Array.isArray(page?.data) && page.data.some(({ id }) => id === record.id))
  return {
    isPending: mutation.isPending,
    /** Runs the action without showing its error, for dialogs that show the error themselves. */
    send: mutation.mutateAsync,
    /**
     * Runs the action without a dialog. An error is shown in a toast. If another user has changed
     * the record and a visible list still contains it, `onStale` is called instead.
     */
    run: (call: ActionCall, onStale?: (message: string) => void) =>
      void mutation.mutateAsync(call).catch((error: Error) => {
        if (onStale && isListed() && error instanceof HttpError && error.code === 'record.stale')
          onStale(error.message)
        else showToast({ severity: 'error', summary: refusalText(error) })
      }),
  }
}
