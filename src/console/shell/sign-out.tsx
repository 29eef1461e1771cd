import { useLogout } from '@refinedev/core'
import { useTranslation } from 'react-i18next'
import { useSession } from '#providers/session.ts'
import { forgetTab } from '#src/console/session-watch.ts'
import { Icon } from '#src/icons/icon.tsx'
import { Tooltip } from '#src/kit/tooltip.tsx'
import { keepToast } from '#src/toasts/toast-store.ts'

/**
 * Signs out. Waits while the person or the sign-out itself is being loaded. A sign-out that fails keeps the session and
 * shows why; one that works leaves the console (see the guard), so its toast is kept for the next page.
 */
export function SignOut({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell')
  const { isChecking, isSigningOut } = useSession()
  const isWaiting = isChecking || isSigningOut
  const words = t(isSigningOut ? 'menu.signingOut' : isChecking ? 'menu.loadingPerson' : 'menu.signOut')

  const { mutateAsync: logout } = useLogout()

  // Refine tells of a failure. Otherwise the console goes with the session, so what follows listens to no component.
  const leave = async () => {
    const { success } = await logout()
    if (!success) return
    forgetTab()
    keepToast({ severity: 'success', summary: t('menu.signedOut') })
  }

  return (
    <Tooltip text={isCollapsed ? words : undefined} side="right">
      <button
        type="button"
        className="menu-tool"
        disabled={isWaiting}
        aria-disabled={isWaiting}
        aria-label={isCollapsed ? words : undefined}
        onClick={() => void leave()}
      >
        {isWaiting ? <span className="spinner" aria-hidden="true" /> : <Icon name="logout" />}
        {!isCollapsed && <span>{words}</span>}
      </button>
    </Tooltip>
  )
}
