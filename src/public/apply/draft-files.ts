/**
 * The documents of the draft: one upload queue for all steps, restored after a reload, with every
 * change stored on the device.
 */

import type { WireStagedFile } from '@matricola/schema/calls/files.ts'
import { get, set } from 'idb-keyval'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { type DocumentName, documentNames } from '#resources/application-documents.ts'
import { type DraftDocument, Uploads } from '../documents/uploads.ts'
import {
  type ApplicationDraft,
  deleteLocalDocument,
  documentKey,
  nullOnError,
  placeholderDraft,
  readSessionItem,
  succeeds,
  writeSessionItem,
} from './application-draft.ts'
import { fileItemIds } from './file-item-ids.ts'

/**
 * A document as it is stored. On a shared computer the file itself is missing, because session
 * storage cannot hold it.
 */
interface StoredDraftDocument extends DraftDocument {
  readonly writtenAt: string
}

/** The server deletes a staged file after 24 hours. Older ones are uploaded again. */
const stagedFileLifetimeMs = 23 * 3_600_000

let current: (DraftFiles & { readonly key: string }) | null = null
let isShared = false

interface DraftFiles {
  readonly uploads: Uploads
  /** Resolves once the files from the last visit have been restored. */
  readonly restored: Promise<void>
  /** Whether they have been restored. */
  readonly isRestored: () => boolean
}

/** For a draft that has not been read yet: restores nothing and removes nothing from the device. */
const unreadFiles: DraftFiles = {
  uploads: new Uploads(admissionEndpoints.sendFile),
  restored: new Promise(() => {}),
  isRestored: () => false,
}

/** The upload queue of a draft. A different draft gets an empty queue. */
export function draftFiles(draft: ApplicationDraft): DraftFiles {
  if (draft.key === placeholderDraft.key) return unreadFiles
  if (current?.key !== draft.key) {
    current?.uploads.clear()
    const uploads = new Uploads(admissionEndpoints.sendFile)
    let hasRestored = false
    const restored = restore(uploads, draft).then(() => {
      storeChanges(uploads)
      hasRestored = true
    })
    current = { key: draft.key, uploads, restored, isRestored: () => hasRestored }
  }
  isShared = draft.isShared
  return current
}

/** The upload queue of the draft that is open. */
export const openUploads = () => (current ?? unreadFiles).uploads

/** Called after the application was submitted, or to switch to another draft. */
export function clearDraftFiles() {
  const last = current
  current = null
  last?.uploads.clear()
}

async function restore(uploads: Uploads, draft: ApplicationDraft) {
  for (const name of [...documentNames, ...fileItemIds()]) {
    const stored = await readDocument<StoredDraftDocument>(name)
    if (!stored || uploads.state(name).step !== 'empty') continue
    const isFresh = Date.now() - Date.parse(stored.writtenAt) < stagedFileLifetimeMs
    const hasFile = stored.file.blob instanceof Blob
    // A file that belongs to the draft on the server is kept as long as that draft.
    const isKeptOnServer =
      stored.sent !== null && draft.later?.base.documents[name] === stored.sent.id
    if (stored.sent && (isFresh || isKeptOnServer))
      uploads.restore(name, hasFile ? stored : withoutContent(stored))
    else if (hasFile) uploads.restore(name, { ...stored, sent: null })
  }
}

/**
 * A document whose file is not stored here. The server has it, and this device can only show its
 * name.
 */
const withoutContent = (stored: StoredDraftDocument): StoredDraftDocument => ({
  ...stored,
  file: { ...stored.file, blob: new Blob([], { type: stored.sent?.mediaType ?? '' }) },
})

/** Adopts a document that another device uploaded. This device can only show its name. */
export function adoptUploadedFile(uploads: Uploads, name: DocumentName, sent: WireStagedFile) {
  uploads.restore(name, fromUploadedFile(sent))
}

const fromUploadedFile = (sent: WireStagedFile): DraftDocument => ({
  file: {
    blob: new Blob([], { type: sent.mediaType }),
    name: sent.name,
    originalBytes: sent.bytes,
  },
  isReady: true,
  sent,
})

function storeChanges(uploads: Uploads) {
  const last = new Map<DocumentName, DraftDocument | null>(
    uploads.names().map((name) => [name, uploads.draftDocument(name)]),
  )
  const storeChanged = () => {
    for (const name of uploads.names()) {
      const document = uploads.draftDocument(name)
      if (isSame(document, last.get(name) ?? null)) continue
      last.set(name, document)
      if (current?.uploads === uploads) storeDocument(name, document)
    }
  }
  uploads.subscribe(storeChanged)
  storeChanged()
}

const isSame = (one: DraftDocument | null, other: DraftDocument | null) =>
  one?.file === other?.file && one?.isReady === other?.isReady && one?.sent?.id === other?.sent?.id

function storeDocument(name: DocumentName, document: DraftDocument | null) {
  if (!document) return deleteLocalDocument(name)
  const stored: StoredDraftDocument = { ...document, writtenAt: new Date().toISOString() }
  return isShared
    ? writeDocument(name, document.sent ? stored : null, true)
    : writeDocument(name, stored, false)
}

/** Moves the stored documents to the place where the draft is now stored. */
export async function moveStoredDocuments(draft: ApplicationDraft, nextIsShared: boolean) {
  const { uploads } = draftFiles(draft)
  isShared = nextIsShared
  for (const name of uploads.names()) {
    await deleteLocalDocument(name)
    const document = uploads.draftDocument(name)
    if (document) await storeDocument(name, document)
  }
}

/** Reads a stored document. */
const readDocument = <T>(name: DocumentName): Promise<T | null> => {
  const sessionCopy = readSessionItem<T>(documentKey(name))
  return sessionCopy ? Promise.resolve(sessionCopy) : nullOnError(() => get<T>(documentKey(name)))
}
/** On a shared computer, `part` must be serializable as JSON. */
const writeDocument = (name: DocumentName, part: unknown, isShared: boolean): Promise<boolean> =>
  isShared
    ? Promise.resolve(writeSessionItem(documentKey(name), part))
    : succeeds(() => set(documentKey(name), part))
