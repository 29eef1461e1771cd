import { HttpError } from '#providers/http.ts'
import { currentSession, endSession, loseSession, recheckSession } from '#providers/session.ts'
import { onSessionNews, type SessionNews } from '#providers/session-channel.ts'
import { text } from '#src/i18n.ts'
import { onLive } from '#src/live/live.ts'
import { clearToasts, keepToast } from '#src/toasts/toast-store.ts'

/**
 * Ends this page's session as soon as it is over: when another tab signs out, when the server says so, and when the page is shown
 * again and the server no longer knows the session. Watches until the answer is called.
 */
export function watchSession(): () => void {
  const look = () => {
    if (document.visibilityState === 'visible') void recheckSession()
  }
  // A page from the back/forward cache stands as it was left.
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
  const { user } = currentSession()
  if (!user) return
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

/** Removes what this tab keeps of the person, so that whoever uses it next finds no path, no draft and no message (S-13.7). */
export function forgetTab(): void {
  clearToasts()
  try {
    sessionStorage.clear()
  } catch {
    // Refused storage holds nothing.
  }
}
