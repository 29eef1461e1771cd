import { useSyncExternalStore } from 'react'
import { LiveRegion } from '#packages/console/announcements/live-region.tsx'
import { useText } from '#packages/console/i18n.ts'
import { Icon } from '#packages/console/icons/icon.tsx'

/** A bar shown while there is no connection. */
export function OfflineBar() {
  const t = useText('apply')
  const isOnline = useOnline()
  return (
    <LiveRegion as="div">
      {isOnline ? null : (
        <p className="apply-offline">
          <Icon name="warning" />
          {t('offline')}
        </p>
      )}
    </LiveRegion>
  )
}

export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  )

function subscribeToConnection(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
