import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useProviders } from '../app/console-context.ts'
import { unreadKey } from '../app/unread.ts'
import { useUser } from '../app/user-context.ts'
import { startLiveUpdates, useLiveEvents } from './live.ts'

/** Keeps the live connection open while the console is mounted. */
export function LiveConnection() {
  const { id } = useUser()
  const client = useQueryClient()
  const { live } = useProviders()
  useEffect(() => startLiveUpdates(live, id), [live, id])
  useLiveEvents((event) => {
    if (event.type !== 'unread') return
    const { notifications, messages } = event
    client.setQueryData(unreadKey, { notifications, messages })
    void client.invalidateQueries({ queryKey: ['messages'] })
  })
  return null
}
