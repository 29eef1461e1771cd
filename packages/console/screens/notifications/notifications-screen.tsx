import { HttpError } from '@matricola/providers/http.ts'
import { accountPath, homePath } from '@matricola/schema/paths.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useAnnounce } from '../../announcements/announcer.tsx'
import { useHttp } from '../../app/console-context.ts'
import { groupNotifications, type NotificationGroup } from '../../app/notification-groups.ts'
import { usePageTitle } from '../../app/page-title.ts'
import { useMarkRead, useUnread } from '../../app/unread.ts'
import { useUser } from '../../app/user-context.ts'
import { longDate, timeText } from '../../fields/date-text.ts'
import { numberDisplay } from '../../fields/number-text.ts'
import '../../pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '../../pages/form/load-state.tsx'
import { PageHeader } from '../../pages/form/page-header.tsx'
import type { PageProps } from '../page-props.ts'
import './notifications.css'
import { Button } from '../../kit/button.tsx'
import { useNotificationText } from '../use-notification-text.ts'

const notificationsPerPage = 50

/** The user's notifications by day, newest first. Equal ones are shown once. */
export function NotificationsScreen({ resource }: PageProps) {
  const { request } = useHttp()
  const { t, language } = useNotificationText()
  const unread = useUnread()?.notifications ?? 0
  const { role } = useUser()
  usePageTitle(t('resources:notifications.many'))
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const markRead = useMarkRead('notifications')
  const query = useInfiniteQuery({
    queryKey: ['messages', 'notifications', 'days', isUnreadOnly],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const params = {
        pageNumber: String(pageParam),
        pageSize: String(notificationsPerPage),
        ...(isUnreadOnly && { view: 'unread' }),
      }
      return (await request<Page<WireRecord>>(endpointsOf(resource).list, { params, signal })).data
    },
    getNextPageParam: ({ page, pageSize, totalCount }) =>
      page * pageSize < totalCount ? page + 1 : undefined,
  })
  const records = query.data?.pages.flatMap(({ list }) => list) ?? []
  const emptyText = t(isUnreadOnly ? 'list.noneUnread' : 'list.none')
  useAnnounce(query.data && records.length === 0 ? emptyText : '')
  const hasUnread = records.some(({ readAt }) => readAt === null)
  const error = query.error instanceof HttpError ? query.error : null
  return (
    <div className="page notifications">
      <PageHeader
        title={t('resources:notifications.many')}
        actions={
          <>
            <Button aria-pressed={isUnreadOnly} onClick={() => setUnreadOnly(!isUnreadOnly)}>
              {t('list.unreadOnly')}
              {unread > 0 && (
                <span className="notification-count">{numberDisplay(unread, language, 0)}</span>
              )}
            </Button>
            {hasUnread && (
              <Button onClick={() => markRead({ all: true })}>{t('shell:inbox.markAll')}</Button>
            )}
            <Link className="button" to={accountPath(role)}>
              {t('list.settings')}
            </Link>
          </>
        }
      />
      {query.isError ? (
        <LoadFailed
          message={query.error.message}
          reference={error?.requestId}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <FieldsSkeleton rows={5} />
      ) : records.length === 0 ? (
        <p className="panel notification-day">{emptyText}</p>
      ) : (
        <div className="notification-days">
          {byDay(records).map(([day, ofDay]) => (
            <NotificationDay
              key={day}
              day={day}
              groups={groupNotifications(ofDay)}
              onOpen={(ids) => markRead({ ids })}
            />
          ))}
          {query.hasNextPage && (
            <Button
              aria-disabled={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {t('list.older')}
            </Button>
          )}
          <p className="caption">{t('list.retention')}</p>
        </div>
      )}
    </div>
  )
}

/** Groups records by the day on which they were sent, in the university's time zone. */
function byDay(records: readonly WireRecord[]): [day: string, records: WireRecord[]][] {
  const days = new Map<string, WireRecord[]>()
  for (const record of records) {
    const day = today(new Date(String(record.sentAt)))
    days.set(day, [...(days.get(day) ?? []), record])
  }
  return [...days]
}

interface NotificationDayProps {
  readonly day: string
  readonly groups: readonly NotificationGroup[]
  readonly onOpen: (ids: readonly string[]) => void
}

function NotificationDay({ day, groups, onOpen }: NotificationDayProps) {
  const { t, language } = useNotificationText()
  const { role } = useUser()
  const id = useId()
  const title = day === today(new Date()) ? t('list.today') : longDate(day, language)
  return (
    <section className="panel notification-day" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul className="bare-list notification-list">
        {groups.map(({ record, ids, isUnread }) => (
          <li key={record.id}>
            <Link
              className="notification-link"
              data-unread={isUnread}
              to={
                typeof record.link === 'string'
                  ? `${homePath(role)}/${record.link}`
                  : homePath(role)
              }
              onClick={() => isUnread && onOpen(ids)}
            >
              <span className="notification-text">
                {isUnread && (
                  <span className="emphasis-mark">
                    <span className="visually-hidden">{t('shell:inbox.unread')} </span>
                  </span>
                )}
                {t([
                  `shell:inbox.types.${record.type}`,
                  `resources:notifications.choices.type.${record.type}`,
                ])}
                {ids.length > 1 && ` ${t('shell:inbox.times', { number: ids.length })}`}
                {typeof record.subject === 'string' && ` ${record.subject}`}
              </span>
              <time className="caption" dateTime={String(record.sentAt)}>
                {timeText(new Date(String(record.sentAt)), language)}
              </time>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
