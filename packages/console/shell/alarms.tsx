import { mailsPath } from '@matricola/schema/areas.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistry, useSession } from '../app/console-context.ts'
import { lazyOverlay } from '../app/lazy-overlay.tsx'
import { longDateTime } from '../fields/date-text.ts'
import { currentLanguage } from '../i18n.ts'
import { Button } from '../kit/button.tsx'

const ClockDialog = lazyOverlay(
  async () => (await import('../screens/clock-dialog.tsx')).ClockDialog,
)

/**
 * Shows administrators the server problems that need attention now, as of the last page load. Other
 * users receive no alarms. Individual emails that failed are counted in the menu.
 */
export function Alarms() {
  const { t } = useTranslation('shell')
  const registry = useRegistry()
  const [isAsking, setAsking] = useState(false)
  const { storage, clock, stoppedMails, jobs, files, store, replica, isDamaged } =
    useSession().user?.alarms ?? {}
  if (!storage && !clock && !stoppedMails && !jobs && !files && !store && !replica && !isDamaged)
    return null
  const time = (value: string) => longDateTime(value, currentLanguage())
  return (
    <div className="alarms" role="alert">
      {isDamaged && <p>{t('alarms.damaged')}</p>}
      {storage && <p>{t(`alarms.storage.${storage}`)}</p>}
      {clock && (
        <p>
          {t('alarms.clock.text', { now: time(clock.now), known: time(clock.known) })}{' '}
          <Button onClick={() => setAsking(true)}>{t('alarms.clock.check')}</Button>
        </p>
      )}
      {stoppedMails && (
        <p>
          {t('alarms.stoppedMails', { number: stoppedMails })}{' '}
          <Link to={mailsPath(registry)}>{t('alarms.mailsLink')}</Link>
        </p>
      )}
      {jobs && <p>{t('alarms.jobs', { number: jobs })}</p>}
      {files && <p>{t('alarms.files', { number: files })}</p>}
      {store && <p>{t('alarms.store')}</p>}
      {replica && <p>{t('alarms.replica')}</p>}
      {clock && isAsking && <ClockDialog now={clock.now} onClose={() => setAsking(false)} />}
    </div>
  )
}
