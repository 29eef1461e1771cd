/** Records on the screen that have just been brought up to date. */
import { useSyncExternalStore } from 'react'

const freshMs = 4_000
const fresh = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

const tell = () => {
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
        tell()
      }, freshMs),
    )
  }
  tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** True for the moment after a record was brought up to date; undefined otherwise. */
export const useIsFresh = (id: string): true | undefined => useSyncExternalStore(subscribe, () => (fresh.has(id) ? true : undefined))
