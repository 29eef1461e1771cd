/** Presence: which users have a record open, according to the last live event. */
import { useEffect, useSyncExternalStore } from 'react'
import * as liveCalls from '#model/calls/live.ts'
import type { LiveEvent } from '#model/wire/jobs.ts'
import { ask } from '#providers/ask.ts'
import { isAttended } from '#src/console/attention.ts'
import { usePerson } from '#src/console/person.ts'
import { onLive, onLiveState, useIsLive } from './live.ts'

export type People = Extract<LiveEvent, { type: 'presence' }>['people']

/** Interval of reporting that a page is open. The server removes users who have not reported for a minute. */
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
  // Changes during the gap are not sent later; a new connection starts with the full state.
  if (isLive) return
  known.clear()
  told()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The other users who have a record open. */
export function useOthersAt(resource: string, id: string): People {
  const { id: me } = usePerson()
  const people = useSyncExternalStore(subscribe, () => known.get(keyOf(resource, id)) ?? nobody)
  return people.filter((person) => person.id !== me)
}

/** Reports that the record is open here while it is and the user is active. */
export function useIsOpen(resource: string, id: string): void {
  const isLive = useIsLive()
  useEffect(() => {
    if (!isLive || id === '') return
    const note = (isOpen: boolean) => {
      // Presence is not critical, and the next report repeats it.
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
