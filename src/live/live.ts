/** Events that the server tells as they happen, for the components that show them. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveEvent } from '#model/wire/jobs.ts'
import { openLive } from '#providers/live.ts'

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
const stateListeners = new Set<(isLive: boolean) => void>()
let isLive = false

/** Listens for the person until the answer is called. */
export function startLive(personId: string): () => void {
  const stop = openLive(personId, {
    onEvent(event) {
      for (const listener of listeners) listener(event)
    },
    onState: setLive,
  })
  return () => {
    stop()
    setLive(false)
  }
}

function setLive(next: boolean) {
  if (isLive === next) return
  isLive = next
  for (const listener of stateListeners) listener(next)
}

/** Calls `listener` for every event until the answer is called. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls the latest `listener` for every event while the component is there. */
export function useLive(listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onLive((event) => latest.current(event)), [])
}

/** Calls `listener` when events begin or cease to come, until the answer is called. */
export function onLiveState(listener: (isLive: boolean) => void): () => void {
  stateListeners.add(listener)
  return () => void stateListeners.delete(listener)
}

/** Tells whether events come; else what depends on them has to be asked for. */
export const useIsLive = (): boolean => useSyncExternalStore(onLiveState, () => isLive)
