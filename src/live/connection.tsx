import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePerson } from '#src/console/person.ts'
import { unreadKey } from '#src/console/unread.ts'
import { startLive, useLive } from './live.ts'

/** Keeps the live connection open while the console is mounted. */
export function LiveConnection() {
  const { id } = usePerson()
  const client = useQueryClient()
  useEffect(() => startLive(id), [id])
  useLive((event) => {
    if (event.type !== 'unread') return
    const { notifications, messages } = event
    client.setQueryData(unreadKey, { notifications, messages })
    void client.invalidateQueries({ queryKey: ['letters'] })
  })
  return null
}
