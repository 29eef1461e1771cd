import { toListArguments } from '@matricola/providers/data.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import { mailsPath, recordPath } from '@matricola/schema/areas.ts'
import { homePath, pagePaths } from '@matricola/schema/paths.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { emptyListQuery } from '@matricola/schema/wire/list-query.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { useList } from '@refinedev/core'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAnnounce } from '../announcements/announcer.tsx'
import { useRegistry } from '../app/console-context.ts'
import { useMenuData } from '../app/menu-data.ts'
import { groupNotifications, type NotificationGroup } from '../app/notification-groups.ts'
import { type InboxKind, useMarkRead, useRefreshUnread, useUnread } from '../app/unread.ts'
import { usePermission } from '../app/use-permission.ts'
import { useUser } from '../app/user-context.ts'
import { longDateTime } from '../fields/date-text.ts'
import { useLanguage } from '../i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { Button } from '../kit/button.tsx'
import '../kit/popup.css'
import './inbox.css'

interface InboxBehavior {
  /** View of the list to link to; empty if it has none. */
  readonly view: string
  /** Whether choosing an item marks it as read. Otherwise its page does. */
  readonly marksReadOnChoose: boolean
  /** First and second line of the text. */
  lines(record: WireRecord, t: TFunction): readonly unknown[]
  path(record: WireRecord, role: Role, registry: Registry): string | null
  /** Groups the items that are shown as one. */
  group(records: readonly WireRecord[]): readonly Pick<NotificationGroup, 'record' | 'ids'>[]
}

const inboxes: { readonly [K in InboxKind]: InboxBehavior } = {
  notifications: {
    view: '',
    marksReadOnChoose: true,
    lines: (record, t) => [
      t([
        `shell:inbox.types.${record.type}`,
        `resources:notifications.choices.type.${record.type}`,
      ]),
      record.subject,
    ],
    path: ({ link }, role) => (typeof link === 'string' ? `${homePath(role)}/${link}` : null),
    group: groupNotifications,
  },
  messages: {
    view: 'received',
    marksReadOnChoose: false,
    lines: ({ subject, senderName }) => [subject, senderName],
    path: ({ id }, role, registry) => recordPath(registry, 'messages', id, role),
    group: (records) => records.map((record) => ({ record, ids: [record.id] })),
  },
}
const maxShown = 10

/** The latest notifications or messages, each linked to its subject. */
export function LatestInboxItems({
  kind,
  title,
  onLeave,
}: {
  readonly kind: InboxKind
  readonly title: string
  readonly onLeave: () => void
}) {
  const { t } = useTranslation('shell')
  const { role } = useUser()
  const can = usePermission()
  const resource = useRegistry().get(kind)
  const unread = useUnread()?.[kind] ?? 0
  const markRead = useMarkRead(kind)
  useRefreshUnreadOnOpen()
  const { query: latest } = useList<WireRecord, HttpError>({
    resource: kind,
    ...toListArguments({ ...emptyListQuery, pageSize: maxShown, view: inboxes[kind].view }),
    errorNotification: false,
    // Its own query key: new items are fetched here immediately, while an open list only shows that
    // there are some.
    queryOptions: { queryKey: ['messages', kind] },
  })
  const { error } = latest
  const data = latest.data?.data
  const emptyText = error ? error.message : data ? t('noItems') : t('loading')
  useAnnounce(data === undefined || data.length === 0 ? emptyText : '')
  const pages = pagePaths(resource, role)
  const query = inboxes[kind].view && new URLSearchParams({ view: inboxes[kind].view }).toString()
  return (
    <>
      <h2 className="popup-title">{title}</h2>
      {kind === 'notifications' && <FailedMails onChoose={onLeave} />}
      {data === undefined || data.length === 0 ? (
        <p className="popup-empty">{emptyText}</p>
      ) : (
        <ul className="bare-list popup-list">
          {inboxes[kind].group(data).map(({ record, ids }) => (
            <li key={record.id}>
              <InboxItem
                kind={kind}
                record={record}
                times={ids.length}
                role={role}
                onChoose={() => {
                  if (inboxes[kind].marksReadOnChoose && record.readAt === null) markRead({ ids })
                  onLeave()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="inbox-actions">
        {unread > 0 && (
          <Button onClick={() => markRead({ all: true })}>{t('inbox.markAll')}</Button>
        )}
        {can('create', resource) && (
          <Link className="button" to={pages.create} onClick={onLeave}>
            {t('inbox.new')}
          </Link>
        )}
        <Link className="button" to={`${pages.list}${query ? `?${query}` : ''}`} onClick={onLeave}>
          {t('inbox.seeAll')}
        </Link>
      </div>
    </>
  )
}

/** For administrators, the emails that failed, until a week has passed. */
function FailedMails({ onChoose }: { readonly onChoose: () => void }) {
  const { t } = useTranslation('shell')
  const part = Object.values(useMenuData()?.waits ?? {})
    .flatMap(({ parts }) => parts)
    .find(({ entry }) => entry === 'mails')
  const registry = useRegistry()
  if (!part) return null
  return (
    <Link
      className="popup-item inbox-alarm"
      to={`${mailsPath(registry)}?view=${part.view}`}
      onClick={onChoose}
    >
      <Icon name="warning" />
      {part.count === null
        ? t('menu.unknownCount')
        : t('menu.waits.administration', { count: part.count })}
    </Link>
  )
}

function useRefreshUnreadOnOpen() {
  const recount = useRefreshUnread()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the panel opens
  useEffect(recount, [])
}

interface InboxItemProps {
  readonly kind: InboxKind
  readonly record: WireRecord
  /** Number of items that are shown as one. */
  readonly times: number
  readonly role: Role
  readonly onChoose: () => void
}

/** One item. Unread ones are bold and have a dot. */
function InboxItem({ kind, record, times, role, onChoose }: InboxItemProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const isUnread = record.readAt === null
  const registry = useRegistry()
  const path = inboxes[kind].path(record, role, registry)
  const [first, second] = inboxes[kind].lines(record, t)
  return (
    <Link
      className="popup-item inbox-item"
      to={path ?? homePath(role)}
      data-unread={isUnread}
      onClick={onChoose}
    >
      <span className="inbox-item-dot">
        {isUnread && <span className="visually-hidden">{t('inbox.unread')}</span>}
      </span>
      <span className="inbox-item-text">
        <span className="inbox-item-title">
          {String(first)}
          {times > 1 && ` ${t('inbox.times', { number: times })}`}
        </span>
        {typeof second === 'string' && <span className="inbox-item-detail">{second}</span>}
        <span className="inbox-item-time">{longDateTime(String(record.sentAt), language)}</span>
      </span>
    </Link>
  )
}
