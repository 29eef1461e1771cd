import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Draft, draftKey, forgetDraft, newDraft, readDraft, type Values, writeDraft, writeUnsaved } from './draft.ts'

/** How long typing has to pause before the draft is stored. */
const restMs = 800

export interface DraftDoor {
  readonly isLoaded: boolean
  /** True if the draft has loaded or will load before the page becomes interactive. Until then the prerendered content stays. */
  readonly isKnown: boolean
  readonly draft: Draft | null
  /** When the draft was last stored. Null if it has not been, or if the device refuses. */
  readonly savedAt: string | null
  readonly isRefused: boolean
  /** Starts an application once it is known that the device has none. Returns false and changes nothing if it has one. */
  readonly beginFirst: (known?: Partial<Values>) => Promise<boolean>
  /** Deletes the stored draft and starts a new one. */
  readonly beginAnew: (known?: Partial<Values>) => Promise<void>
  /** Changes the current draft. It is stored when typing pauses. */
  readonly change: (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void
  /** Stores pending changes. */
  readonly save: () => Promise<void>
  /** Moves the draft to the tab only, or back to the device. */
  readonly share: (isShared: boolean) => Promise<void>
  readonly forget: () => Promise<void>
  /** The current draft, including changes since the last rendering. */
  readonly latest: () => Draft | null
  /** Replaces this device's draft. */
  readonly take: (draft: Draft) => Promise<void>
}

/** The draft that was read before the first rendering. */
interface ReadAhead {
  readonly draft: Draft | null
  readonly isKept: boolean
}

let readAhead: ReadAhead | null = null

/**
 * Reads the device's draft before hydration, so that a prerendered page shows it as soon as it becomes interactive. If there is
 * none, `begins` decides whether to start one, which is stored once something is typed.
 */
export async function readDraftAhead(begins: () => boolean): Promise<void> {
  const kept = await readDraft()
  readAhead = { draft: kept ?? (begins() ? newDraft() : null), isKept: kept !== null }
}

/**
 * The draft of this device. It is stored when typing pauses, on Continue, and when the page is hidden. It is read once, and again
 * when another tab has stored it.
 */
export function useDraft(): DraftDoor {
  const [draft, setDraft] = useState<Draft | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef<Draft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDirty = useRef(false)
  const reading = useRef<Promise<void>>(undefined)
  const writing = useRef<Promise<boolean>>(undefined)
  const otherTabs = useRef<BroadcastChannel>(undefined)

  const actions = useMemo(() => {
    const show = (next: Draft | null) => {
      latest.current = next
      setDraft(next)
    }
    const notifyOtherTabs = () => otherTabs.current?.postMessage(null)
    const save = async () => {
      clearTimeout(timer.current)
      if (!isDirty.current || !latest.current) return
      isDirty.current = false
      const written = { ...latest.current, savedAt: new Date().toISOString() }
      writing.current = writeDraft(written)
      const isWritten = await writing.current
      setRefused(!isWritten)
      setSavedAt(isWritten ? written.savedAt : null)
      if (!written.isShared) notifyOtherTabs()
    }
    const change: DraftDoor['change'] = (part) => {
      if (!latest.current) return
      show({ ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) })
      isDirty.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(save, restMs)
    }
    const read = async () => {
      const found = await readDraft()
      if (found && !latest.current) {
        show(found)
        setSavedAt(found.savedAt)
      }
      setLoaded(true)
    }
    const open = ({ draft: found, isKept }: ReadAhead) => {
      reading.current = Promise.resolve()
      show(found)
      setSavedAt(isKept && found ? found.savedAt : null)
      setLoaded(true)
    }
    /** Adopts the draft that another tab has stored, unless there are unsaved changes here. */
    const follow = async () => {
      if (isDirty.current || latest.current?.isShared) return
      const found = await readDraft()
      if (isDirty.current) return
      show(found)
      setSavedAt(found?.savedAt ?? null)
    }
    const beginAnew = async (known?: Partial<Values>) => {
      await take(newDraft(known))
    }
    const readOnce = () => {
      reading.current ??= read()
      return reading.current
    }
    const beginFirst = async (known?: Partial<Values>) => {
      await readOnce()
      if (latest.current) return false
      await beginAnew(known)
      return true
    }
    const share = async (isShared: boolean) => {
      change({ isShared })
      await forgetDraft()
      await save()
    }
    const take = async (next: Draft) => {
      await forgetDraft()
      show(next)
      isDirty.current = true
      await save()
    }
    const forget = async () => {
      clearTimeout(timer.current)
      isDirty.current = false
      show(null)
      await forgetDraft()
      notifyOtherTabs()
    }
    return { open, readOnce, follow, save, change, beginFirst, beginAnew, share, forget, take, latest: () => latest.current }
  }, [])

  useLayoutEffect(() => {
    if (readAhead) actions.open(readAhead)
    readAhead = null
  }, [actions])
  useEffect(() => {
    actions.readOnce()
    const channel = new BroadcastChannel(draftKey)
    channel.onmessage = actions.follow
    otherTabs.current = channel
    const putAside = () => {
      if (document.visibilityState !== 'hidden') return
      if (latest.current && isDirty.current) writeUnsaved(latest.current)
      actions.save()
    }
    document.addEventListener('visibilitychange', putAside)
    window.addEventListener('pagehide', putAside)
    return () => {
      document.removeEventListener('visibilitychange', putAside)
      window.removeEventListener('pagehide', putAside)
      // Other tabs are still notified of a write in progress.
      Promise.resolve(writing.current)
        .then(actions.save)
        .finally(() => channel.close())
    }
  }, [actions])

  return { isLoaded, isKnown: isLoaded || readAhead !== null, draft, savedAt, isRefused, ...actions }
}
