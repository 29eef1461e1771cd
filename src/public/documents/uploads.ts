/**
 * Uploads documents while the applicant continues: validates, shrinks and sends them one after
 * another. Independent of React, so that changing steps does not interrupt uploads.
 */

import { redrawPicture } from '@matricola/console/pictures/shrink.ts'
import { HttpError } from '@matricola/providers/http.ts'
import type { WireStagedFile } from '@matricola/schema/calls/files.ts'
import {
  detectFileKind,
  type FileKind,
  headBytes,
  isTruncatedPdf,
  mediaTypes,
  withCorrectExtension,
} from '@matricola/schema/values/file-kind.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import type { Endpoint } from '@matricola/schema/wire/endpoints.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import { upload } from '../../http.ts'
import {
  type ChosenFile,
  type DocumentState,
  emptyDocument,
  findChosenFile,
  isUploadInProgress,
  type UploadIssue,
  type WaitReason,
} from './document-state.ts'

/**
 * A document as stored in the draft, where it survives a reload. It consists of a blob and plain
 * values, which IndexedDB can hold.
 */
export interface DraftDocument {
  readonly file: ChosenFile
  /** Whether it has been validated and is ready to be uploaded. */
  readonly isReady: boolean
  readonly sent: WireStagedFile | null
}

type Redraw = (blob: Blob, quarters?: number) => Promise<Blob>

/** Delays before retrying a failed upload. The last one repeats. */
const retryDelaysMs = [1000, 3000, 8000, 20_000]
/**
 * If the server asks for a longer delay, there is no automatic retry. The user sees its message and
 * can retry.
 */
const maxRetryDelayMs = 60_000

export class Uploads {
  readonly #endpoint: Endpoint
  readonly #redraw: Redraw
  #states: { readonly [D in DocumentName]?: DocumentState } = {}
  readonly #listeners = new Set<() => void>()
  /** Aborts the current work for a document. A newer file gets a new controller. */
  readonly #runs = new Map<DocumentName, AbortController>()
  #queue: DocumentName[] = []
  #isBusy = false
  #lostAttempts = 0
  /** The delay that the server requested in its latest refusal. */
  #serverDelayMs = 0
  /**
   * Whether the connection has returned since the current attempt began. If that attempt fails, it
   * is retried immediately.
   */
  #isBackOnline = false
  #retryTimer: ReturnType<typeof setTimeout> | undefined

  constructor(endpoint: Endpoint, redraw: Redraw = redrawPicture) {
    this.#endpoint = endpoint
    this.#redraw = redraw
    // The server has no `addEventListener` when it renders the form.
    globalThis.addEventListener?.('online', () => {
      this.#isBackOnline = true
      this.#uploadNext()
    })
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly all = () => this.#states
  readonly state = (name: DocumentName): DocumentState => this.#states[name] ?? emptyDocument

  /** Names of all documents that have had a file. */
  readonly names = (): readonly DocumentName[] => Object.keys(this.#states)

  /** Ids of the uploaded files, by the form's field names. */
  readonly ids = (): { readonly [D in DocumentName]?: string } =>
    Object.fromEntries(
      this.names().flatMap((name) => {
        const state = this.state(name)
        return state.step === 'done' ? [[name, state.sent.id]] : []
      }),
    )

  /** Sets the file of a document, replacing an earlier one. */
  async choose(name: DocumentName, blob: Blob, fileName: string, chosenAs?: string) {
    const runSignal = this.#startRun(name)
    const chosen: ChosenFile = {
      blob,
      name: fileName,
      originalBytes: blob.size,
      ...(chosenAs !== undefined && { chosenAs }),
    }
    this.#set(name, { step: 'checking', file: chosen })
    // Reading fails if the file has been removed in the meantime.
    const found = await inspectFile(blob).catch(() => ({ issue: 'unreadable' as const }))
    if (runSignal.aborted) return
    if ('issue' in found) return this.#fail(name, chosen, found.issue)
    const { kind } = found
    if (kind !== 'pdf' && blob.size > shrinkAboveBytes)
      return this.#redrawAndEnqueue(name, { runSignal, chosen, quarters: 0 })
    this.#enqueue(name, {
      ...chosen,
      blob: new Blob([blob], { type: mediaTypes[kind] }),
      name: withCorrectExtension(fileName, kind),
    })
  }

  /** Rotates an image clockwise and uploads the result. */
  rotate(name: DocumentName, quarters: number) {
    const chosen = findChosenFile(this.state(name))
    if (chosen && quarters % 4 !== 0)
      this.#redrawAndEnqueue(name, { runSignal: this.#startRun(name), chosen, quarters })
  }

  /** Uploads the file again, after a failure or because the server no longer has it. */
  retry(name: DocumentName) {
    const file = findChosenFile(this.state(name))
    if (!file) return
    this.#startRun(name)
    this.#lostAttempts = 0
    this.#enqueue(name, file)
  }

  remove(name: DocumentName) {
    this.#startRun(name)
    this.#set(name, emptyDocument)
  }

  /** Removes all documents, for example after submission. */
  clear() {
    for (const name of this.names()) this.remove(name)
  }

  readonly draftDocument = (name: DocumentName): DraftDocument | null => {
    const state = this.state(name)
    if (state.step === 'empty' || (state.step === 'failed' && !state.canRetry)) return null
    const isReady = state.step !== 'checking' && state.step !== 'shrinking'
    return { file: state.file, isReady, sent: state.step === 'done' ? state.sent : null }
  }

  /** Restores a document from the draft and continues its upload. */
  restore(name: DocumentName, { file, isReady, sent }: DraftDocument) {
    if (sent) this.#set(name, { step: 'done', file, sent })
    else if (isReady) this.#enqueue(name, file)
    else this.choose(name, file.blob, file.name, file.chosenAs)
  }

  /** Resolves once no upload is in progress. Waiting for a connection counts as in progress. */
  readonly whenSettled = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (this.names().some((name) => isUploadInProgress(this.state(name)))) return
        stop()
        resolve()
      }
      const stop = this.subscribe(check)
      check()
    })

  async #redrawAndEnqueue(
    name: DocumentName,
    {
      runSignal,
      chosen,
      quarters,
    }: { runSignal: AbortSignal; chosen: ChosenFile; quarters: number },
  ) {
    this.#set(name, { step: 'shrinking', file: chosen })
    const drawn = await this.#redraw(chosen.blob, quarters).catch(() => null)
    if (runSignal.aborted) return
    if (!drawn) return this.#fail(name, chosen, 'unreadable')
    // If re-encoding makes a photo larger, the original is used.
    const isBetter = quarters !== 0 || drawn.size < chosen.blob.size
    const blob = isBetter ? drawn : chosen.blob
    if (blob.size > maxUploadBytes) return this.#fail(name, chosen, 'tooLarge')
    this.#enqueue(
      name,
      isBetter ? { ...chosen, blob, name: withCorrectExtension(chosen.name, 'jpeg') } : chosen,
    )
  }

  #enqueue(name: DocumentName, file: ChosenFile) {
    this.#set(name, { step: 'waiting', file, reason: navigator.onLine ? 'turn' : 'offline' })
    this.#queue.push(name)
    this.#uploadNext()
  }

  /** Uploads the next file of the queue, unless an upload is in progress. */
  async #uploadNext(): Promise<void> {
    clearTimeout(this.#retryTimer)
    const [name] = this.#queue
    if (this.#isBusy || name === undefined) return
    const state = this.state(name)
    if (state.step !== 'waiting') {
      this.#queue.shift()
      return this.#uploadNext()
    }
    this.#isBusy = true
    this.#isBackOnline = false
    const isLost = await this.#send(name, state.file)
    this.#isBusy = false
    if (isLost && !this.#isBackOnline) {
      const pauseMs = retryDelaysMs[Math.min(this.#lostAttempts++, retryDelaysMs.length - 1)] ?? 0
      this.#retryTimer = setTimeout(
        () => this.#uploadNext(),
        Math.max(pauseMs, this.#serverDelayMs),
      )
    } else {
      this.#lostAttempts = 0
      this.#uploadNext()
    }
  }

  /**
   * Uploads one file. Resolves to true if the upload has to be retried later. The file then stays
   * at the head of the queue.
   */
  async #send(name: DocumentName, file: ChosenFile): Promise<boolean> {
    const runSignal = this.#startRun(name, false)
    this.#set(name, { step: 'sending', file, fraction: 0 })
    const form = new FormData()
    form.append('file', new File([file.blob], file.name, { type: file.blob.type }))
    try {
      const onProgress = (fraction: number) =>
        runSignal.aborted || this.#set(name, { step: 'sending', file, fraction })
      const { data } = await upload<WireStagedFile>(this.#endpoint, {
        form,
        signal: runSignal,
        onProgress,
      })
      if (runSignal.aborted) return false
      this.#set(name, { step: 'done', file, sent: data })
    } catch (error) {
      if (runSignal.aborted) return false
      if (!(error instanceof HttpError)) throw error
      const reason = waitReasonOf(error)
      if (reason) {
        this.#serverDelayMs = (error.retryAfterSeconds ?? 0) * 1000
        this.#set(name, { step: 'waiting', file, reason })
        return true
      }
      this.#fail(name, file, toUploadIssue(error.code ?? ''), error.message)
    }
    this.#queue = this.#queue.filter((queued) => queued !== name)
    return false
  }

  #fail(name: DocumentName, file: ChosenFile, issue: UploadIssue, message: string | null = null) {
    this.#set(name, { step: 'failed', file, issue, message, canRetry: issue === 'refused' })
  }

  /** Aborts the current work for a document and returns the signal for the new work. */
  #startRun(name: DocumentName, leavesQueue = true): AbortSignal {
    this.#runs.get(name)?.abort()
    if (leavesQueue) this.#queue = this.#queue.filter((queued) => queued !== name)
    const controller = new AbortController()
    this.#runs.set(name, controller)
    return controller.signal
  }

  #set(name: DocumentName, state: DocumentState) {
    this.#states = { ...this.#states, [name]: state }
    for (const listener of this.#listeners) listener()
  }
}

/**
 * Returns the reason to retry a failed upload automatically, or null if that would not help or take
 * too long.
 */
function waitReasonOf({ statusCode, retryAfterSeconds }: HttpError): WaitReason | null {
  if (statusCode === 0) return 'offline'
  if (![429, 502, 503, 504].includes(statusCode)) return null
  if (retryAfterSeconds === undefined) return statusCode === 429 ? null : 'busy'
  return retryAfterSeconds * 1000 <= maxRetryDelayMs ? 'busy' : null
}

/** Error codes of the server that have a specific text here. */
const uploadIssues: { readonly [code: string]: UploadIssue | undefined } = {
  'upload.empty': 'empty',
  'upload.tooLarge': 'tooLarge',
  'upload.unsupported': 'wrongKind',
  'upload.locked': 'locked',
  'upload.damaged': 'unreadable',
}

/**
 * Other `upload.` codes are final and explained by the server's message. All other errors may
 * disappear on retry.
 */
const toUploadIssue = (code: string): UploadIssue =>
  uploadIssues[code] ?? (code.startsWith('upload.') ? 'unusable' : 'refused')

type DocumentFormat = Exclude<FileKind, 'webp'>

/**
 * Images above this size are shrunk even if the limit allows them, because smaller ones upload
 * faster.
 */
const shrinkAboveBytes = 1024 * 1024

/**
 * Returns the type of a file, or the reason why it is not accepted. Images above the limit are
 * accepted, because they are shrunk.
 */
async function inspectFile(blob: Blob): Promise<{ kind: DocumentFormat } | { issue: UploadIssue }> {
  if (blob.size === 0) return { issue: 'empty' }
  const kind = detectFileKind(await readBytes(blob.slice(0, 2 * headBytes)))
  if (blob.size > maxUploadBytes && (kind === null || kind === 'pdf')) return { issue: 'tooLarge' }
  if (kind === null || kind === 'webp') return { issue: 'wrongKind' }
  if (kind !== 'pdf') return { kind }
  const text = await readLatin1Text(blob)
  if (isTruncatedPdf(text)) return { issue: 'unreadable' }
  return /\/Encrypt\b/.test(text) && (await needsPassword(blob)) ? { issue: 'locked' } : { kind }
}

const readBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())

/**
 * Decodes the bytes for text search only: browsers treat `latin1` as Windows-1252, so bytes 80 to
 * 9F become other characters.
 */
const readLatin1Text = async (blob: Blob) => new TextDecoder('latin1').decode(await readBytes(blob))

/** Without a connection the code that reads PDFs may be unavailable. The server checks again. */
async function needsPassword(blob: Blob): Promise<boolean> {
  const pdf = await import('#src/pdf/open-pdf.ts').catch(() => null)
  return pdf !== null && (await pdf.isPasswordProtected(blob))
}
