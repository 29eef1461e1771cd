import { useList } from '@refinedev/core'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { homeOf, pagesOf } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { emptyListQuery } from '#model/wire/list-query.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import type { HttpError } from '#providers/http.ts'
import { toListArguments } from '#providers/list-arguments.ts'
import { resourceNamed } from '#resources/index.ts'
import { useMay } from '#src/console/may.ts'
import { longDateTime } from '#src/fields/date-text.ts'
import { useLanguage } from '#src/i18n.ts'
import { Button } from '#src/kit/button.tsx'
import { useSpoken } from '#src/spoken/announcer.tsx'
import { recordPath } from '../area.ts'
import { groupNotifications, type NotificationGroup } from '../notification-groups.ts'
import { usePerson } from '../person.ts'
import { type LetterKind, useMarkRead, useRecount, useUnread } from '../unread.ts'
import '#src/kit/popup.css'
import './letters.css'

interface Look {
  /** View of the list to link to; empty if it has none. */
  readonly view: string
  /** Whether choosing an item marks it as read. Otherwise its page does. */
  readonly isReadByChoosing: boolean
  /** First and second line of the text. */
  lines(record: WireRecord, t: TFunction): readonly unknown[]
  path(record: WireRecord, role: Role): string | null
  /** Groups the items that are shown as one. */
  together(records: readonly WireRecord[]): readonly Pick<NotificationGroup, 'record' | 'ids'>[]
}

const looks: { readonly [K in LetterKind]: Look } = {
  notifications: {
    view: '',
    isReadByChoosing: true,
    lines: (record, t) => [
      t([`shell:letters.types.${record.type}`, `resources:notifications.choices.type.${record.type}`]),
      record.subject,
    ],
    path: ({ link }, role) => (typeof link === 'string' ? `${homeOf(role)}/${link}` : null),
    together: groupNotifications,
  },
  messages: {
    view: 'received',
    isReadByChoosing: false,
    lines: ({ subject, senderName }) => [subject, senderName],
    path: ({ id }, role) => recordPath('messages', id, role),
    together: (records) => records.map((record) => ({ record, ids: [record.id] })),
  },
}
const shown = 10

/** The latest notifications or messages, each linked to its subject. */
export function LatestLetters({
  kind,
  title,
  onLeave,
}: {
  readonly kind: LetterKind
  readonly title: string
  readonly onLeave: () => void
}) {
  const { t } = useTranslation('shell')
  const { role } = usePerson()
  const may = useMay()
  const resource = resourceNamed(kind)
  const unread = useUnread()?.[kind] ?? 0
  const markRead = useMarkRead(kind)
  useCountOnOpening()
  const { query: latest } = useList<WireRecord, HttpError>({
    resource: kind,
    ...toListArguments({ ...emptyListQuery, pageSize: shown, view: looks[kind].view }),
    errorNotification: false,
    // Its own query key: new items are fetched here at once, while an open list only shows that there are some.
    queryOptions: { queryKey: ['letters', kind] },
  })
  const { error } = latest
  const data = latest.data?.data
  const none = error ? error.message : data ? t('noItems') : t('loading')
  useSpoken(data === undefined || data.length === 0 ? none : '')
  const pages = pagesOf(resource, role)
  const query = looks[kind].view && new URLSearchParams({ view: looks[kind].view }).toString()
  return (
    <>
      <h2 className="popup-title">{title}</h2>
      {data === undefined || data.length === 0 ? (
        <p className="popup-none">{none}</p>
      ) : (
        <ul className="bare-list popup-list">
          {looks[kind].together(data).map(({ record, ids }) => (
            <li key={record.id}>
              <Letter
                kind={kind}
                record={record}
                times={ids.length}
                role={role}
                onChoose={() => {
                  if (looks[kind].isReadByChoosing && record.readAt === null) markRead({ ids })
                  onLeave()
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="letters-end">
        {unread > 0 && <Button onClick={() => markRead({ all: true })}>{t('letters.markAll')}</Button>}
        {may('create', resource) && (
          <Link className="button" to={pages.create} onClick={onLeave}>
            {t('letters.new')}
          </Link>
        )}
        <Link className="button" to={`${pages.list}${query ? `?${query}` : ''}`} onClick={onLeave}>
          {t('letters.seeAll')}
        </Link>
      </div>
    </>
  )
}

function useCountOnOpening() {
  const recount = useRecount()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the panel opens
  useEffect(recount, [])
}

interface LetterProps {
  readonly kind: LetterKind
  readonly record: WireRecord
  /** Number of items that are shown as one. */
  readonly times: number
  readonly role: Role
  readonly onChoose: () => void
}

/** One item. Unread ones are bold and have a dot. */
function Letter({ kind, record, times, role, onChoose }: LetterProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const isUnread = record.readAt === null
  const path = looks[kind].path(record, role)
  const [first, second] = looks[kind].lines(record, t)
  return (
    <Link className="popup-item letter" to={path ?? homeOf(role)} data-unread={isUnread} onClick={onChoose}>
      <span className="letter-dot">{isUnread && <span className="visually-hidden">{t('letters.unread')}</span>}</span>
      <span className="letter-text">
        <span className="letter-first">
          {String(first)}
          {times > 1 && ` ${t('letters.times', { number: times })}`}
        </span>
        {typeof second === 'string' && <span className="letter-second">{second}</span>}
        <span className="letter-time">{longDateTime(String(record.sentAt), language)}</span>
      </span>
    </Link>
  )
}
