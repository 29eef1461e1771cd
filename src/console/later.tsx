import { type ComponentType, lazy, useEffect } from 'react'
import { usePageText } from '#src/fields/page-text.ts'
import { showToast } from '#src/toasts/toast-store.ts'
import { navigation } from '../navigation.ts'

/** Ways in which a part of the frame goes again. */
interface Opened {
  readonly onClose?: () => void
  readonly onAnswer?: (isGiven: boolean) => void
}

/** A part of the frame whose code comes when it is wanted. Where it does not come, a message says so and the rest stays as it is. */
export const later = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch(() => Missing as ComponentType<P>) }))

function Missing({ onClose, onAnswer }: Opened) {
  const { t } = usePageText()
  useEffect(() => {
    showToast({ severity: 'error', summary: t('state.failed'), action: { label: t('state.retry'), run: () => navigation.reload() } })
    onClose?.()
    onAnswer?.(false)
  }, [t, onClose, onAnswer])
  return null
}
