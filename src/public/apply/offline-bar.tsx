import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { useText } from '@matricola/console/i18n.ts'
import { Icon } from '@matricola/console/icons/icon.tsx'
import { useSyncExternalStore } from 'react'

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
