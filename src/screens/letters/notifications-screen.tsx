import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { accountPath, homeOf } from '#model/paths.ts'
import { today } from '#model/values/dates.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { Page, WireRecord } from '#model/wire/wire.ts'
import { HttpError, request } from '#providers/http.ts'
import { groupNotifications, type NotificationGroup } from '#src/console/notification-groups.ts'
import { usePageTitle } from '#src/console/page-title.ts'
import { usePerson } from '#src/console/person.ts'
import { useMarkRead, useUnread } from '#src/console/unread.ts'
import { longDate, timeText } from '#src/fields/date-text.ts'
import { numberDisplay } from '#src/fields/number-text.ts'
import { useSpoken } from '#src/spoken/announcer.tsx'
import '#src/pages/form/form.css'
import { FieldsSkeleton, LoadFailed } from '#src/pages/form/load-state.tsx'
import { PageHead } from '#src/pages/form/page-head.tsx'
import type { PageProps } from '../page-props.ts'
import './letters.css'
import { Button } from '#src/kit/button.tsx'
import { usePostText } from '../use-post-text.ts'

const atOnce = 50

/** The user's notifications by day, newest first. Equal ones are shown once. */
export function NotificationsScreen({ resource }: PageProps) {
  const { t, language } = usePostText()
  const unread = useUnread()?.notifications ?? 0
  const { role } = usePerson()
  usePageTitle(t('resources:notifications.many'))
  const [isUnreadOnly, setUnreadOnly] = useState(false)
  const markRead = useMarkRead('notifications')
  const query = useInfiniteQuery({
    queryKey: ['letters', 'notifications', 'days', isUnreadOnly],
    initialPageParam: 1,
    queryFn: async ({ pageParam, signal }) => {
      const params = { pageNumber: String(pageParam), pageSize: String(atOnce), ...(isUnreadOnly && { view: 'unread' }) }
      return (await request<Page<WireRecord>>(endpointsOf(resource).list, { params, signal })).data
    },
    getNextPageParam: ({ page, pageSize, totalCount }) => (page * pageSize < totalCount ? page + 1 : undefined),
  })
  const records = query.data?.pages.flatMap(({ list }) => list) ?? []
  const none = t(isUnreadOnly ? 'told.noneUnread' : 'told.none')
  useSpoken(query.data && records.length === 0 ? none : '')
  const hasUnread = records.some(({ readAt }) => readAt === null)
  const error = query.error instanceof HttpError ? query.error : null
  return (
    <div className="page thread">
      <PageHead
        title={t('resources:notifications.many')}
        actions={
          <>
            <Button aria-pressed={isUnreadOnly} onClick={() => setUnreadOnly(!isUnreadOnly)}>
              {t('told.unreadOnly')}
              {unread > 0 && <span className="told-count">{numberDisplay(unread, language, 0)}</span>}
            </Button>
            {hasUnread && <Button onClick={() => markRead({ all: true })}>{t('shell:letters.markAll')}</Button>}
            <Link className="button" to={accountPath(role)}>
              {t('told.choose')}
            </Link>
          </>
        }
      />
      {query.isError ? (
        <LoadFailed message={query.error.message} reference={error?.requestId} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <FieldsSkeleton rows={5} />
      ) : records.length === 0 ? (
        <p className="sheet told-day">{none}</p>
      ) : (
        <div className="told-days">
          {byDay(records).map(([day, ofDay]) => (
            <Day key={day} day={day} told={groupNotifications(ofDay)} onChoose={(ids) => markRead({ ids })} />
          ))}
          {query.hasNextPage && (
            <Button aria-disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('told.older')}
            </Button>
          )}
          <p className="caption">{t('told.kept')}</p>
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

interface DayProps {
  readonly day: string
  readonly told: readonly NotificationGroup[]
  readonly onChoose: (ids: readonly string[]) => void
}

function Day({ day, told, onChoose }: DayProps) {
  const { t, language } = usePostText()
  const { role } = usePerson()
  const id = useId()
  const title = day === today(new Date()) ? t('told.today') : longDate(day, language)
  return (
    <section className="sheet told-day" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <ul className="bare-list told-list">
        {told.map(({ record, ids, isUnread }) => (
          <li key={record.id}>
            <Link
              className="told"
              data-unread={isUnread}
              to={typeof record.link === 'string' ? `${homeOf(role)}/${record.link}` : homeOf(role)}
              onClick={() => isUnread && onChoose(ids)}
            >
              <span className="told-what">
                {isUnread && (
                  <span className="emphasis-mark">
                    <span className="visually-hidden">{t('shell:letters.unread')} </span>
                  </span>
                )}
                {t([`shell:letters.types.${record.type}`, `resources:notifications.choices.type.${record.type}`])}
                {ids.length > 1 && ` ${t('shell:letters.times', { number: ids.length })}`}
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
