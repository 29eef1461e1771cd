import { useEffect, useRef, useState } from 'react'

/**
 * Limits a live-region text to one change per `everyMs`, so that screen readers can keep up. The
 * last text is always announced.
 */
export function useThrottledText(text: string, everyMs = 3000): string {
  const [throttledText, setThrottledText] = useState(text)
  const lastAt = useRef(0)
  useEffect(() => {
    const waitMs = Math.max(0, lastAt.current + everyMs - Date.now())
    const timer = setTimeout(() => {
      lastAt.current = Date.now()
      setThrottledText(text)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text, everyMs])
  return throttledText
}
