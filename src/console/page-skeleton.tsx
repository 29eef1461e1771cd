import { useTranslation } from 'react-i18next'
import { useSpoken } from '#src/spoken/announcer.tsx'

/** The shape of a page that is still loading; it appears after 200 ms (see its style), so that a quick answer does not flicker. */
export function PageSkeleton() {
  const { t } = useTranslation('shell')
  useSpoken(t('loading'))
  return (
    <div className="page-skeleton">
      {[38, 92, 86, 90, 74].map((width) => (
        <span key={width} className="skeleton" style={{ width: `${width}%` }} aria-hidden="true" />
      ))}
    </div>
  )
}
