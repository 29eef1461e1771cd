/** Announcements: polite live regions that exist before their text, one on the page and one in each dialog. */
import { useEffect, useState, useSyncExternalStore } from 'react'

const silence = { words: '', times: 0 }
let said: { readonly words: string; readonly times: number } = silence
/** How long the text remains: long enough to be read out. Removing it keeps later readers from finding an outdated text. */
const heardMs = 20_000
/** Whether further texts can still be joined to the current one. */
let isSpeaking = false
const listeners = new Set<() => void>()

/** Announces a text to screen readers. A repeated text is read out again; texts announced at the same time are joined. */
export function announce(words: string) {
  if (isSpeaking && said.words.includes(words)) return
  said = isSpeaking ? { ...said, words: `${said.words} ${words}` } : { words, times: said.times + 1 }
  isSpeaking = true
  queueMicrotask(() => {
    isSpeaking = false
  })
  for (const listener of listeners) listener()
}

/** Announces a text when it appears and when it changes. For elements that are rendered together with their text. */
export function useSpoken(words: string) {
  useEffect(() => {
    if (words !== '') announce(words)
  }, [words])
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
  const [past, setPast] = useState(said)
  const now = useSyncExternalStore(
    subscribe,
    () => said,
    () => silence,
  )
  useEffect(() => {
    const timer = setTimeout(() => setPast(now), heardMs)
    return () => clearTimeout(timer)
  }, [now])
  return (
    <p className="visually-hidden" role="status" data-announcer="">
      {now !== past && <span key={now.times}>{now.words}</span>}
    </p>
  )
}
