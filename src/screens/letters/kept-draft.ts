import { useState } from 'react'
import { store, stored } from '#src/stored.ts'

/** Unsent input, kept on this device under a key. `isKept` is whether it was there before the page opened. */
export function useKeptDraft<T extends object>(key: string, empty: T) {
  const [kept] = useState(() => read<T>(key))
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...kept }))
  return {
    draft,
    isKept: kept !== null,
    change(parts: Partial<T>) {
      const next = { ...draft, ...parts }
      setDraft(next)
      store(key, JSON.stringify(next))
    },
    forget() {
      setDraft(empty)
      store(key, '')
    },
  }
}

function read<T>(key: string): Partial<T> | null {
  try {
    // Only this hook writes this key.
    return JSON.parse(stored(key) ?? '') as Partial<T>
  } catch {
    return null
  }
}
