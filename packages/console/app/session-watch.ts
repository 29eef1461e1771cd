import { HttpError } from '@matricola/providers/http.ts'
import { clearSession, currentSession, expectSignOut, expireSession, recheckSession } from '@matricola/providers/session.ts'
import { onSessionMessage, type SessionMessage } from '@matricola/providers/session-channel.ts'
import { translate } from '../i18n.ts'
import { onLiveEvent } from '../live/live.ts'
import { clearToasts, storeToast } from '../toasts/toast-store.ts'

/**
 * Ends the session in this tab when another tab signs out or the server reports the end. It also checks the session when the page
 * becomes visible. Returns a function that stops watching.
 */
export function watchSession(): () => void {
  const recheck = () => {
    if (document.visibilityState === 'visible') void recheckSession()
  }
  // A page restored from the back/forward cache shows its old state.
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) recheck()
  }
  const stopMessages = onSessionMessage(handleSessionMessage)
  const stopLive = onLiveEvent(({ type }) => {
    if (type === 'signedOut') void recheckSession()
  })
  document.addEventListener('visibilitychange', recheck)
  window.addEventListener('focus', recheck)
  window.addEventListener('pageshow', onShown)
  return () => {
    stopMessages()
    stopLive()
    document.removeEventListener('visibilitychange', recheck)
    window.removeEventListener('focus', recheck)
    window.removeEventListener('pageshow', onShown)
  }
}

function handleSessionMessage(message: SessionMessage): void {
  const { user, isSigningOut } = currentSession()
  if (!user) return
  if (message.type === 'signingOut' || message.type === 'signOutFailed') {
    // A page also receives its own messages.
    if (!isSigningOut) expectSignOut(message.type === 'signingOut')
    return
  }
  expectSignOut(false)
  if (message.type === 'ended') {
    const expiredText = translate('errors:errors.session.expired')
    storeToast({ severity: 'error', summary: expiredText })
    expireSession(new HttpError({ statusCode: 401, message: expiredText, code: 'session.expired' }))
    return
  }
  if (message.type === 'signedIn' && message.userId === user.id) return
  clearSession()
  clearTabState()
  if (message.type === 'signedOut') storeToast({ severity: 'info', summary: translate('shell:menu.signedOutElsewhere') })
}

/** Removes all data that this tab stores for the user, so that the next user of the device finds no paths, drafts or messages. */
export function clearTabState(): void {
  clearToasts()
  try {
    sessionStorage.clear()
  } catch {
    // If storage is unavailable, nothing was stored.
  }
}
