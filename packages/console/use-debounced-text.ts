import { useEffect, useState } from 'react'

const debounceMs = 150

/** Returns the text once typing pauses, to avoid a request per character. */
export function useDebouncedText(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
