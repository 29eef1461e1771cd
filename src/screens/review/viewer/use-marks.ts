import { useQueryClient } from '@tanstack/react-query'
import type { WireRegistration } from '#model/admission/wire.ts'
import { ask } from '#providers/ask.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { registrationQuery } from '../registration.ts'

export type Mark = (document: DocumentName, found: 'verified' | 'rejected' | null, reason?: string) => Promise<void>

/** Says of a document that it is as it should be, or why it is not; null takes that back. Throws what the server refuses. */
export function useMarks(record: WireRegistration): Mark {
  const client = useQueryClient()
  return async (document, mark, reason) => {
    const { data } = await ask(reviewCalls.markDocument, {
      params: { id: record.id, document },
      input: { mark, version: record.version, ...(reason === undefined ? {} : { reason }) },
    })
    client.setQueryData(registrationQuery(record.id).queryKey, data)
  }
}
