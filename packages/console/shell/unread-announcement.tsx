import type { WireUnread } from '@matricola/schema/wire/wire.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../announcements/live-region.tsx'
import { setTitleCount } from '../app/page-title.ts'
import { useUnread } from '../app/unread.ts'

const minIntervalMs = 60_000
/**
 * How long the announcement remains: long enough to be read out. Removing it allows the same text
 * to be announced again.
 */
const visibleMs = 20_000

/** Announces new items at most once a minute, and keeps the unread count in the document title. */
export function UnreadAnnouncement() {
  const { t } = useTranslation('shell')
  const unread = useUnread()
  const [arrived, setArrived] = useState<WireUnread | null>(null)
  const [turn, setTurn] = useState(0)
  const lastAnnounced = useRef<{ counts: WireUnread; at: number } | null>(null)

  useEffect(() => {
    if (!unread) return
    setTitleCount(unread.notifications + unread.messages)
    const last = lastAnnounced.current
    const now = Date.now()
    const more = (kind: keyof WireUnread) =>
      Math.max(0, unread[kind] - (last?.counts[kind] ?? unread[kind]))
    const newCounts = { notifications: more('notifications'), messages: more('messages') }
    const hasNew = newCounts.notifications + newCounts.messages > 0
    // Items that arrive within the minute are announced together at its end.
    if (hasNew && last && now - last.at < minIntervalMs) {
      const timer = setTimeout(() => setTurn(turn + 1), minIntervalMs - (now - last.at))
      return () => clearTimeout(timer)
    }
    lastAnnounced.current = { counts: unread, at: hasNew ? now : (last?.at ?? 0) }
    if (hasNew) setArrived(newCounts)
  }, [unread, turn])
  useEffect(() => {
    if (!arrived) return
    const timer = setTimeout(() => setArrived(null), visibleMs)
    return () => clearTimeout(timer)
  }, [arrived])
  useEffect(() => () => setTitleCount(0), [])

  const parts = arrived
    ? [
        arrived.notifications > 0
          ? t('inbox.newNotifications', { count: arrived.notifications })
          : '',
        arrived.messages > 0 ? t('inbox.newMessages', { count: arrived.messages }) : '',
      ]
    : []
  return <LiveRegion className="visually-hidden">{parts.filter(Boolean).join(', ')}</LiveRegion>
}
