import { useEffect, useRef, useState } from 'react'

/** A text for a live region that changes no more often than a screen reader can keep up with; its last state is always told. */
export function useAnnounced(words: string, everyMs = 3000): string {
  const [said, setSaid] = useState(words)
  const lastAt = useRef(0)
  useEffect(() => {
    const waitMs = Math.max(0, lastAt.current + everyMs - Date.now())
    const timer = setTimeout(() => {
      lastAt.current = Date.now()
      setSaid(words)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [words, everyMs])
  return said
}
