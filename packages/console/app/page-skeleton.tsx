import { useTranslation } from 'react-i18next'
import { useAnnounce } from '../announcements/announcer.tsx'

/**
 * Placeholder for a loading page. CSS shows it after 200 ms, so that it does not flash on fast
 * responses.
 */
export function PageSkeleton() {
  const { t } = useTranslation('shell')
  useAnnounce(t('loading'))
  return (
    <div className="page-skeleton" aria-busy="true">
      {[38, 92, 86, 90, 74].map((width) => (
        <span key={width} className="skeleton" style={{ width: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  )
}
