import { HttpError } from '@matricola/providers/http.ts'
import { useEffect, useState } from 'react'
import type { WireOwnDocument } from '#resources/admission/wire.ts'
import { download } from '../../http.ts'
import { Thumbnail } from '../documents/thumbnail.tsx'

/**
 * Documents that were fetched, in memory only. After the answer has ended the session, they can
 * still be shown.
 */
const fetchedDocuments = new Map<string, Promise<Blob>>()

const keyOf = (reference: string, { document, sentAt }: WireOwnDocument) =>
  `${reference} ${document} ${sentAt}`

/**
 * Returns the bytes of a document of the opened application. Fetches them only once. Throws
 * `HttpError`.
 */
export function fetchOwnDocument(reference: string, document: WireOwnDocument): Promise<Blob> {
  const key = keyOf(reference, document)
  const cached = fetchedDocuments.get(key)
  if (cached) return cached
  const request = download({ method: 'GET', path: document.url }).then(
    ({ blob }) => new Blob([blob], { type: document.mediaType }),
  )
  fetchedDocuments.set(key, request)
  // A failed request can be repeated.
  request.catch(() => fetchedDocuments.delete(key))
  return request
}

/** Stores the bytes of a document that was just uploaded. */
export const cacheOwnDocument = (reference: string, document: WireOwnDocument, blob: Blob) =>
  void fetchedDocuments.set(keyOf(reference, document), Promise.resolve(blob))

/**
 * Whether the document can be shown. A document that was uploaded from this page can be shown even
 * before the server has prepared it.
 */
export const canShowOwnDocument = (reference: string, document: WireOwnDocument) =>
  document.state === 'ready' || fetchedDocuments.has(keyOf(reference, document))

export const clearOwnDocuments = () => fetchedDocuments.clear()

/**
 * A small image of a document. Renders nothing if it cannot be fetched, because the name is next to
 * it.
 */
export function OwnDocumentThumbnail({
  reference,
  document,
}: {
  reference: string
  document: WireOwnDocument
}) {
  const [blob, setBlob] = useState<Blob | null>(null)
  useEffect(() => {
    if (!canShowOwnDocument(reference, document)) return
    let isMounted = true
    fetchOwnDocument(reference, document).then(
      (bytes) => isMounted && setBlob(bytes),
      (error) => {
        if (!(error instanceof HttpError)) throw error
      },
    )
    return () => {
      isMounted = false
    }
  }, [reference, document])
  return blob ? <Thumbnail file={{ blob, name: document.name, originalBytes: blob.size }} /> : null
}
