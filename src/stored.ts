/** Values in this browser's local storage, and components that follow them. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Calls `listener` whenever a value is stored. Returns a function that unsubscribes it. */
export function onStored(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notifies all listeners. */
export function announceStored() {
  for (const listener of listeners) listener()
}

/** Returns the value of a key; null if there is none or storage is not available. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. Does nothing if storage is not available. */
export function store(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Components continue with the previous value.
  }
  announceStored()
}

/** The value of a key, updated when it changes. */
export const useStored = (key: string): string | null => useSyncExternalStore(onStored, () => stored(key))
