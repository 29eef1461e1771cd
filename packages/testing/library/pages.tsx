/** The fixture's console in page tests: generated pages, and a home page. */
import type { ConsoleProps } from '@matricola/console/app/console-context.ts'
import { config } from '@matricola/console/config.ts'
import {
  combineTexts,
  currentLanguage,
  type LoadTexts,
  type TextSource,
  translate,
} from '@matricola/console/i18n.ts'
import { showToast } from '@matricola/console/toasts/toast-store.ts'
import { createHttp } from '@matricola/providers/http.ts'
import { createProviders } from '@matricola/providers/providers.ts'
import { Session } from '@matricola/providers/session.ts'
import i18next from 'i18next'
import { createPageBrowser } from '../pages/browser.ts'
import { createConsolePages } from '../pages/console.tsx'
import { createRenderInConsole } from '../pages/render-in-console.tsx'
import { createPageServer } from '../pages/server.ts'
import type { LibraryApp } from './app.ts'
import { declareLibrary } from './declarations.ts'

export const libraryRegistry = declareLibrary()
const http = createHttp({
  baseUrl: config.apiUrl,
  language: currentLanguage,
  text: translate,
})
const session = new Session(http)

export const libraryConsole: ConsoleProps = {
  name: 'Library',
  registry: libraryRegistry,
  providers: createProviders({
    registry: libraryRegistry,
    http,
    session,
    texts: i18next,
    showToast,
  }),
  home: () => <p>Welcome to the library.</p>,
  shortcuts: { dashboard: 'd', branches: 'r', loans: 'l', members: 'm', orders: 'o', users: 'u' },
}

/**
 * Texts of the packages and of the fixture, without those of an application that `virtual:texts`
 * would include.
 */
const files = import.meta.glob<object>(
  ['../../*/locales/*/*.json', './locales/*/*.json', '!../../server/locales/**'],
  { import: 'default' },
)
const texts: TextSource = {
  languages: libraryRegistry.languages,
  load: combineTexts(
    ...['../../schema', '../../console', '.'].map(
      (folder): LoadTexts =>
        (language, namespace) =>
          files[`${folder}/locales/${language}/${namespace}.json`]?.(),
    ),
  ),
}

declare global {
  // A global, because it must outlive the modules of one file.
  var loadedLibrary: Promise<typeof import('./server-side.ts')> | undefined
}

/** The fixture's server. All files of a worker share it. */
export function serverSide(): Promise<typeof import('./server-side.ts')> {
  globalThis.loadedLibrary ??= import('./server-side.ts')
  return globalThis.loadedLibrary
}

const browser = createPageBrowser({ registry: libraryRegistry, http, session, texts })
const server = createPageServer(libraryRegistry, serverSide)

export const { setAddress } = browser
export const { setUpConsoleApp, openConsole, openConsoleWithCookies } = createConsolePages(
  libraryConsole,
  browser,
  server,
)
export const renderInConsole = createRenderInConsole(libraryConsole, browser)

/** Starts the fixture with one account per role and a job runner. */
export async function startLibraryWithJobs(): Promise<LibraryApp> {
  const { startJobRunner, startLibrary } = await serverSide()
  const library = await startLibrary()
  const jobs = await startJobRunner(library.context, 50)
  return {
    ...library,
    async close() {
      await jobs.stop()
      await library.close()
    },
  }
}
