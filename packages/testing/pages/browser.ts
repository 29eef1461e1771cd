/**
 * A clean browser environment in jsdom: empty storage, texts in a known language, and no output on
 * `console.error`.
 */

import { deriveTexts } from '@matricola/console/app/derived-texts.ts'
import {
  changeLanguage,
  initializeTexts,
  loadNamespaces,
  type Namespace,
  type TextSource,
} from '@matricola/console/i18n.ts'
import { navigation } from '@matricola/console/navigation.ts'
import { clearToasts } from '@matricola/console/toasts/toast-store.ts'
import type { Http, HttpError } from '@matricola/providers/http.ts'
import type { Session } from '@matricola/providers/session.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, type MockInstance, vi } from 'vitest'

/** The parts of an application that its pages need before they are rendered. */
export interface PageParts {
  readonly registry: Registry
  readonly http: Http
  readonly session: Session
  readonly texts: TextSource
}

export interface PageBrowser {
  /**
   * Goes to an address with the texts of a language loaded. The result collects the errors of lost
   * sessions.
   */
  setAddress(
    address: string,
    language?: Language,
    ...namespaces: Namespace[]
  ): Promise<{ readonly sessionErrors: HttpError[] }>
}

let consoleErrors: MockInstance<typeof console.error>

/** For the rare test that expects React to report an error. */
export const allowConsoleErrors = () => consoleErrors.mockClear()

/** The browser of a test file, for the pages of one application. */
export function createPageBrowser({ registry, http, session, texts }: PageParts): PageBrowser {
  let started: Promise<void> | null = null
  let stopCollecting = () => {}
  beforeEach(() => {
    consoleErrors = vi.spyOn(console, 'error').mockImplementation(() => {})
    clearBrowser()
    session.reset()
    fakeNavigation()
  })
  afterEach(() => {
    cleanup()
    expect(consoleErrors.mock.calls).toEqual([])
  })
  return {
    async setAddress(address, language = 'en', ...namespaces) {
      window.history.replaceState(null, '', address)
      // The console derives field labels from these texts; public pages do not use any.
      started ??= initializeTexts(texts, ['public', 'errors', 'errors.console']).then(() =>
        deriveTexts(registry),
      )
      await started
      await changeLanguage(language)
      const sessionErrors: HttpError[] = []
      stopCollecting()
      stopCollecting = http.onSessionLost((error) => void sessionErrors.push(error))
      if (namespaces.length > 0) await loadNamespaces(...namespaces)
      return { sessionErrors }
    },
  }
}

function fakeNavigation() {
  vi.spyOn(navigation, 'goTo').mockImplementation(() => {})
  vi.spyOn(navigation, 'replace').mockImplementation(() => {})
  vi.spyOn(navigation, 'reload').mockImplementation(() => {})
  vi.spyOn(navigation, 'download').mockImplementation(() => {})
}

function clearBrowser() {
  sessionStorage.clear()
  localStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`
  }
  clearToasts()
}

/** Addresses that the page navigated to by itself, in order. */
export const navigatedPaths = () =>
  [...vi.mocked(navigation.replace).mock.calls, ...vi.mocked(navigation.goTo).mock.calls].map(
    ([path]) => path,
  )

/** Adds browser features that jsdom lacks. */
export function addBrowserFeatures(isNarrow: boolean) {
  window.matchMedia = (query) =>
    Object.assign(new EventTarget(), {
      matches: isNarrow,
      media: query,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  window.scrollTo = vi.fn()
  addDialogFeatures()
}

/** Makes dialogs open, close and take the focus. */
function addDialogFeatures() {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
    this.querySelector<HTMLElement>('input, button, a')?.focus()
  }
  HTMLDialogElement.prototype.close = function () {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
}
