/**
 * The browser starts here. Public pages and the console are two bundles that never load each other; from one to the other
 * is a real page load.
 */
import './theme/index.css'
import { applyPath, signInPath, statusPath } from '#model/paths.ts'
import { authProvider } from '#providers/auth.ts'
import { configureHttp, type HttpError } from '#providers/http.ts'
import { checkSession, currentSession } from '#providers/session.ts'
import { config } from './config.ts'
import { currentLanguage, startTexts, text } from './i18n.ts'
import { navigation, rememberLocation } from './navigation.ts'
import { startTheme } from './theme/theme.ts'
import { keepToast, showKeptToasts } from './toasts/toast-store.ts'

/** The areas of the four roles and the page of all field kinds; every other path is public, unknown ones included. */
const isConsole = /^\/(admin|secretary|student|professor|test)(\/|$)/.test(window.location.pathname)

/** Kept apart: in one conditional expression the build would merge the two calls and forget the styles of one. */
const bundles = {
  console: async () => (await import('./console/start.tsx')).startConsole,
  public: async () => (await import('./public/start.tsx')).startPublic,
}

/** Pages that show nothing before they know who is there. */
const asksWho = isConsole || ['/', signInPath, applyPath, statusPath].includes(window.location.pathname)

/** Several calls can find out at once: it is said once, and the way is not started again. */
let isLeaving = false
let hasSaidSo = false

/** A session that ran out: say so on the next page, and come back here after signing in. */
function onSessionLost(error: HttpError) {
  const { status, error: earlier } = currentSession()
  const hasSignedOut = status === 'anonymous' && !earlier
  const wasSignedIn = status === 'authenticated' || error.code === 'session.expired'
  void authProvider.onError(error)
  if (wasSignedIn && !hasSaidSo && !hasSignedOut) keepToast({ severity: 'error', summary: text('errors:errors.session.expired') })
  if (!isConsole) return showWhatWasKept()
  // People who have signed out are on their way already, and do not come back here.
  if (hasSignedOut) return
  hasSaidSo ||= wasSignedIn
  if (isLeaving) return
  isLeaving = true
  rememberLocation()
  navigation.replace('/')
}

/** `/` only leads on: what the last page left is for the page that it leads to. */
function showWhatWasKept() {
  if (window.location.pathname !== '/') showKeptToasts()
}

async function start() {
  startTheme()
  // Nothing of the console is painted: what is typed there is no page's to answer.
  if (isConsole) window.early = undefined
  configureHttp({ baseUrl: config.apiUrl, language: currentLanguage, text, onSessionLost })
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with the id root')
  // Code, texts and the question who is signed in travel at the same time; a failure is told in words, so the texts come first.
  const texts = startTexts(
    isConsole ? ['public', 'errors', 'errors.console', 'shell', 'resources', 'pages', 'bulk', 'time', 'expression'] : ['public', 'errors'],
  )
  if (asksWho) texts.then(checkSession)
  const [open] = await Promise.all([isConsole ? bundles.console() : bundles.public(), texts])
  await open(root)
  showWhatWasKept()
}

start()
