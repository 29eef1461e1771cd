/** Values in this browser's local storage, and components that follow them. */
import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

/** Calls `listener` whenever a value is stored. Returns a function that unsubscribes it. */
export function onStorageChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function notifyStorageListeners() {
  for (const listener of listeners) listener()
}

/** Returns the value of a key; null if there is none or storage is not available. */
export function findStoredValue(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Stores a value. Does nothing if storage is not available. */
export function storeValue(key: string, text: string) {
  try {
    localStorage.setItem(key, text)
  } catch {
    // Components continue with the previous value.
  }
  notifyStorageListeners()
}

/** The value of a key, updated when it changes. */
export const useStoredValue = (key: string): string | null =>
  useSyncExternalStore(onStorageChange, () => findStoredValue(key))
