import { useEffect, useState } from 'react'

const minIntervalMs = 60_000
let lastAnnouncedAt = Number.NEGATIVE_INFINITY

/**
 * Limits a live-region text to one change per minute across the page. When the time comes, returns
 * the latest text.
 */
export function usePageThrottledText(text: string): string {
  const [throttledText, setThrottledText] = useState('')
  useEffect(() => {
    if (text === throttledText) return
    if (text === '') return setThrottledText('')
    const timer = setTimeout(
      () => {
        lastAnnouncedAt = Date.now()
        setThrottledText(text)
      },
      Math.max(0, lastAnnouncedAt + minIntervalMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, throttledText])
  return throttledText
}
