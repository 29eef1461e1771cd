/**
 * Entry point of the browser. Public pages and the console are two bundles that never load each
 * other; moving between them is a full page load.
 */
import '@matricola/console/theme/index.css'
import { initializeTexts } from '@matricola/console/i18n.ts'
import { createSessionLossHandler, showPendingToasts } from '@matricola/console/session-loss.ts'
import { startTheme } from '@matricola/console/theme/theme.ts'
import { isConsolePath, signInPath } from '@matricola/schema/paths.ts'
import { applyPath, statusPath } from '#resources/paths.ts'
import { roleFacts } from '#resources/roles.ts'
import { authProvider, http, session } from './http.ts'
import { browserTexts } from './texts.ts'

const isConsole = isConsolePath(window.location.pathname, roleFacts)

/**
 * Separate functions, because in one conditional expression the build would merge the two imports
 * and lose the styles of one.
 */
const bundles = {
  console: async () => (await import('./console.ts')).startUniversityConsole,
  public: async () => (await import('./public/start.tsx')).startPublic,
}

/** Whether the page depends on who is signed in. */
const needsSession =
  isConsole || ['/', signInPath, applyPath, statusPath].includes(window.location.pathname)

async function start() {
  startTheme()
  // Console pages are not prerendered, so there is no early input to replay.
  if (isConsole) window.early = undefined
  http.onSessionLost(createSessionLossHandler({ session, authProvider, isConsole }))
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with id "root"')
  // Code, texts and session are loaded in parallel, except that the session waits for the texts,
  // which its error messages need.
  const texts = initializeTexts(
    browserTexts,
    isConsole
      ? ['errors', 'errors.console', 'shell', 'resources', 'pages', 'bulk', 'time', 'expression']
      : ['public', 'errors'],
  )
  if (needsSession) texts.then(() => session.check())
  const [open] = await Promise.all([isConsole ? bundles.console() : bundles.public(), texts])
  await open(root)
  showPendingToasts()
}

start()
