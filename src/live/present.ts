/** People who have a record open, as the server told it last. */
import { useEffect, useSyncExternalStore } from 'react'
import * as liveCalls from '#model/calls/live.ts'
import type { LiveEvent } from '#model/wire/jobs.ts'
import { ask } from '#providers/ask.ts'
import { isAttended } from '#src/console/attention.ts'
import { usePerson } from '#src/console/person.ts'
import { onLive, onLiveState, useIsLive } from './live.ts'

export type People = Extract<LiveEvent, { type: 'presence' }>['people']

/** A page says so often that it is open; who says nothing for a minute has left. */
const renewMs = 20_000
const nobody: People = []

const known = new Map<string, People>()
const listeners = new Set<() => void>()
const keyOf = (resource: string, id: string) => `${resource} ${id}`

const told = () => {
  for (const listener of listeners) listener()
}

onLive((event) => {
  if (event.type !== 'presence') return
  if (event.people.length === 0) known.delete(keyOf(event.resource, event.id))
  else known.set(keyOf(event.resource, event.id), event.people)
  told()
})
onLiveState((isLive) => {
  // Visits that end in the gap are not told; a new connection is told all that is.
  if (isLive) return
  known.clear()
  told()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The others who have a record open. */
export function useOthersAt(resource: string, id: string): People {
  const { id: me } = usePerson()
  const people = useSyncExternalStore(subscribe, () => known.get(keyOf(resource, id)) ?? nobody)
  return people.filter((person) => person.id !== me)
}

/** Lets others know that this record is open here, while it is and somebody is there. */
export function useIsOpen(resource: string, id: string): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (!isLive || id === '') return
    const note = (isOpen: boolean) => {
      // A mark that is missing harms nobody; the next note says it again.
      ask(liveCalls.presence, { input: { resource, id, isOpen } }).catch(() => {})
    }
    const renew = () => {
      if (isAttended() && document.visibilityState === 'visible') note(true)
    }
    renew()
    const timer = setInterval(renew, renewMs)
    return () => {
      clearInterval(timer)
      note(false)
    }
  }, [isLive, resource, id])
}
