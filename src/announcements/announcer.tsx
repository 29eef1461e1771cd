/** Announcements: polite live regions that exist before their text, one on the page and one in each dialog. */
import { useEffect, useState, useSyncExternalStore } from 'react'

const noAnnouncement = { words: '', times: 0 }
let current: { readonly words: string; readonly times: number } = noAnnouncement
/** How long the text remains: long enough to be read out. Removing it keeps later readers from finding an outdated text. */
const shownMs = 20_000
/** Whether further texts can still be joined to the current one. */
let isJoining = false
const listeners = new Set<() => void>()

/** Announces a text to screen readers. A repeated text is read out again; texts announced at the same time are joined. */
export function announceText(text: string) {
  if (isJoining && current.words.includes(text)) return
  current = isJoining ? { ...current, words: `${current.words} ${text}` } : { words: text, times: current.times + 1 }
  isJoining = true
  queueMicrotask(() => {
    isJoining = false
  })
  for (const listener of listeners) listener()
}

/** Announces a text when it appears and when it changes. For elements that are rendered together with their text. */
export function useAnnounce(text: string) {
  useEffect(() => {
    if (text !== '') announceText(text)
  }, [text])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * The live region. Each modal dialog needs its own, because the page below it is not read. Texts announced before it mounted are
 * skipped.
 */
export function Announcer() {
  const [past, setPast] = useState(current)
  const now = useSyncExternalStore(
    subscribe,
    () => current,
    () => noAnnouncement,
  )
  useEffect(() => {
    const timer = setTimeout(() => setPast(now), shownMs)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <p className="visually-hidden" role="status" data-announcer="">
      {now !== past && <span key={now.times}>{now.words}</span>}
    </p>
  )
}
