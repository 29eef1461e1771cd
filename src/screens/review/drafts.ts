/** Draft of a reviewer about a file: kept for each file until it is sent or the page is left for good. */
import { useSyncExternalStore } from 'react'

export interface ReviewDraft {
  /** Flags by the names of `changeableFields`, each with its note. */
  readonly flags: { readonly [field: string]: string }
  /** Values typed by the reviewer in place of the suggested words. */
  readonly words: { readonly [field: string]: unknown }
  readonly note: string
}

const empty: ReviewDraft = { flags: {}, words: {}, note: '' }
const drafts = new Map<string, ReviewDraft>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const tell = () => {
  for (const listener of listeners) listener()
}

/** The draft of a file, and how to change it. */
export function useReviewDraft(id: string): readonly [draft: ReviewDraft, change: (part: Partial<ReviewDraft>) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(id) ?? empty)
  return [
    draft,
    (part) => {
      drafts.set(id, { ...(drafts.get(id) ?? empty), ...part })
      tell()
    },
  ]
}

/** The request is sent: its words are no draft any more. A note that was not saved stays. */
export function clearRequest(id: string) {
  const { note = '' } = drafts.get(id) ?? {}
  drafts.set(id, { ...empty, note })
  tell()
}

/** Flags a field or a document, or takes the flag away. */
export function toggleFlag(id: string, field: string) {
  const draft = drafts.get(id) ?? empty
  const { [field]: flagged, ...others } = draft.flags
  drafts.set(id, { ...draft, flags: flagged === undefined ? { ...draft.flags, [field]: '' } : others })
  tell()
}

/** Forgets everything; for tests, whose pages share one module. */
export function clearDrafts() {
  drafts.clear()
  tell()
}
