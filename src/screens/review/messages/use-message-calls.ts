import { useHttp } from '@matricola/console/app/console-context.ts'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { InputOf } from '@matricola/schema/wire/call.ts'
import { useInvalidate } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import type { WireOfficeMessage } from '#resources/admission/wire-messages.ts'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { registrationKey, registrationsResource } from '../registration.ts'
import { useReviewDraft } from '../review-drafts.ts'

/** Calls that change the conversation. Each returns the application, which replaces the shown one. */
export function useMessageCalls(record: WireRegistration) {
  const { makeCall } = useHttp()
  const { t } = usePageText()
  const client = useQueryClient()
  const invalidate = useInvalidate()
  const [, changeDraft] = useReviewDraft(record.id)
  const show = (data: unknown) => {
    client.setQueryData(registrationKey(record.id), data)
    void invalidate({ resource: registrationsResource.name, invalidates: ['list', 'many'] })
  }
  const undo = async ({ id, body }: Pick<WireOfficeMessage, 'id' | 'body'>) => {
    try {
      const { data, message } = await makeCall(reviewCalls.undoMessage, {
        params: { id: record.id, messageId: id },
      })
      show(data)
      changeDraft({ message: body })
      showToast({ severity: 'info', summary: message })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      showToast({ severity: 'error', summary: error.message })
    }
  }
  const undoUse = async (document: DocumentName) => {
    try {
      const params = { id: record.id, document }
      const { data, message } = await makeCall(reviewCalls.undoAdoption, { params })
      show(data)
      showToast({ severity: 'info', summary: message })
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      showToast({ severity: 'error', summary: error.message })
    }
  }
  return {
    undo,
    undoUse,
    async use(attachment: string, document: DocumentName) {
      try {
        const { data, message } = await makeCall(reviewCalls.adoptAttachment, {
          params: { id: record.id, document },
          input: { attachment },
        })
        show(data)
        const action = { label: t('review:messages.undo'), run: () => void undoUse(document) }
        showToast({ severity: 'success', summary: message, action })
      } catch (error) {
        if (!(error instanceof HttpError)) throw error
        showToast({ severity: 'error', summary: error.message })
      }
    },
    async send(
      input: InputOf<typeof reviewCalls.sendMessage>,
      headers: Readonly<Record<string, string>>,
    ) {
      const { data, message } = await makeCall(reviewCalls.sendMessage, {
        ...{ params: { id: record.id }, input, headers },
      })
      show(data)
      showToast({ severity: 'success', summary: message })
    },
    async close() {
      const { data, message } = await makeCall(reviewCalls.closeMessages, {
        params: { id: record.id },
      })
      show(data)
      showToast({ severity: 'success', summary: message })
    },
  }
}
