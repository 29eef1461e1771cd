/** Presence: the users who have a record open, according to the last live event. */

import { liveEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type { presence } from '@matricola/schema/calls/live.ts'
import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { useHttp } from '../app/console-context.ts'
import { isUserActive } from '../app/user-activity.ts'
import { useUser } from '../app/user-context.ts'
import { onLiveEvent, onLiveState, useIsLive } from './live.ts'

export type PresentUsers = Extract<LiveEvent, { type: 'presence' }>['people']

/**
 * Interval at which a page reports that it is open. The server removes users whose page has not
 * reported for a minute.
 */
const renewMs = 20_000
const noUsers: PresentUsers = []

const usersByRecord = new Map<string, PresentUsers>()
const listeners = new Set<() => void>()
const keyOf = (resource: string, id: string) => `${resource} ${id}`

const notifyListeners = () => {
  for (const listener of listeners) listener()
}

onLiveEvent((event) => {
  if (event.type !== 'presence') return
  if (event.people.length === 0) usersByRecord.delete(keyOf(event.resource, event.id))
  else usersByRecord.set(keyOf(event.resource, event.id), event.people)
  notifyListeners()
})
onLiveState((isLive) => {
  // Changes during the gap are not sent later; a new connection starts with the full state.
  if (isLive) return
  usersByRecord.clear()
  notifyListeners()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The other users who have a record open. */
export function usePresentUsers(resource: string, id: string): PresentUsers {
  const { id: me } = useUser()
  const users = useSyncExternalStore(
    subscribe,
    () => usersByRecord.get(keyOf(resource, id)) ?? noUsers,
  )
  return users.filter((user) => user.id !== me)
}

/** Reports that the record is open here, for as long as it is open and the user is active. */
export function useReportPresence(resource: string, id: string): void {
  const { makeCall } = useHttp()
  const isLive = useIsLive()
  useEffect(() => {
    if (!isLive || id === '') return
    const report = (isOpen: boolean) => {
      // Presence is not critical, and the next report repeats it.
      makeCall<typeof presence>(liveEndpoints.presence, { input: { resource, id, isOpen } }).catch(
        () => {},
      )
    }
    const renew = () => {
      if (isUserActive() && document.visibilityState === 'visible') report(true)
    }
    renew()
    const timer = setInterval(renew, renewMs)
    return () => {
      clearInterval(timer)
      report(false)
    }
  }, [makeCall, isLive, resource, id])
}
