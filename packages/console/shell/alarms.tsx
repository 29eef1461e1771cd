import { mailsPath } from '@matricola/schema/areas.ts'
import type { WireAlarms } from '@matricola/schema/wire/wire.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistry } from '../app/console-context.ts'
import { lazyOverlay } from '../app/lazy-overlay.tsx'
import { longDateTime } from '../fields/date-text.ts'
import { currentLanguage } from '../i18n.ts'
import { Button } from '../kit/button.tsx'
import './shell.css'

const ClockDialog = lazyOverlay(
  async () => (await import('../screens/clock-dialog.tsx')).ClockDialog,
)

/**
 * Shows administrators the server problems that need attention now, as of the last page load. Other
 * users receive no alarms. Individual emails that failed are counted in the menu.
 */
export function Alarms({ alarms }: { readonly alarms: WireAlarms }) {
  const { t } = useTranslation('alarms')
  const registry = useRegistry()
  const [isAsking, setAsking] = useState(false)
  const { storage, clock, stoppedMails, jobs, files, store, replica, isDamaged } = alarms
  if (!storage && !clock && !stoppedMails && !jobs && !files && !store && !replica && !isDamaged)
    return null
  const time = (value: string) => longDateTime(value, currentLanguage())
  return (
    <div className="alarms" role="alert">
      {isDamaged && <p>{t('damaged')}</p>}
      {storage && <p>{t(`storage.${storage}`)}</p>}
      {clock && (
        <p>
          {t('clock.text', { now: time(clock.now), known: time(clock.known) })}{' '}
          <Button onClick={() => setAsking(true)}>{t('clock.check')}</Button>
        </p>
      )}
      {stoppedMails && (
        <p>
          {t('stoppedMails', { number: stoppedMails })}{' '}
          <Link to={mailsPath(registry)}>{t('mailsLink')}</Link>
        </p>
      )}
      {jobs && <p>{t('jobs', { number: jobs })}</p>}
      {files && <p>{t('files', { number: files })}</p>}
      {store && <p>{t('store')}</p>}
      {replica && <p>{t('replica')}</p>}
      {clock && isAsking && <ClockDialog now={clock.now} onClose={() => setAsking(false)} />}
    </div>
  )
}
