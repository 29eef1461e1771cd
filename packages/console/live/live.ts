/** Live events from the server, for the components that show them. */

import type { LiveProvider } from '@matricola/providers/live.ts'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

type Listener = (event: LiveEvent) => void

const listeners = new Set<Listener>()
const stateListeners = new Set<(isLive: boolean) => void>()
let isLive = false

/** Opens the live connection of a user. Returns a function that closes it. */
export function startLiveUpdates(live: LiveProvider, userId: string): () => void {
  const stop = live.open(userId, {
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

/** Calls `listener` for each event. Returns a function that unsubscribes it. */
export function onLiveEvent(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Calls the latest `listener` for each event while the component is mounted. */
export function useLiveEvents(listener: Listener): void {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  useEffect(() => onLiveEvent((event) => latest.current(event)), [])
}

/**
 * Calls `listener` when the connection opens or is lost. Returns a function that unsubscribes it.
 */
export function onLiveState(listener: (isLive: boolean) => void): () => void {
  stateListeners.add(listener)
  return () => void stateListeners.delete(listener)
}

/** Whether the live connection is open. If it is not, data has to be polled. */
export const useIsLive = (): boolean => useSyncExternalStore(onLiveState, () => isLive)
