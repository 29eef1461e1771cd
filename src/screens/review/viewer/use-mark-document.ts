import { useHttp } from '@matricola/console/app/console-context.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { registrationKey } from '../registration.ts'

export type MarkDocument = (
  document: DocumentName,
  found: 'verified' | 'rejected' | null,
  reason?: string,
) => Promise<void>

/**
 * Marks a document as verified or rejected, with a reason; null removes the mark. Throws
 * `HttpError`.
 */
export function useMarkDocument(record: WireRegistration): MarkDocument {
  const { makeCall } = useHttp()
  const client = useQueryClient()
  return async (document, mark, reason) => {
    const { data } = await makeCall(reviewCalls.markDocument, {
      params: { id: record.id, document },
      input: { mark, version: record.version, ...(reason === undefined ? {} : { reason }) },
    })
    client.setQueryData(registrationKey(record.id), data)
  }
}
