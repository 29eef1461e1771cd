import { HttpError } from '#providers/http.ts'
import { currentSession, endSession, expectSignOut, loseSession, recheckSession } from '#providers/session.ts'
import { onSessionNews, type SessionNews } from '#providers/session-channel.ts'
import { text } from '#src/i18n.ts'
import { onLive } from '#src/live/live.ts'
import { clearToasts, keepToast } from '#src/toasts/toast-store.ts'

/**
 * Ends the session in this tab as soon as it is over: when another tab signs out, when the server says so, and when the page
 * becomes visible and the server no longer knows the session. Returns a function that stops watching.
 */
export function watchSession(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void recheckSession()
  }
  // A page restored from the back/forward cache shows its old state.
  const onShown = ({ persisted }: PageTransitionEvent) => {
    if (persisted) look()
  }
  const stopNews = onSessionNews(hear)
  const stopLive = onLive(({ type }) => {
    if (type === 'signedOut') void recheckSession()
  })
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('pageshow', onShown)
  return () => {
    stopNews()
    stopLive()
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('focus', look)
    window.removeEventListener('pageshow', onShown)
  }
}

function hear(news: SessionNews): void {
  const { user, isSigningOut } = currentSession()
  if (!user) return
  if (news.type === 'signingOut' || news.type === 'signOutFailed') {
    // A page hears its own messages.
    if (!isSigningOut) expectSignOut(news.type === 'signingOut')
    return
  }
  expectSignOut(false)
  if (news.type === 'ended') {
    const message = text('errors:errors.session.expired')
    keepToast({ severity: 'error', summary: message })
    loseSession(new HttpError({ statusCode: 401, message, code: 'session.expired' }))
    return
  }
  if (news.type === 'signedIn' && news.userId === user.id) return
  endSession()
  forgetTab()
  if (news.type === 'signedOut') keepToast({ severity: 'info', summary: text('shell:menu.signedOutElsewhere') })
}

/** Removes everything that this tab stores for the user, so that the next user of the device finds no paths, drafts or messages. */
export function forgetTab(): void {
  clearToasts()
  try {
    sessionStorage.clear()
  } catch {
    // If storage is unavailable, nothing was stored.
  }
}
