import { useEffect, useState } from 'react'

const quietMs = 60_000
let saidAt = Number.NEGATIVE_INFINITY

/** A text for a live region that follows `text` at most once a minute, whatever else on the page speaks: the latest, when its time comes. */
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
