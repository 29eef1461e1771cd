/**
 * The content of a draft while it is being edited. Every change is saved after a short pause, with
 * the version of the record that the change is based on. A change that could not be saved stays.
 */
import { HttpError } from '@matricola/providers/http.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { FormContent } from '#resources/admission/form-content.ts'

export const emptyContent: FormContent = { pages: [] }

export const contentOf = (record: WireRecord | undefined): FormContent =>
  // The declaration gives the field this type.
  (record?.content as FormContent | null | undefined) ?? emptyContent

export type FormSaveState =
  | { readonly name: 'saved' | 'unsaved' | 'saving' }
  /** The next attempt follows by itself. */
  | { readonly name: 'failed'; readonly message: string }
  /** The server does not accept the content. */
  | { readonly name: 'refused'; readonly message: string }
  /** Another user has changed the version in the meantime. */
  | { readonly name: 'conflict'; readonly current: WireRecord | undefined }

interface DraftState {
  readonly content: FormContent
  readonly save: FormSaveState
  /** The stored version of the record. */
  readonly version: number
  readonly savedAt: string
}

type Store = (content: FormContent, version: number) => Promise<WireRecord>

const pauseMs = 1_000
const retryMs = 10_000

export class FormDraftStore {
  #state: DraftState
  #stored: FormContent
  readonly #store: Store
  #timer: ReturnType<typeof setTimeout> | undefined
  #running: Promise<void> | null = null
  readonly #listeners = new Set<() => void>()

  constructor(record: WireRecord, store: Store) {
    this.#stored = contentOf(record)
    this.#state = {
      content: this.#stored,
      save: { name: 'saved' },
      version: record.version,
      savedAt: record.updatedAt,
    }
    this.#store = store
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly read = (): DraftState => this.#state

  get hasUnsavedChanges(): boolean {
    return this.#state.content !== this.#stored
  }

  #set(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener()
  }

  /** Changes the content and saves it after a pause. */
  change(content: FormContent): void {
    if (content === this.#state.content) return
    const isConflict = this.#state.save.name === 'conflict'
    this.#set({ content, ...(!isConflict && { save: { name: 'unsaved' } }) })
    if (!isConflict) this.#saveAfter(pauseMs)
  }

  #saveAfter(delay: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.saveNow(), delay)
  }

  /** Saves what is not saved yet. Resolves to whether everything is saved. */
  async saveNow(): Promise<boolean> {
    clearTimeout(this.#timer)
    while (this.#running) await this.#running
    while (this.hasUnsavedChanges && this.#state.save.name !== 'conflict') {
      this.#running = this.#send()
      await this.#running
      this.#running = null
      if (this.#state.save.name !== 'saved') break
    }
    return !this.hasUnsavedChanges
  }

  async #send(): Promise<void> {
    const { content, version } = this.#state
    this.#set({ save: { name: 'saving' } })
    try {
      const record = await this.#store(content, version)
      this.#stored = content
      this.#set({ version: record.version, savedAt: record.updatedAt, save: { name: 'saved' } })
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      if (error instanceof HttpError && error.code === 'record.stale')
        this.#set({ save: { name: 'conflict', current: error.current } })
      else if (error instanceof HttpError && error.statusCode >= 400 && error.statusCode < 429)
        this.#set({ save: { name: 'refused', message: issueMessage(error) ?? message } })
      else {
        this.#set({ save: { name: 'failed', message } })
        this.#saveAfter(retryMs)
      }
    }
  }

  /** Shows the record as another user has stored it. Changes that are not saved are dropped. */
  replaceWith(record: WireRecord): void {
    clearTimeout(this.#timer)
    this.#stored = contentOf(record)
    this.#set({
      content: this.#stored,
      version: record.version,
      savedAt: record.updatedAt,
      save: { name: 'saved' },
    })
  }

  /** Saves the content over that of another user, who has stored `current` in the meantime. */
  async saveOver(current: WireRecord): Promise<boolean> {
    this.#set({ version: current.version, save: { name: 'unsaved' } })
    return this.saveNow()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}

const issueMessage = (error: HttpError) => Object.values(error.errors)[0]?.[0]
