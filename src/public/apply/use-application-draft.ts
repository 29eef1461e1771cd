import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import {
  type ApplicationDraft,
  createApplicationDraft,
  type DraftValues,
  deleteLocalDraft,
  draftKey,
  readLocalDraft,
  writeLocalDraft,
  writeUnsavedDraft,
} from './application-draft.ts'

/** Time without typing before the draft is stored, in milliseconds. */
const typingPauseMs = 800

export interface DraftStore {
  readonly isLoaded: boolean
  /**
   * True if the draft has loaded or will load before the page becomes interactive. Until then the
   * prerendered content stays.
   */
  readonly isKnown: boolean
  readonly draft: ApplicationDraft | null
  /**
   * When the draft was last stored. Null if it was never stored, or if the device refuses to store
   * it.
   */
  readonly savedAt: string | null
  readonly isRefused: boolean
  /**
   * Starts an application after checking that the device has none. If the device has one, changes
   * nothing and returns false.
   */
  readonly startIfNone: (initialValues?: Partial<DraftValues>) => Promise<boolean>
  /** Deletes the stored draft and starts a new one. */
  readonly startOver: (initialValues?: Partial<DraftValues>) => Promise<void>
  /** Changes the current draft. It is stored when typing pauses. */
  readonly change: (
    patch: Partial<ApplicationDraft> | ((current: ApplicationDraft) => Partial<ApplicationDraft>),
  ) => void
  /** Stores pending changes. */
  readonly save: () => Promise<void>
  /** Moves the draft to storage of this tab only, or back to storage of the device. */
  readonly setShared: (isShared: boolean) => Promise<void>
  readonly discard: () => Promise<void>
  /** The current draft, including changes since the last rendering. */
  readonly latest: () => ApplicationDraft | null
  /** Replaces this device's draft. */
  readonly replace: (draft: ApplicationDraft) => Promise<void>
}

/** The draft that was read before the first rendering. */
interface PreloadedDraft {
  readonly draft: ApplicationDraft | null
  readonly isStored: boolean
}

let preloadedDraft: PreloadedDraft | null = null

/**
 * Reads the device's draft before hydration, so that a prerendered page shows it as soon as it
 * becomes interactive. If there is none, `shouldStart` decides whether to start one. The new draft
 * is stored once something is typed.
 */
export async function preloadDraft(shouldStart: () => boolean): Promise<void> {
  const storedDraft = await readLocalDraft()
  preloadedDraft = {
    draft: storedDraft ?? (shouldStart() ? createApplicationDraft() : null),
    isStored: storedDraft !== null,
  }
}

/**
 * The draft of this device. The draft is stored when typing pauses, when the applicant continues to
 * the next step, and when the page is hidden. It is read once, and again when another tab has
 * stored it.
 */
export function useApplicationDraft(): DraftStore {
  const [draft, setDraft] = useState<ApplicationDraft | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [savedAt, setSavedAt] = useState<string | null>(null)
  const [isRefused, setRefused] = useState(false)
  const latest = useRef<ApplicationDraft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isDirty = useRef(false)
  const pendingRead = useRef<Promise<void>>(undefined)
  const pendingWrite = useRef<Promise<boolean>>(undefined)
  const otherTabs = useRef<BroadcastChannel>(undefined)

  const actions = useMemo(() => {
    const show = (next: ApplicationDraft | null) => {
      latest.current = next
      setDraft(next)
    }
    const notifyOtherTabs = () => otherTabs.current?.postMessage(null)
    const save = async () => {
      clearTimeout(timer.current)
      if (!isDirty.current || !latest.current) return
      isDirty.current = false
      const saved = { ...latest.current, savedAt: new Date().toISOString() }
      pendingWrite.current = writeLocalDraft(saved)
      const isStored = await pendingWrite.current
      setRefused(!isStored)
      setSavedAt(isStored ? saved.savedAt : null)
      if (!saved.isShared) notifyOtherTabs()
    }
    const change: DraftStore['change'] = (patch) => {
      if (!latest.current) return
      show({ ...latest.current, ...(typeof patch === 'function' ? patch(latest.current) : patch) })
      isDirty.current = true
      clearTimeout(timer.current)
      timer.current = setTimeout(save, typingPauseMs)
    }
    const load = async () => {
      const found = await readLocalDraft()
      if (found && !latest.current) {
        show(found)
        setSavedAt(found.savedAt)
      }
      setLoaded(true)
    }
    const open = ({ draft: found, isStored: wasStored }: PreloadedDraft) => {
      pendingRead.current = Promise.resolve()
      show(found)
      setSavedAt(wasStored && found ? found.savedAt : null)
      setLoaded(true)
    }
    /** Adopts the draft that another tab has stored, unless there are unsaved changes here. */
    const adoptOtherTab = async () => {
      if (isDirty.current || latest.current?.isShared) return
      const found = await readLocalDraft()
      if (isDirty.current) return
      show(found)
      setSavedAt(found?.savedAt ?? null)
    }
    const startOver = async (initialValues?: Partial<DraftValues>) => {
      await replace(createApplicationDraft(initialValues))
    }
    const loadOnce = () => {
      pendingRead.current ??= load()
      return pendingRead.current
    }
    const startIfNone = async (initialValues?: Partial<DraftValues>) => {
      await loadOnce()
      if (latest.current) return false
      await startOver(initialValues)
      return true
    }
    const setShared = async (isShared: boolean) => {
      change({ isShared })
      await deleteLocalDraft()
      await save()
    }
    const replace = async (next: ApplicationDraft) => {
      await deleteLocalDraft()
      show(next)
      isDirty.current = true
      await save()
    }
    const discard = async () => {
      clearTimeout(timer.current)
      isDirty.current = false
      show(null)
      await deleteLocalDraft()
      notifyOtherTabs()
    }
    return {
      open,
      readOnce: loadOnce,
      follow: adoptOtherTab,
      save,
      change,
      startIfNone,
      startOver,
      setShared,
      discard,
      replace,
      latest: () => latest.current,
    }
  }, [])

  useLayoutEffect(() => {
    if (preloadedDraft) actions.open(preloadedDraft)
    preloadedDraft = null
  }, [actions])
  useEffect(() => {
    actions.readOnce()
    const channel = new BroadcastChannel(draftKey)
    channel.onmessage = actions.follow
    otherTabs.current = channel
    const storeBeforeLeaving = () => {
      if (document.visibilityState !== 'hidden') return
      if (latest.current && isDirty.current) writeUnsavedDraft(latest.current)
      actions.save()
    }
    document.addEventListener('visibilitychange', storeBeforeLeaving)
    window.addEventListener('pagehide', storeBeforeLeaving)
    return () => {
      document.removeEventListener('visibilitychange', storeBeforeLeaving)
      window.removeEventListener('pagehide', storeBeforeLeaving)
      // Other tabs are still notified of a write that is in progress.
      Promise.resolve(pendingWrite.current)
        .then(actions.save)
        .finally(() => channel.close())
    }
  }, [actions])

  return {
    isLoaded,
    isKnown: isLoaded || preloadedDraft !== null,
    draft,
    savedAt,
    isRefused,
    ...actions,
  }
}
