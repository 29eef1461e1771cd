/** The university's console in page tests. */
import { createConsolePages } from '@matricola/testing/pages/console.tsx'
import { universityConsole } from '#src/console.ts'
import { pageBrowser } from './browser.ts'
import { pageServer } from './server.ts'

export { serverSide, waitForRequests as allAnswered } from './server.ts'

export const { setUpConsoleApp, openConsole } = createConsolePages(
  universityConsole,
  pageBrowser,
  pageServer,
)
