/** The documents of the draft: one upload queue for all steps, restored after a reload, with every change stored on the device. */
import { get, set } from 'idb-keyval'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import type { WireSentFile } from '#model/calls/files.ts'
import { type DocumentName, documentNames } from '#resources/application-documents.ts'
import { type KeptDocument, Uploads } from '../documents/uploads.ts'
import { type Draft, documentKey, forgetDocument, orNull, readTab, succeeds, unreadDraft, writeTab } from './draft.ts'

/** A document as it is stored. On a shared computer the file itself is missing, because session storage cannot hold it. */
interface Written extends KeptDocument {
  readonly writtenAt: string
}

/** The server deletes a staged file after 24 hours. Older ones are uploaded again. */
const freshMs = 23 * 3_600_000

let current: (Files & { readonly key: string }) | null = null
let isShared = false

interface Files {
  readonly uploads: Uploads
  /** Resolves once the files of the last visit have been restored. */
  readonly isRestored: Promise<void>
  /** Whether they have been restored. */
  readonly hasRestored: () => boolean
}

/** For a draft that has not been read yet: restores nothing and removes nothing from the device. */
const unread: Files = { uploads: new Uploads(admissionEndpoints.sendFile), isRestored: new Promise(() => {}), hasRestored: () => false }

/** The upload queue of a draft. A different draft gets an empty queue. */
export function filesOf(draft: Draft): Files {
  if (draft.key === unreadDraft.key) return unread
  if (current?.key !== draft.key) {
    current?.uploads.clear()
    const uploads = new Uploads(admissionEndpoints.sendFile)
    let hasRestored = false
    const isRestored = restore(uploads, draft).then(() => {
      keepChanges(uploads)
      hasRestored = true
    })
    current = { key: draft.key, uploads, isRestored, hasRestored: () => hasRestored }
  }
  isShared = draft.isShared
  return current
}

/** Called after the application was submitted, or to switch to another draft. */
export function forgetFiles() {
  const last = current
  current = null
  last?.uploads.clear()
}

async function restore(uploads: Uploads, draft: Draft) {
  for (const name of documentNames) {
    const written = await readDocument<Written>(name)
    if (!written || uploads.state(name).step !== 'empty') continue
    const isFresh = Date.now() - Date.parse(written.writtenAt) < freshMs
    const hasFile = written.file.blob instanceof Blob
    // A file that belongs to the draft on the server is kept as long as that draft.
    const isHeld = written.sent !== null && draft.later?.base.documents[name] === written.sent.id
    if (written.sent && (isFresh || isHeld)) uploads.restore(name, hasFile ? written : withoutContent(written))
    else if (hasFile) uploads.restore(name, { ...written, sent: null })
  }
}

/** A document whose file is not stored here. The server has it, and this device can only show its name. */
const withoutContent = (written: Written): Written => ({
  ...written,
  file: { ...written.file, blob: new Blob([], { type: written.sent?.mediaType ?? '' }) },
})

/** Adopts a document that another device uploaded. This device can only show its name. */
export function takeSent(uploads: Uploads, name: DocumentName, sent: WireSentFile) {
  uploads.restore(name, sentElsewhere(sent))
}

const sentElsewhere = (sent: WireSentFile): KeptDocument => ({
  file: { blob: new Blob([], { type: sent.mediaType }), name: sent.name, originalBytes: sent.bytes },
  isReady: true,
  sent,
})

function keepChanges(uploads: Uploads) {
  const last = new Map<DocumentName, KeptDocument | null>(documentNames.map((name) => [name, uploads.kept(name)]))
  const look = () => {
    for (const name of documentNames) {
      const kept = uploads.kept(name)
      if (isSame(kept, last.get(name) ?? null)) continue
      last.set(name, kept)
      if (current?.uploads === uploads) keep(name, kept)
    }
  }
  uploads.subscribe(look)
  look()
}

const isSame = (one: KeptDocument | null, other: KeptDocument | null) =>
  one?.file === other?.file && one?.isReady === other?.isReady && one?.sent?.id === other?.sent?.id

function keep(name: DocumentName, kept: KeptDocument | null) {
  if (!kept) return forgetDocument(name)
  const written: Written = { ...kept, writtenAt: new Date().toISOString() }
  return isShared ? writeDocument(name, kept.sent ? written : null, true) : writeDocument(name, written, false)
}

/** Moves the stored documents to where the draft is stored now. */
export async function keepElsewhere(draft: Draft, nextIsShared: boolean) {
  const { uploads } = filesOf(draft)
  isShared = nextIsShared
  for (const name of documentNames) {
    await forgetDocument(name)
    const kept = uploads.kept(name)
    if (kept) await keep(name, kept)
  }
}

/** Reads a stored document. */
const readDocument = <T>(name: DocumentName): Promise<T | null> => {
  const inTab = readTab<T>(documentKey(name))
  return inTab ? Promise.resolve(inTab) : orNull(() => get<T>(documentKey(name)))
}
/** On a shared computer, `part` must be serializable as JSON. */
const writeDocument = (name: DocumentName, part: unknown, isShared: boolean): Promise<boolean> =>
  isShared ? Promise.resolve(writeTab(documentKey(name), part)) : succeeds(() => set(documentKey(name), part))
