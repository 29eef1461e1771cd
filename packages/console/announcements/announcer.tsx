/**
 * Announcements: polite live regions that exist before their text, one on the page and one in each
 * dialog.
 */
import { useEffect, useState, useSyncExternalStore } from 'react'

const noAnnouncement = { text: '', times: 0 }
let current: { readonly text: string; readonly times: number } = noAnnouncement
/**
 * How long the text remains: long enough to be read out. It is then removed, so that users do not
 * come across an outdated text later.
 */
const visibleMs = 20_000
/** Whether further texts can still be joined to the current one. */
let isAppending = false
const listeners = new Set<() => void>()

/**
 * Announces a text to screen readers. A repeated text is read out again; texts announced at the
 * same time are joined.
 */
export function announceText(text: string) {
  if (isAppending && current.text.includes(text)) return
  current = isAppending
    ? { ...current, text: `${current.text} ${text}` }
    : { text: text, times: current.times + 1 }
  isAppending = true
  queueMicrotask(() => {
    isAppending = false
  })
  for (const listener of listeners) listener()
}

/**
 * Announces a text when it appears and when it changes. For elements that are rendered together
 * with their text.
 */
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
 * The live region. Each modal dialog needs its own, because the page below it is not read. Texts
 * that were announced before it mounted are skipped.
 */
export function Announcer() {
  const [expired, setExpired] = useState(current)
  const announcement = useSyncExternalStore(
    subscribe,
    () => current,
    () => noAnnouncement,
  )
  useEffect(() => {
    const timer = setTimeout(() => setExpired(announcement), visibleMs)
    return () => clearTimeout(timer)
  }, [announcement])
  return (
    <p className="visually-hidden" role="status" data-announcer="">
      {announcement !== expired && <span key={announcement.times}>{announcement.text}</span>}
    </p>
  )
}
