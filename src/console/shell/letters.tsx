import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { type DrawnIcon, Icon } from '#src/icons/icon.tsx'
import { Popup } from '#src/kit/popup.tsx'
import { PageFailed } from '../page-failed.tsx'
import { type LetterKind, useUnread } from '../unread.ts'
import './letters.css'

const Latest = lazy(() =>
  import('./latest-letters.tsx').then(
    ({ LatestLetters }) => ({ default: LatestLetters }),
    () => ({ default: PageFailed }),
  ),
)

interface Look {
  readonly icon: DrawnIcon
  readonly label: string
  readonly unread: string
}

const looks: { readonly [K in LetterKind]: Look } = {
  notifications: { icon: 'bell', label: 'bar.notifications', unread: 'letters.notificationsUnread' },
  messages: { icon: 'mail', label: 'bar.inbox', unread: 'letters.inboxUnread' },
}
const mostCounted = 9

/** Accessible name of the bell or the inbox, including the unread count. */
export function useLetterName(kind: LetterKind): { readonly name: string; readonly count: number } {
  const { t } = useTranslation('shell')
  const count = useUnread()?.[kind] ?? 0
  return { name: count > 0 ? t(looks[kind].unread, { count }) : t(looks[kind].label), count }
}

/** A small count next to an icon; hidden at zero. The control's accessible name says the same. */
export function Badge({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className="badge" aria-hidden="true">
      {count > mostCounted ? `${mostCounted}+` : count}
    </span>
  )
}

/** The bell or the inbox: the unread count, and a panel with the latest items. */
export function Letters({ kind }: { readonly kind: LetterKind }) {
  const { t } = useTranslation('shell')
  const { name, count } = useLetterName(kind)
  const title = t(looks[kind].label)
  return (
    <Popup
      className="button-icon letters-button"
      label={name}
      title={title}
      button={
        <>
          <Icon name={looks[kind].icon} />
          <Badge count={count} />
        </>
      }
      panelLabel={title}
      panelClassName="letters"
    >
      {(close) => (
        <Suspense fallback={<p className="popup-none">{t('loading')}</p>}>
          <Latest kind={kind} title={title} onLeave={close} />
        </Suspense>
      )}
    </Popup>
  )
}
