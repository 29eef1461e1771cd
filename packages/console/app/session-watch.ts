import { HttpError } from '@matricola/providers/http.ts'
import type { Session } from '@matricola/providers/session.ts'
import { type SessionMessage, sessionChannel } from '@matricola/providers/session-channel.ts'
import { translate } from '../i18n.ts'
import { onLiveEvent } from '../live/live.ts'
import { clearToasts, storeToast } from '../toasts/toast-store.ts'

/**
 * Ends the session in this tab when another tab signs out or the server reports the end. It also
 * checks the session when the page becomes visible. Returns a function that stops watching.
 */
export function watchSession(session: Session): () => void {
  const recheck = () => {
    if (document.visibilityState === 'visible') void session.recheck()
  }
  // A page restored from the back/forward cache shows its old state.
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) recheck()
  }
  const stopMessages = sessionChannel.listen((message) => handleSessionMessage(session, message))
  const stopLive = onLiveEvent(({ type }) => {
    if (type === 'signedOut') void session.recheck()
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

function handleSessionMessage(session: Session, message: SessionMessage): void {
  const { user, isSigningOut } = session.current()
  if (!user) return
  if (message.type === 'signingOut' || message.type === 'signOutFailed') {
    // A page also receives its own messages.
    if (!isSigningOut) session.expectSignOut(message.type === 'signingOut')
    return
  }
  session.expectSignOut(false)
  if (message.type === 'ended') {
    const expiredText = translate('errors:errors.session.expired')
    storeToast({ severity: 'error', summary: expiredText })
    session.expire(
      new HttpError({ statusCode: 401, message: expiredText, code: 'session.expired' }),
    )
    return
  }
  if (message.type === 'signedIn' && message.userId === user.id) return
  session.clear()
  clearTabState()
  if (message.type === 'signedOut')
    storeToast({ severity: 'info', summary: translate('shell:menu.signedOutElsewhere') })
}

/**
 * Removes all data that this tab stores for the user, so that the next user of the device finds no
 * paths, drafts or messages.
 */
export function clearTabState(): void {
  clearToasts()
  try {
    sessionStorage.clear()
  } catch {
    // If storage is unavailable, nothing was stored.
  }
}
