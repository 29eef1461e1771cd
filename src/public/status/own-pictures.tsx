import { useEffect, useState } from 'react'
import type { WireOwnDocument } from '#model/admission/wire.ts'
import { download, HttpError } from '#providers/http.ts'
import { Thumbnail } from '../documents/thumbnail.tsx'

/** Documents that were fetched, in memory only: what was shown before the answer is still shown after it, when the session is over. */
const fetched = new Map<string, Promise<Blob>>()

const keyOf = (reference: string, { document, sentAt }: WireOwnDocument) => `${reference} ${document} ${sentAt}`

/** The bytes of a document of the own application, fetched once. Throws `HttpError`. */
export function fetchOwn(reference: string, document: WireOwnDocument): Promise<Blob> {
  const key = keyOf(reference, document)
  const known = fetched.get(key)
  if (known) return known
  const asked = download({ method: 'GET', path: document.url }).then(({ blob }) => new Blob([blob], { type: document.mediaType }))
  fetched.set(key, asked)
  // Failures are asked for again.
  asked.catch(() => fetched.delete(key))
  return asked
}

/** Keeps the bytes that have just been sent as a document. */
export const knowOwn = (reference: string, document: WireOwnDocument, blob: Blob) =>
  void fetched.set(keyOf(reference, document), Promise.resolve(blob))

/** Tells whether there is something to look at: what was sent from this page is, before the university has prepared it. */
export const canLook = (reference: string, document: WireOwnDocument) =>
  document.state === 'ready' || fetched.has(keyOf(reference, document))

export const forgetOwn = () => fetched.clear()

/** A small picture of a document of the own application; nothing where it cannot be fetched, since its name stands beside it. */
export function OwnPicture({ reference, document }: { reference: string; document: WireOwnDocument }) {
  const [blob, setBlob] = useState<Blob | null>(null)
  useEffect(() => {
    if (!canLook(reference, document)) return
    let isShown = true
    fetchOwn(reference, document).then(
      (bytes) => isShown && setBlob(bytes),
      (error) => {
        if (!(error instanceof HttpError)) throw error
      },
    )
    return () => {
      isShown = false
    }
  }, [reference, document])
  return blob ? <Thumbnail file={{ blob, name: document.name, originalBytes: blob.size }} /> : null
}
