import { useTranslation } from 'react-i18next'
import { LiveRegion } from '../announcements/live-region.tsx'
import { Icon } from '../icons/icon.tsx'
import type { LiveRows } from './use-live-rows.ts'
import { usePageThrottledText } from './use-page-throttled-text.ts'
import './live.css'
import { Button } from '../kit/button.tsx'

/**
 * Shows how many rows have started or stopped matching since the list was read, with a button to
 * reload it. Overlays the page without moving it.
 */
export function ListUpdateNotice({
  live: { addedCount, removedCount },
  onReload,
}: {
  readonly live: LiveRows
  readonly onReload: () => void
}) {
  const { t } = useTranslation('time')
  const text = [
    addedCount > 0 && t('live.more', { count: addedCount }),
    removedCount > 0 && t('live.fewer', { count: removedCount }),
  ]
    .filter(Boolean)
    .join(', ')
  const announcement = usePageThrottledText(text)
  return (
    <div className="list-update-notice">
      <LiveRegion className="visually-hidden">{announcement}</LiveRegion>
      {text !== '' && (
        <Button
          kind="primary"
          className="list-update-button"
          title={t('live.reload')}
          onClick={onReload}
        >
          <Icon name="reload" />
          {text}
        </Button>
      )}
    </div>
  )
}
