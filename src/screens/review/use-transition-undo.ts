import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { titleText } from '@matricola/console/fields/title-text.ts'
import { closeToast, showToast, type Toast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { registrationKey, registrationsResource } from './registration.ts'

/**
 * Undoes the transition of the current application if possible, otherwise the last one made on this
 * screen.
 */
export function useTransitionUndo(onUndone: (record: WireRegistration) => void) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const undoableIds = useRef<string[]>([])
  /** The message about the last transition. */
  const lastToast = useRef<{ readonly id: string; readonly toast: number } | null>(null)
  const isBusy = useRef(false)

  const undo = async (id: string) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const key = registrationKey(id)
      const version = client.getQueryData<WireRegistration>(key)?.version
      const { data } = await makeCall(reviewCalls.undoTransition, {
        params: { id },
        input: version === undefined ? {} : { version },
      })
      undoableIds.current = undoableIds.current.filter((otherId) => otherId !== id)
      if (lastToast.current?.id === id) closeToast(lastToast.current.toast)
      client.setQueryData(key, data)
      void invalidate({ resource: registrationsResource.name, invalidates: ['list', 'many'] })
      showToast({
        severity: 'info',
        summary: t('review:undone', { name: titleText(registrationsResource, data, t) }),
      })
      onUndone(data)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      showToast({ severity: 'error', summary: error.message })
    } finally {
      isBusy.current = false
    }
  }
  return {
    /** Shows a message about a transition, in place of the one about the transition before. */
    announce: (id: string, message: (undoThis: () => void) => Toast) => {
      undoableIds.current = [...undoableIds.current.filter((otherId) => otherId !== id), id]
      if (lastToast.current) closeToast(lastToast.current.toast)
      lastToast.current = { id, toast: showToast(message(() => void undo(id))) }
    },
    undo: (id: string) => void undo(id),
    undoLast: (record: WireRegistration | undefined) => {
      const last = undoableIds.current.at(-1)
      if (record && (undoableIds.current.includes(record.id) || (!last && record.hold?.canUndo)))
        return void undo(record.id)
      if (last) return void undo(last)
      showToast({ severity: 'info', summary: t('review:nothingToUndo') })
    },
  }
}
