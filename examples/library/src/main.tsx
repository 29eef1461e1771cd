/** Entry point of the browser: the console, or the pages for signing in. */
import '@matricola/console/theme/index.css'
import { initializeTexts } from '@matricola/console/i18n.ts'
import { createSessionLossHandler, showPendingToasts } from '@matricola/console/session-loss.ts'
import { startTheme } from '@matricola/console/theme/theme.ts'
import { isConsolePath } from '@matricola/schema/paths.ts'
import { roles } from '../resources/roles.ts'
import { authProvider, http, session } from './http.ts'
import { texts } from './texts.ts'

const isConsole = isConsolePath(window.location.pathname, roles)

const open = {
  console: async () => (await import('./console.ts')).startLibraryConsole,
  public: async () => (await import('./public/start.tsx')).startSignIn,
}

async function start() {
  startTheme()
  http.onSessionLost(createSessionLossHandler({ session, authProvider, isConsole }))
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no element with id "root"')
  const loaded = initializeTexts(
    texts,
    isConsole
      ? ['errors', 'errors.console', 'shell', 'resources', 'pages', 'bulk', 'time', 'expression']
      : ['public', 'errors'],
  )
  // The session's error messages need the texts.
  loaded.then(() => session.check())
  const [render] = await Promise.all([isConsole ? open.console() : open.public(), loaded])
  await render(root)
  showPendingToasts()
}

start()
