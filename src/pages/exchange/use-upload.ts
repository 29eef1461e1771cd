import { useEffect, useRef, useState } from 'react'
import type { AnyResource } from '#model/resource.ts'
import { maxImportBytes } from '#model/vocabulary.ts'
import type { ImportReading, WireImport } from '#model/wire/jobs.ts'
import { newKey } from '#providers/call-key.ts'
import { HttpError } from '#providers/http.ts'
import { sendFile } from './import-calls.ts'

/** Why a file was not taken. `lost` and `busy` may be tried again with the same file; `refused` says why in the server's words. */
export type UploadFault =
  | { readonly kind: 'empty' | 'tooLarge' | 'kind' | 'lost' | 'busy' }
  | { readonly kind: 'refused'; readonly message: string; readonly reference: string | undefined }

export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly name: string; readonly share: number }
  | { readonly step: 'failed'; readonly name: string; readonly fault: UploadFault }

export const canSendAgain = ({ kind }: UploadFault) => kind === 'lost' || kind === 'busy'

/** The file of the import that was begun last: the server keeps none, so it is sent again to be read in another way. */
let held: { readonly importId: string; readonly file: File } | null = null

/** The file of an import, as long as the page that sent it is open. */
export const heldFile = (importId: string) => (held?.importId === importId ? held.file : null)

interface Kept {
  /** Of the call: sent again after a lost answer, it makes no second import. */
  readonly key: string
  readonly file: File
  readonly reading: ImportReading
}

/** Sends one file at a time; what could not be sent is kept, and sent again when the connection is back. */
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

/** Names of files that are never a table. The server tells the kind of all others by their content. */
const noTable = /\.(?:pdf|jpe?g|jfif|png|gif|heic|webp|docx?|pptx?|mp[34]|mov)$/i

/** Fault that can be seen without sending it. */
function faultOf(file: File): UploadFault | null {
  if (noTable.test(file.name)) return { kind: 'kind' }
  if (file.size === 0) return { kind: 'empty' }
  return file.size > maxImportBytes ? { kind: 'tooLarge' } : null
}

function refusalOf(error: unknown): UploadFault {
  if (!(error instanceof HttpError)) throw error
  if (error.statusCode === 0) return { kind: 'lost' }
  if (error.statusCode === 429 || error.statusCode === 503) return { kind: 'busy' }
  return { kind: 'refused', message: error.message, reference: error.requestId }
}
