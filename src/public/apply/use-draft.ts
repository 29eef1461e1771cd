import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Draft, draftKey, forgetDraft, newDraft, readDraft, type Values, writeDraft, writeUnsaved } from './draft.ts'

/** Typing rests this long before the draft is written. */
const restMs = 800

export interface DraftDoor {
  readonly isLoaded: boolean
  /** True when it is loaded, or will be before anybody can do anything: what was painted stays until then. */
  readonly isKnown: boolean
  readonly draft: Draft | null
  /** When the draft was last written; null while it has not been, or the device refuses. */
  readonly savedAt: string | null
  readonly isRefused: boolean
  /** Begins an application as soon as it is known that the device keeps none; false, and nothing changed, where it keeps one. */
  readonly beginFirst: (known?: Partial<Values>) => Promise<boolean>
  /** Deletes what is kept and begins anew. */
  readonly beginAnew: (known?: Partial<Values>) => Promise<void>
  /** Changes the draft as it is at that moment; it is written once typing rests. */
  readonly change: (part: Partial<Draft> | ((now: Draft) => Partial<Draft>)) => void
  /** Writes what is not written yet. */
  readonly save: () => Promise<void>
  /** Keeps the draft in the tab alone, or on the device again. */
  readonly share: (isShared: boolean) => Promise<void>
  readonly forget: () => Promise<void>
  /** The draft as it is now, changes since the page was drawn included. */
  readonly latest: () => Draft | null
  /** Puts another draft in the place of this device's. */
  readonly take: (draft: Draft) => Promise<void>
}

/** Draft that was read before the page was drawn for the first time. */
interface ReadAhead {
  readonly draft: Draft | null
  readonly isKept: boolean
}

let readAhead: ReadAhead | null = null

/**
 * Reads the draft of this device ahead, so that it stands in a painted page at the first moment in which somebody can do
 * anything there. Where none is kept, `begins` says whether one begins; it is kept once something is typed.
 */
export async function readDraftAhead(begins: () => boolean): Promise<void> {
  const kept = await readDraft()
  readAhead = { draft: kept ?? (begins() ? newDraft() : null), isKept: kept !== null }
}

/** The draft of this device: written when typing rests, on Continue, and when the page is put aside; read once, and when another tab has written it. */
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
    /** Takes over what another tab has written, unless something typed here is still to be. */
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
      // Writes under way are still told to the other tabs.
      Promise.resolve(writing.current)
        .then(actions.save)
        .finally(() => channel.close())
    }
  }, [actions])

  return { isLoaded, isKnown: isLoaded || readAhead !== null, draft, savedAt, isRefused, ...actions }
}
