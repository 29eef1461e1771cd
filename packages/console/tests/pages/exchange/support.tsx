/** Import and export tests in jsdom, with the real application behind the page. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import {
  libraryConsole,
  openConsoleWithCookies,
  serverSide,
} from '@matricola/testing/library/pages.tsx'
import { enableFileUploads } from '@matricola/testing/pages/file-uploads.ts'
import { waitForRequests } from '@matricola/testing/pages/server.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { cleanup, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { loadNamespaces } from '../../../i18n.ts'
import { clearSelections } from '../../../pages/bulk/selection.ts'
import { resetJobTracking } from '../../../pages/jobs/job-tracking.ts'

const { session } = libraryConsole.providers

/** The application with an administrator and a librarian, and running jobs. */
export function setUpExchangeApp() {
  let api: SessionApp
  let jobs: { stop(): Promise<void> }
  beforeAll(async () => {
    enableFileUploads()
    const { startJobRunner, startSessionApp } = await serverSide()
    api = await startSessionApp()
    await api.createAccount('admin', { username: 'admin' })
    await api.createAccount('librarian', { username: 'librarian' })
    jobs = await startJobRunner(api.context, 50)
  })
  afterEach(async () => {
    // Pages keep making requests as long as they are shown.
    cleanup()
    await waitForRequests()
    session.reset()
    clearSelections()
    resetJobTracking()
  })
  afterAll(async () => {
    await jobs.stop()
    await api.close()
  })

  return {
    /** Opens a page of the console in a new session. */
    async open(role: 'admin' | 'librarian', address: string, language: Language = 'en') {
      const browser = api.browser()
      await browser.signIn(role)
      const user = await openConsoleWithCookies(address, { app: api.app, browser, language })
      await loadNamespaces('exchange', 'bulk')
      return { user, browser }
    },
    /** Creates branches. */
    async createBranches(count: number, name: (number: number) => string, values: object = {}) {
      const browser = api.browser()
      await browser.signIn('admin')
      for (let number = 1; number <= count; number++)
        await browser.call('POST', '/api/branches/create', {
          name: name(number),
          isActive: true,
          ...values,
        })
    },
  }
}

export const csvFile = (lines: readonly string[], name = 'branches.csv') =>
  new File([lines.join('\r\n')], name, { type: 'text/csv' })

/** The file input behind the Choose a file button. */
export const fileInput = () =>
  screen.getByLabelText<HTMLInputElement>('Choose a file', { selector: 'input' })
