/** Spoken words of the console: one polite live region that stands before anything is said in it. */
import { useEffect, useSyncExternalStore } from 'react'

let said: { readonly words: string; readonly times: number } = { words: '', times: 0 }
const listeners = new Set<() => void>()

/** Says something to who listens to the page. The same words again are said again. */
export function announce(words: string) {
  said = { words, times: said.times + 1 }
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

export function Announcer() {
  const { words, times } = useSyncExternalStore(subscribe, () => said)
  return (
    <p className="visually-hidden" role="status" data-announcer="">
      <span key={times}>{words}</span>
    </p>
  )
}
