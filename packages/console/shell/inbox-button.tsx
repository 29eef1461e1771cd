import { useTranslation } from 'react-i18next'
import { lazyPanel } from '../app/lazy-panel.tsx'
import { type InboxKind, useUnread } from '../app/unread.ts'
import { type AppIconName, Icon } from '../icons/icon.tsx'
import { Popup } from '../kit/popup.tsx'
import './inbox.css'

const Latest = lazyPanel(async () => (await import('./latest-inbox-items.tsx')).LatestInboxItems)

interface InboxLabels {
  readonly icon: AppIconName
  readonly label: string
  readonly unread: string
}

const inboxLabels: { readonly [K in InboxKind]: InboxLabels } = {
  notifications: { icon: 'bell', label: 'bar.notifications', unread: 'inbox.notificationsUnread' },
  messages: { icon: 'mail', label: 'bar.inbox', unread: 'inbox.inboxUnread' },
}
const maxCount = 9

/** Accessible name of the bell or the inbox, including the unread count. */
export function useInboxLabel(kind: InboxKind): { readonly name: string; readonly count: number } {
  const { t } = useTranslation('shell')
  const count = useUnread()?.[kind] ?? 0
  return {
    name: count > 0 ? t(inboxLabels[kind].unread, { count }) : t(inboxLabels[kind].label),
    count,
  }
}

/**
 * A small count next to an icon; hidden at zero. The accessible name of the button already contains
 * it.
 */
export function UnreadBadge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className="badge" aria-hidden="true">
      {count > maxCount ? `${maxCount}+` : count}
    </span>
  )
}

/** The bell or the inbox: the unread count, and a panel with the latest items. */
export function InboxButton({ kind }: { readonly kind: InboxKind }) {
  const { t } = useTranslation('shell')
  const { name, count } = useInboxLabel(kind)
  const title = t(inboxLabels[kind].label)
  return (
    <Popup
      className="button-icon inbox-button"
      label={name}
      title={title}
      button={
        <>
          <Icon name={inboxLabels[kind].icon} />
          <UnreadBadge count={count} />
        </>
      }
      panelLabel={title}
      panelClassName="inbox-panel"
    >
      {(close) => <Latest kind={kind} title={title} onLeave={close} />}
    </Popup>
  )
}
