import { useEffect, useState } from 'react'

const settleMs = 150

/** Returns the text once typing pauses, to avoid a request per character. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
