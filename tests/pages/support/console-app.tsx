/**
 * Opens pages of the console on the real application in the same process, as a given user and with
 * given records.
 */
import { session } from '#src/http.ts'
import '@testing-library/jest-dom/vitest'
import { Console } from '@matricola/console/app/console.tsx'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { modifyResponses } from '@matricola/testing/pages/network.ts'
import type { TestBrowser } from '@matricola/testing/session-app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FastifyInstance } from 'fastify'
import { universityConsole } from '#src/console.ts'
import type { AdmissionApp } from '#tests/support/admission-app.ts'
import { addBrowserFeatures, setAddress } from './browser.ts'
import {
  type CreateRecord,
  connectCaller,
  connectToApp,
  type ServerFixture,
  serverSide,
  setUpServer,
} from './server.ts'

export { connectToApp as connectTo, serverSide, waitForRequests as allAnswered } from './server.ts'

interface ConsoleApp<P> extends ServerFixture<P> {
  /** Opens a page of the console as a user of the role, by default an admin. */
  open(
    address: string,
    visit?: Omit<ConsoleVisit, 'api' | 'caller'> & { readonly role?: Role },
  ): ReturnType<typeof openConsole>
}

/**
 * The application behind the pages of a test file. Each test starts with exactly the records that
 * `seed` creates.
 */
export function setUpConsoleApp<P>(
  seed: (make: CreateRecord, api: TestApp) => Promise<P>,
): ConsoleApp<P> {
  const served = setUpServer(seed)
  return Object.assign(served, {
    open: (
      address: string,
      { role = 'admin', ...visit }: Parameters<ConsoleApp<P>['open']>[1] = {},
    ) => openConsole(address, { api: served.api, caller: served.as(role), ...visit }),
  })
}

/** Starts an admission application with real accounts and a job runner. */
export async function startAdmissionAppWithJobs(): Promise<AdmissionApp> {
  const { startAdmissionApp, startJobRunner } = await serverSide()
  const office = await startAdmissionApp()
  const jobs = await startJobRunner(office.context, 50)
  return {
    ...office,
    async close() {
      await jobs.stop()
      await office.close()
    },
  }
}

interface PageOptions {
  readonly language?: Language
  readonly isNarrow?: boolean
  /** Overrides for the signed-in user that are not stored. */
  readonly user?: Partial<WireUser>
  /** Runs before the page opens, for example to make requests fail. */
  readonly before?: () => unknown
  /** The page determines the signed-in user itself. */
  readonly skipsSessionCheck?: boolean
}

interface ConsoleVisit extends PageOptions {
  readonly api: TestApp
  /** Null for an anonymous visitor. */
  readonly caller: Caller | null
}

/** Opens a page of the console as the caller, and creates the caller's account if there is none. */
export async function openConsole(address: string, { api, caller, ...look }: ConsoleVisit) {
  await connectCaller(api, caller)
  return showConsole(address, look)
}

/** Opens a page of the console with the cookies of a browser. */
export async function openConsoleWithCookies(
  address: string,
  {
    app,
    browser,
    ...look
  }: PageOptions & { readonly app: FastifyInstance; readonly browser: TestBrowser },
) {
  connectToApp(app, browser.jar)
  return showConsole(address, look)
}

async function showConsole(
  address: string,
  { language = 'en', isNarrow = false, user, before, skipsSessionCheck = false }: PageOptions,
) {
  addBrowserFeatures(isNarrow)
  await setAddress(address, language, 'shell', 'resources', 'pages', 'bulk', 'time', 'expression')
  if (user)
    modifyResponses<WireUser>(sessionEndpoints.checkAuth, (account) => ({ ...account, ...user }))
  before?.()
  if (!skipsSessionCheck) await session.check()
  render(
    <>
      <Console {...universityConsole} />
      <ToastHost />
    </>,
  )
  return userEvent.setup()
}
