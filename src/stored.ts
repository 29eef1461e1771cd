/** Texts that this browser keeps for a person, and the components that follow them. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Calls `listener` whenever something is kept, until the answer is called. */
export function onStored(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Has whatever follows look again. */
export function announceStored() {
  for (const listener of listeners) listener()
}

/** Value kept under a key; null where nothing is, or storage is switched off. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text; where storage is switched off, everything stays as it is. */
export function store(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Whoever shows it goes on with what was there before.
  }
  announceStored()
}

/** Value kept under a key, now and as it changes. */
export const useStored = (key: string): string | null => useSyncExternalStore(onStored, () => stored(key))
