import { useEffect, useState } from 'react'

const minIntervalMs = 60_000
let lastAnnouncedAt = Number.NEGATIVE_INFINITY

/** Limits a live-region text to one change per minute across the page. When the time comes, returns the latest text. */
export function usePageThrottledText(text: string): string {
  const [shownText, setShownText] = useState('')
  useEffect(() => {
    if (text === shownText) return
    if (text === '') return setShownText('')
    const timer = setTimeout(
      () => {
        lastAnnouncedAt = Date.now()
        setShownText(text)
      },
      Math.max(0, lastAnnouncedAt + minIntervalMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, shownText])
  return shownText
}
