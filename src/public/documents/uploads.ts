/**
 * Documents on their way to the server: checked, made smaller, sent one after the other while the person goes on. It
 * lives outside React, so that moving between steps stops nothing.
 */

import type { WireSentFile } from '#model/calls/files.ts'
import { honestName, mediaTypeOf } from '#model/values/file-kind.ts'
import { maxUploadBytes } from '#model/vocabulary.ts'
import type { Endpoint } from '#model/wire/endpoints.ts'
import { HttpError, upload } from '#providers/http.ts'
import { type DocumentName, documentNames } from '#resources/application-documents.ts'
import { redrawPicture } from '../../pictures/shrink.ts'
import { inspect, largePictureBytes } from './content.ts'
import {
  type ChosenFile,
  type DocumentFault,
  type DocumentState,
  fileOf,
  isUnderWay,
  noDocument,
  type WaitReason,
} from './document-state.ts'

/** Document as a draft keeps it, so that it survives a reload; blobs and plain values, as IndexedDB takes them. */
export interface KeptDocument {
  readonly file: ChosenFile
  /** Already checked and in the form in which it is sent. */
  readonly isReady: boolean
  readonly sent: WireSentFile | null
}

type Redraw = (blob: Blob, quarters?: number) => Promise<Blob>

/** Waits before a file that did not arrive is sent again; the last one repeats. */
const pausesMs = [1000, 3000, 8000, 20_000]
/** A server that wants a longer wait is not waited for: the person sees what it says, and tries again. */
const longestPauseMs = 60_000

export class Uploads {
  readonly #endpoint: Endpoint
  readonly #redraw: Redraw
  #states: { readonly [D in DocumentName]?: DocumentState } = {}
  readonly #listeners = new Set<() => void>()
  /** Stops what is under way for a document; a newer file has another. */
  readonly #runs = new Map<DocumentName, AbortController>()
  #queue: DocumentName[] = []
  #isBusy = false
  #losses = 0
  /** Wait that the server has asked for with its latest refusal. */
  #askedMs = 0
  /** The connection has come back since the try under way began: should that be lost, it is not waited for. */
  #isBack = false
  #pause: ReturnType<typeof setTimeout> | undefined

  constructor(endpoint: Endpoint, redraw: Redraw = redrawPicture) {
    this.#endpoint = endpoint
    this.#redraw = redraw
    // There is none where the server paints the form.
    globalThis.addEventListener?.('online', () => {
      this.#isBack = true
      this.#goOn()
    })
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly all = () => this.#states
  readonly state = (name: DocumentName): DocumentState => this.#states[name] ?? noDocument

  /** The ids of what is there, under the names of the form. */
  readonly ids = (): { readonly [D in DocumentName]?: string } =>
    Object.fromEntries(
      documentNames.flatMap((name) => {
        const state = this.state(name)
        return state.step === 'done' ? [[name, state.sent.id]] : []
      }),
    )

  /** Takes a file for a document, in place of an earlier one. */
  async choose(name: DocumentName, blob: Blob, fileName: string, chosenAs?: string) {
    const run = this.#begin(name)
    const chosen: ChosenFile = { blob, name: fileName, originalBytes: blob.size, ...(chosenAs !== undefined && { chosenAs }) }
    this.#set(name, { step: 'checking', file: chosen })
    // A file that has gone meanwhile cannot be read.
    const found = await inspect(blob).catch(() => ({ fault: 'unreadable' as const }))
    if (run.aborted) return
    if ('fault' in found) return this.#fail(name, chosen, found.fault)
    const { kind } = found
    if (kind !== 'pdf' && blob.size > largePictureBytes) return this.#redrawn(name, { run, chosen, quarters: 0 })
    this.#enqueue(name, { ...chosen, blob: new Blob([blob], { type: mediaTypeOf[kind] }), name: honestName(fileName, kind) })
  }

  /** Turns a picture clockwise and sends it as it then stands. */
  turn(name: DocumentName, quarters: number) {
    const chosen = fileOf(this.state(name))
    if (chosen && quarters % 4 !== 0) this.#redrawn(name, { run: this.#begin(name), chosen, quarters })
  }

  /** Sends the file again: after a failure, or because the server no longer has it. */
  sendAgain(name: DocumentName) {
    const file = fileOf(this.state(name))
    if (!file) return
    this.#begin(name)
    this.#losses = 0
    this.#enqueue(name, file)
  }

  remove(name: DocumentName) {
    this.#begin(name)
    this.#set(name, noDocument)
  }

  /** Forgets all documents, such as after the form was sent. */
  clear() {
    for (const name of documentNames) this.remove(name)
  }

  readonly kept = (name: DocumentName): KeptDocument | null => {
    const state = this.state(name)
    if (state.step === 'empty' || (state.step === 'failed' && !state.canRetry)) return null
    const isReady = state.step !== 'checking' && state.step !== 'shrinking'
    return { file: state.file, isReady, sent: state.step === 'done' ? state.sent : null }
  }

  /** Puts back what a draft has kept, and goes on with it. */
  restore(name: DocumentName, { file, isReady, sent }: KeptDocument) {
    if (sent) this.#set(name, { step: 'done', file, sent })
    else if (isReady) this.#enqueue(name, file)
    else this.choose(name, file.blob, file.name, file.chosenAs)
  }

  /** Resolves once nothing is under way; what waits for a connection is. */
  readonly settled = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (documentNames.some((name) => isUnderWay(this.state(name)))) return
        stop()
        resolve()
      }
      const stop = this.subscribe(look)
      look()
    })

  async #redrawn(name: DocumentName, { run, chosen, quarters }: { run: AbortSignal; chosen: ChosenFile; quarters: number }) {
    this.#set(name, { step: 'shrinking', file: chosen })
    const drawn = await this.#redraw(chosen.blob, quarters).catch(() => null)
    if (run.aborted) return
    if (!drawn) return this.#fail(name, chosen, 'unreadable')
    // A photo that grows by being drawn anew was small enough for its kind.
    const isBetter = quarters !== 0 || drawn.size < chosen.blob.size
    const blob = isBetter ? drawn : chosen.blob
    if (blob.size > maxUploadBytes) return this.#fail(name, chosen, 'tooLarge')
    this.#enqueue(name, isBetter ? { ...chosen, blob, name: honestName(chosen.name, 'jpeg') } : chosen)
  }

  #enqueue(name: DocumentName, file: ChosenFile) {
    this.#set(name, { step: 'waiting', file, reason: navigator.onLine ? 'turn' : 'offline' })
    this.#queue.push(name)
    this.#goOn()
  }

  /** Sends the next of the queue, unless one is being sent. */
  async #goOn(): Promise<void> {
    clearTimeout(this.#pause)
    const [name] = this.#queue
    if (this.#isBusy || name === undefined) return
    const state = this.state(name)
    if (state.step !== 'waiting') {
      this.#queue.shift()
      return this.#goOn()
    }
    this.#isBusy = true
    this.#isBack = false
    const isLost = await this.#send(name, state.file)
    this.#isBusy = false
    if (isLost && !this.#isBack) {
      const pauseMs = pausesMs[Math.min(this.#losses++, pausesMs.length - 1)] ?? 0
      this.#pause = setTimeout(() => this.#goOn(), Math.max(pauseMs, this.#askedMs))
    } else {
      this.#losses = 0
      this.#goOn()
    }
  }

  /** Sends one file. True when it is to be sent again later: it then stays at the head of the queue. */
  async #send(name: DocumentName, file: ChosenFile): Promise<boolean> {
    const run = this.#begin(name, false)
    this.#set(name, { step: 'sending', file, share: 0 })
    const form = new FormData()
    form.append('file', new File([file.blob], file.name, { type: file.blob.type }))
    try {
      const onProgress = (share: number) => run.aborted || this.#set(name, { step: 'sending', file, share })
      const { data } = await upload<WireSentFile>(this.#endpoint, { form, signal: run, onProgress })
      if (run.aborted) return false
      this.#set(name, { step: 'done', file, sent: data })
    } catch (error) {
      if (run.aborted) return false
      if (!(error instanceof HttpError)) throw error
      const reason = waitReasonOf(error)
      if (reason) {
        this.#askedMs = (error.retryAfterSeconds ?? 0) * 1000
        this.#set(name, { step: 'waiting', file, reason })
        return true
      }
      this.#fail(name, file, faultOf(error.code ?? ''), error.message)
    }
    this.#queue = this.#queue.filter((queued) => queued !== name)
    return false
  }

  #fail(name: DocumentName, file: ChosenFile, fault: DocumentFault, message: string | null = null) {
    this.#set(name, { step: 'failed', file, fault, message, canRetry: fault === 'refused' })
  }

  /** Stops what was under way for a document, and answers the signal of what begins. */
  #begin(name: DocumentName, leavesQueue = true): AbortSignal {
    this.#runs.get(name)?.abort()
    if (leavesQueue) this.#queue = this.#queue.filter((queued) => queued !== name)
    const run = new AbortController()
    this.#runs.set(name, run)
    return run.signal
  }

  #set(name: DocumentName, state: DocumentState) {
    this.#states = { ...this.#states, [name]: state }
    for (const listener of this.#listeners) listener()
  }
}

/** Why a file that did not arrive is sent again by itself; null where that would help nothing, or take too long. */
function waitReasonOf({ statusCode, retryAfterSeconds }: HttpError): WaitReason | null {
  if (statusCode === 0) return 'offline'
  if (![429, 502, 503, 504].includes(statusCode)) return null
  if (retryAfterSeconds === undefined) return statusCode === 429 ? null : 'busy'
  return retryAfterSeconds * 1000 <= longestPauseMs ? 'busy' : null
}

/** The server's refusals of a file that have words of their own here. */
const faults: { readonly [code: string]: DocumentFault | undefined } = {
  'upload.empty': 'empty',
  'upload.tooLarge': 'tooLarge',
  'upload.unsupported': 'wrongKind',
  'upload.locked': 'locked',
  'upload.damaged': 'unreadable',
}

/** Any other refusal of the file itself is final, and the server's words say why; the rest may pass when the file is sent again. */
const faultOf = (code: string): DocumentFault => faults[code] ?? (code.startsWith('upload.') ? 'unusable' : 'refused')
