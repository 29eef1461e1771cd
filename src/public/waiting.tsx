import { useText } from '../i18n.ts'
import { Status } from '../spoken/status.tsx'
import { PublicFrame } from './frame.tsx'

/** Shown until the session is known. */
export function Waiting() {
  const t = useText('public')
  return <Moment>{t('entry.checking')}</Moment>
}

/** Shown while the code of a page is loading. */
export function Loading() {
  const t = useText('public')
  return <Moment>{t('entry.loading')}</Moment>
}

function Moment({ children }: { children: string }) {
  const t = useText('public')
  return (
    <PublicFrame title={t('entry.title')}>
      <Status className="public-waiting">
        <span className="spinner" aria-hidden="true" />
        {children}
      </Status>
    </PublicFrame>
  )
}
