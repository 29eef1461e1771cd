/** Spoken words: polite live regions that stand before anything is said in them, one in the page and one in each dialog over it. */
import { useEffect, useState, useSyncExternalStore } from 'react'

const silence = { words: '', times: 0 }
let said: { readonly words: string; readonly times: number } = silence
/** Words stand this long: they have been read out by then, and whoever reads the page later does not come upon what was once so. */
const heardMs = 20_000
/** Set while more can be said at the same moment. */
let isSpeaking = false
const listeners = new Set<() => void>()

/** Says something to who listens to the page. The same words again are said again; what is said at the same moment is said together. */
export function announce(words: string) {
  if (isSpeaking && said.words.includes(words)) return
  said = isSpeaking ? { ...said, words: `${said.words} ${words}` } : { words, times: said.times + 1 }
  isSpeaking = true
  queueMicrotask(() => {
    isSpeaking = false
  })
  for (const listener of listeners) listener()
}

/** Says words when they come and whenever they change; nothing for an empty text. For what appears together with its words. */
export function useSpoken(words: string) {
  useEffect(() => {
    if (words !== '') announce(words)
  }, [words])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The region itself. Every modal dialog needs one of its own: a page below a dialog is not heard. What was said before it came is over. */
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
