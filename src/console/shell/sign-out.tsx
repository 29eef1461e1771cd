import { useTranslation } from 'react-i18next'
import { signOut, useSession } from '#providers/session.ts'
import { Icon } from '#src/icons/icon.tsx'
import { keepToast, showToast } from '#src/toasts/toast-store.ts'

/**
 * Signs out. Waits while the person or the sign-out itself is being loaded. A sign-out that fails keeps the session and
 * shows why; one that works leaves the console (see the guard), so its toast is kept for the next page.
 */
export function SignOut({ isCollapsed }: { isCollapsed: boolean }) {
  const { t } = useTranslation('shell')
  const { isChecking, isSigningOut } = useSession()
  const isWaiting = isChecking || isSigningOut
  const tip = isWaiting ? t(isSigningOut ? 'menu.signingOut' : 'menu.loadingPerson') : isCollapsed ? t('menu.signOut') : undefined

  const leave = async () => {
    try {
      await signOut()
      clearTab()
      keepToast({ severity: 'success', summary: t('menu.signedOut') })
    } catch (error) {
      showToast({ severity: 'error', summary: error instanceof Error ? error.message : String(error) })
    }
  }

  return (
    <button
      type="button"
      className="menu-tool"
      disabled={isWaiting}
      aria-disabled={isWaiting}
      aria-label={isCollapsed ? t('menu.signOut') : undefined}
      data-tip={tip}
      onClick={() => void leave()}
    >
      {isWaiting ? <span className="spinner" aria-hidden="true" /> : <Icon name="logout" />}
      {!isCollapsed && <span>{t('menu.signOut')}</span>}
    </button>
  )
}

/** Whoever sits down next in front of this tab finds nothing of the person in it: no place, no choice, no cell (S-13.7). */
function clearTab() {
  try {
    sessionStorage.clear()
  } catch {
    // Refused storage holds nothing.
  }
}
