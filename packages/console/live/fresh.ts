/** Visible records that a live update has just changed. */
import { useSyncExternalStore } from 'react'

const freshMs = 4_000
const fresh = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

/** Marks records as fresh for a moment. */
export function markFresh(ids: Iterable<string>): void {
  for (const id of ids) {
    clearTimeout(fresh.get(id))
    fresh.set(
      id,
      setTimeout(() => {
        fresh.delete(id)
        notifyListeners()
      }, freshMs),
    )
  }
  notifyListeners()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True for a moment after a live update of the record, otherwise undefined. */
export const useIsFresh = (id: string): true | undefined =>
  useSyncExternalStore(subscribe, () => (fresh.has(id) ? true : undefined))
