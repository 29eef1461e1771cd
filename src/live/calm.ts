import { useEffect, useState } from 'react'

const quietMs = 60_000
let saidAt = Number.NEGATIVE_INFINITY

/** Limits a live-region text to one change per minute across the page. When the time comes, returns the latest text. */
export function useCalmly(text: string): string {
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text === said) return
    if (text === '') return setSaid('')
    const timer = setTimeout(
      () => {
        saidAt = Date.now()
        setSaid(text)
      },
      Math.max(0, saidAt + quietMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text, said])
  return said
}
