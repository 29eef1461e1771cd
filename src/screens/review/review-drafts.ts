/**
 * A reviewer's unsent input for an application, kept per application until it is sent or the tab is
 * closed.
 */
import { useSyncExternalStore } from 'react'

export interface ReviewDraft {
  /** Notes of flagged fields, by the names of `changeableFields`. */
  readonly flags: { readonly [field: string]: string }
  /** Values that the reviewer entered instead of the suggested texts. */
  readonly overrides: { readonly [field: string]: unknown }
  readonly note: string
  /** A message to the applicant. */
  readonly message: string
}

const emptyDraft: ReviewDraft = { flags: {}, overrides: {}, note: '', message: '' }
const drafts = new Map<string, ReviewDraft>()
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** The unsent input for an application, and a function to change it. */
export function useReviewDraft(
  id: string,
): readonly [draft: ReviewDraft, change: (patch: Partial<ReviewDraft>) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(id) ?? emptyDraft)
  return [
    draft,
    (patch) => {
      drafts.set(id, { ...(drafts.get(id) ?? emptyDraft), ...patch })
      notifyListeners()
    },
  ]
}

/** Clears the input of a change request after it was sent. An unsaved note or message is kept. */
export function clearRequestDraft(id: string) {
  const { note, message } = drafts.get(id) ?? emptyDraft
  drafts.set(id, { ...emptyDraft, note, message })
  notifyListeners()
}

/** Flags or unflags a field or document. */
export function toggleFlag(id: string, field: string) {
  const draft = drafts.get(id) ?? emptyDraft
  const { [field]: flagged, ...others } = draft.flags
  drafts.set(id, {
    ...draft,
    flags: flagged === undefined ? { ...draft.flags, [field]: '' } : others,
  })
  notifyListeners()
}

/** Clears all input. For tests, which share this module. */
export function clearReviewDrafts() {
  drafts.clear()
  notifyListeners()
}
