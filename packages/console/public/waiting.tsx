import { LiveRegion } from '../announcements/live-region.tsx'
import { useText } from '../i18n.ts'
import { PublicFrame } from './public-frame.tsx'

/** Shown until the session is known. */
export function CheckingSession() {
  const t = useText('public')
  return <WaitingPage>{t('entry.checking')}</WaitingPage>
}

/** Shown while the code of a page is loading. */
export function LoadingPage() {
  const t = useText('public')
  return <WaitingPage>{t('entry.loading')}</WaitingPage>
}

function WaitingPage({ children }: { children: string }) {
  const t = useText('public')
  return (
    <PublicFrame title={t('entry.title')}>
      <LiveRegion className="public-waiting">
        <span className="spinner" aria-hidden="true" />
        {children}
      </LiveRegion>
    </PublicFrame>
  )
}
