import { useLogout } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '../app/console-context.ts'
import { clearTabState } from '../app/session-watch.ts'
import { Icon } from '../icons/icon.tsx'
import { Tooltip } from '../kit/tooltip.tsx'
import { storeToast } from '../toasts/toast-store.ts'

/**
 * Signs out. Disabled while the session is being checked or ended. If signing out fails, the
 * session remains and an error is shown. If it succeeds, the guard leaves the console, so the toast
 * is kept for the next page.
 */
export function SignOut({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell')
  const { isChecking, isSigningOut } = useSession()
  const isWaiting = isChecking || isSigningOut
  const label = t(
    isSigningOut ? 'menu.signingOut' : isChecking ? 'menu.loadingPerson' : 'menu.signOut',
  )

  const { mutateAsync: logout } = useLogout()

  // Refine shows errors. On success the console unmounts, so the following code must not depend on
  // any component.
  const signOutAndLeave = async () => {
    const { success } = await logout()
    if (!success) return
    clearTabState()
    storeToast({ severity: 'success', summary: t('menu.signedOut') })
  }

  return (
    <Tooltip text={isCollapsed ? label : undefined} side="right">
      <button
        type="button"
        className="menu-tool"
        disabled={isWaiting}
        aria-disabled={isWaiting}
        aria-label={isCollapsed ? label : undefined}
        onClick={() => void signOutAndLeave()}
      >
        {isWaiting ? <span className="spinner" aria-hidden="true" /> : <Icon name="logout" />}
        {!isCollapsed && <span>{label}</span>}
      </button>
    </Tooltip>
  )
}
