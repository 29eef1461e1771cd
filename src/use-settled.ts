import { useEffect, useState } from 'react'

const settleMs = 150

/** The text once typing pauses, so that not every letter is asked for. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
