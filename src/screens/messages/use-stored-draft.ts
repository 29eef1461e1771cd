import { findStoredValue, storeValue } from '@matricola/console/local-storage.ts'
import { useState } from 'react'

/**
 * Unsent input, kept on this device under a key. `isRestored` is whether it was there before the
 * page opened.
 */
export function useStoredDraft<T extends object>(key: string, empty: T) {
  const [storedDraft] = useState(() => read<T>(key))
  const [draft, setDraft] = useState<T>(() => ({ ...empty, ...storedDraft }))
  return {
    draft,
    isRestored: storedDraft !== null,
    change(changes: Partial<T>) {
      const next = { ...draft, ...changes }
      setDraft(next)
      storeValue(key, JSON.stringify(next))
    },
    clear() {
      setDraft(empty)
      storeValue(key, '')
    },
  }
}

function read<T>(key: string): Partial<T> | null {
  try {
    // Only this hook writes this key.
    return JSON.parse(findStoredValue(key) ?? '') as Partial<T>
  } catch {
    return null
  }
}
