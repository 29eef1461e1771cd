import type { createAuthProvider } from '@matricola/providers/auth.ts'
import type { HttpError } from '@matricola/providers/http.ts'
import type { Session } from '@matricola/providers/session.ts'
import { translate } from './i18n.ts'
import { navigation, rememberLocation } from './navigation.ts'
import { showStoredToasts, storeToast } from './toasts/toast-store.ts'

interface PageSession {
  readonly session: Session
  readonly authProvider: ReturnType<typeof createAuthProvider>
  /** Whether the page belongs to the console. Other pages stay open when the session ends. */
  readonly isConsole: boolean
}

/**
 * Returns the handler of an expired session. It shows a message on the next page, and returns here
 * after signing in.
 */
export function createSessionLossHandler({
  session,
  authProvider,
  isConsole,
}: PageSession): (error: HttpError) => void {
  // Several calls can fail at once; the message is shown and the navigation started only once.
  let isLeaving = false
  let hasShownExpiry = false
  return (error) => {
    const { status, error: previousError } = session.current()
    const hasSignedOut = status === 'anonymous' && !previousError
    const wasSignedIn = status === 'authenticated' || error.code === 'session.expired'
    void authProvider.onError(error)
    if (wasSignedIn && !hasShownExpiry && !hasSignedOut)
      storeToast({ severity: 'error', summary: translate('errors:errors.session.expired') })
    if (!isConsole) return showPendingToasts()
    // A user who signs out is leaving the page anyway, and does not return here after the next
    // sign-in.
    if (hasSignedOut) return
    hasShownExpiry ||= wasSignedIn
    if (isLeaving) return
    isLeaving = true
    rememberLocation()
    navigation.replace('/')
  }
}

/** Shows the stored toasts. `/` only redirects, so its toasts wait for the next page. */
export function showPendingToasts() {
  if (window.location.pathname !== '/') showStoredToasts()
}
