import { useEffect, useRef, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import { maxImportBytes } from '#model/vocabulary.ts'
import type { ImportReading, WireImport } from '#model/wire/jobs.ts'
import { newKey } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { sendFile } from './import-calls.ts'

/** Why an upload failed. `lost` and `busy` can be retried with the same file; `refused` carries the message of the server. */
export type UploadFault =
  | { readonly kind: 'empty' | 'tooLarge' | 'lost' | 'busy' }
  | { readonly kind: 'refused'; readonly message: string; readonly reference: string | undefined }

export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly name: string; readonly share: number }
  | { readonly step: 'failed'; readonly name: string; readonly fault: UploadFault }

export const canSendAgain = ({ kind }: UploadFault) => kind === 'lost' || kind === 'busy'

/** The file of the last import. The server does not keep it, so reading it with other settings means sending it again. */
let held: { readonly importId: string; readonly file: File } | null = null

/** Returns the file of an import while the page that uploaded it is open. */
export const heldFile = (importId: string) => (held?.importId === importId ? held.file : null)

interface Kept {
  /** Idempotency key of the upload: a retry after a lost response does not start a second import. */
  readonly key: string
  readonly file: File
  readonly reading: ImportReading
}

/** Uploads one file at a time. A file that could not be sent is kept and sent again when the connection is back. */
export function useUpload(resource: AnyResource, onTaken: (taken: WireImport) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const kept = useRef<Kept | null>(null)
  const run = useRef<AbortController | null>(null)

  const send = async (file: File, reading: ImportReading = {}, key = newKey()) => {
    run.current?.abort()
    const own = new AbortController()
    run.current = own
    kept.current = { key, file, reading }
    const show = (next: UploadState) => !own.signal.aborted && setState(next)
    const fault = faultOf(file)
    if (fault) return show({ step: 'failed', name: file.name, fault })
    show({ step: 'sending', name: file.name, share: 0 })
    try {
      const onProgress = (share: number) => show({ step: 'sending', name: file.name, share })
      const taken = await sendFile(resource, { key, file, reading, onProgress, signal: own.signal })
      if (own.signal.aborted) return
      kept.current = null
      held = { importId: taken.job.id, file }
      show({ step: 'idle' })
      onTaken(taken)
    } catch (error) {
      show({ step: 'failed', name: file.name, fault: refusalOf(error) })
    }
  }
  const sendAgain = () => {
    if (kept.current) void send(kept.current.file, kept.current.reading, kept.current.key)
  }
  const cancel = () => {
    run.current?.abort()
    kept.current = null
    setState({ step: 'idle' })
  }

  const isLost = state.step === 'failed' && state.fault.kind === 'lost'
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', sendAgain)
    return () => window.removeEventListener('online', sendAgain)
  })
  useEffect(() => () => run.current?.abort(), [])
  return { state, send, sendAgain, cancel }
}

/** Returns the problem with a file that can be found without uploading it. The server detects the type from the content. */
function faultOf(file: File): UploadFault | null {
  if (file.size === 0) return { kind: 'empty' }
  return file.size > maxImportBytes ? { kind: 'tooLarge' } : null
}

function refusalOf(error: unknown): UploadFault {
  if (!(error instanceof HttpError)) throw error
  if (error.statusCode === 0) return { kind: 'lost' }
  if (error.statusCode === 429 || error.statusCode === 503) return { kind: 'busy' }
  return { kind: 'refused', message: error.message, reference: error.statusCode < 500 ? undefined : error.requestId }
}
