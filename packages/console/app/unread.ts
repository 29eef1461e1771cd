/**
 * Unread counts of the user, fetched regularly while the user is active, and calls that mark items
 * as read.
 */

import { inboxEndpoints } from '@matricola/schema/calls/endpoints.ts'
import type {
  markMessagesRead,
  markNotificationsRead,
  unread,
} from '@matricola/schema/calls/inbox.ts'
import type { WireUnread } from '@matricola/schema/wire/wire.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsLive } from '../live/live.ts'
import { useHttp } from './console-context.ts'
import { isUserActive } from './user-activity.ts'

export type InboxKind = 'notifications' | 'messages'

const pollMs = 60_000
/**
 * With a live connection, requests are only needed to keep the session of an active reader alive.
 */
const livePollMs = 10 * 60_000
const freshMs = 2000

export const unreadKey = ['unread']
const markReadEndpoints = {
  notifications: inboxEndpoints.markNotificationsRead,
  messages: inboxEndpoints.markMessagesRead,
} as const

/**
 * The counts; undefined until they are loaded. If a request fails, the last counts are kept until
 * the next one.
 */
export function useUnread(): WireUnread | undefined {
  const { makeCall } = useHttp()
  const client = useQueryClient()
  const isLive = useIsLive()
  const { data } = useQuery({
    queryKey: unreadKey,
    queryFn: async ({ signal }) => {
      const known = client.getQueryData<WireUnread>(unreadKey)
      if (known && !isUserActive()) return known
      return (await makeCall<typeof unread>(inboxEndpoints.unread, { signal })).data
    },
    refetchInterval: isLive ? livePollMs : pollMs,
    staleTime: freshMs,
  })
  return data
}

/** Returns a function that fetches the counts now. */
export function useRefreshUnread() {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: unreadKey })
}

/**
 * Marks some items, or all of a type, as read. If that fails, they remain unread, as the counts
 * show.
 */
export function useMarkRead(kind: InboxKind) {
  const { makeCall } = useHttp()
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (body: { readonly ids: readonly string[] } | { readonly all: true }) =>
      makeCall<typeof markNotificationsRead | typeof markMessagesRead>(markReadEndpoints[kind], {
        input: body,
      }),
    onSuccess: ({ data }) => {
      client.setQueryData(unreadKey, data)
      void client.invalidateQueries({ queryKey: ['messages'] })
      void client.invalidateQueries({ queryKey: ['data', 'default', kind, 'list'] })
    },
  })
  return mutate
}

/** Marks the item that a page shows as read. */
export function useMarkReadOnOpen(kind: InboxKind, id: string) {
  const markRead = useMarkRead(kind)
  useEffect(() => markRead({ ids: [id] }), [markRead, id])
}
