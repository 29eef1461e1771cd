import { HttpError } from '@matricola/providers/http.ts'
import { createIdempotencyKey } from '@matricola/providers/idempotency-key.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { maxImportBytes } from '@matricola/schema/vocabulary.ts'
import type { ImportFileOptions, WireImport } from '@matricola/schema/wire/jobs.ts'
import { useEffect, useRef, useState } from 'react'
import { useHttp } from '../../app/console-context.ts'
import { uploadImportFile } from './import-calls.ts'

/**
 * Why an upload failed. `lost` and `busy` can be retried with the same file; `refused` includes the
 * server's message.
 */
export type UploadFailure =
  | { readonly kind: 'empty' | 'tooLarge' | 'lost' | 'busy' }
  | { readonly kind: 'refused'; readonly message: string; readonly reference: string | undefined }

export type UploadState =
  | { readonly step: 'idle' }
  | { readonly step: 'sending'; readonly name: string; readonly fraction: number }
  | { readonly step: 'failed'; readonly name: string; readonly failure: UploadFailure }

export const isRetriable = ({ kind }: UploadFailure) => kind === 'lost' || kind === 'busy'

/**
 * The file of the last import. The server does not keep the file, so reading it with other settings
 * requires another upload.
 */
let uploadedFile: { readonly importId: string; readonly file: File } | null = null

/** Returns the file of an import while the page that uploaded it is open. */
export const findUploadedFile = (importId: string) =>
  uploadedFile?.importId === importId ? uploadedFile.file : null

interface PendingUpload {
  /**
   * Idempotency key of the upload: a retry after a lost response does not start a second import.
   */
  readonly key: string
  readonly file: File
  readonly reading: ImportFileOptions
}

/**
 * Uploads one file at a time. A file that could not be sent is kept and sent again when the
 * connection is back.
 */
export function useUpload(resource: AnyResource, onUploaded: (uploaded: WireImport) => void) {
  const http = useHttp()
  const [state, setState] = useState<UploadState>({ step: 'idle' })
  const pending = useRef<PendingUpload | null>(null)
  const currentUpload = useRef<AbortController | null>(null)

  const send = async (
    file: File,
    reading: ImportFileOptions = {},
    key = createIdempotencyKey(),
  ) => {
    currentUpload.current?.abort()
    const controller = new AbortController()
    currentUpload.current = controller
    pending.current = { key, file, reading }
    const show = (next: UploadState) => !controller.signal.aborted && setState(next)
    const failure = findFileFailure(file)
    if (failure) return show({ step: 'failed', name: file.name, failure })
    show({ step: 'sending', name: file.name, fraction: 0 })
    try {
      const onProgress = (fraction: number) => show({ step: 'sending', name: file.name, fraction })
      const uploaded = await uploadImportFile(http, resource, {
        key,
        file,
        reading,
        onProgress,
        signal: controller.signal,
      })
      if (controller.signal.aborted) return
      pending.current = null
      uploadedFile = { importId: uploaded.job.id, file }
      show({ step: 'idle' })
      onUploaded(uploaded)
    } catch (error) {
      show({ step: 'failed', name: file.name, failure: toUploadFailure(error) })
    }
  }
  const sendAgain = () => {
    if (pending.current)
      void send(pending.current.file, pending.current.reading, pending.current.key)
  }
  const cancel = () => {
    currentUpload.current?.abort()
    pending.current = null
    setState({ step: 'idle' })
  }

  const isLost = state.step === 'failed' && state.failure.kind === 'lost'
  useEffect(() => {
    if (!isLost) return
    window.addEventListener('online', sendAgain)
    return () => window.removeEventListener('online', sendAgain)
  })
  useEffect(() => () => currentUpload.current?.abort(), [])
  return { state, send, sendAgain, cancel }
}

/**
 * Returns a problem that can be found without uploading the file. The server detects the type from
 * the content.
 */
function findFileFailure(file: File): UploadFailure | null {
  if (file.size === 0) return { kind: 'empty' }
  return file.size > maxImportBytes ? { kind: 'tooLarge' } : null
}

function toUploadFailure(error: unknown): UploadFailure {
  if (!(error instanceof HttpError)) throw error
  if (error.statusCode === 0) return { kind: 'lost' }
  if (error.statusCode === 429 || error.statusCode === 503) return { kind: 'busy' }
  return {
    kind: 'refused',
    message: error.message,
    reference: error.statusCode < 500 ? undefined : error.requestId,
  }
}
