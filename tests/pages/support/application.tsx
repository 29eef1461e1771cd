/** Opens pages of the console on the real application in the same process, as a given user and with given records. */
import '@testing-library/jest-dom/vitest'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FastifyInstance } from 'fastify'
import type { Language, Role } from '#model/vocabulary.ts'
import { sessionEndpoints } from '#model/wire/endpoints.ts'
import type { WireUser } from '#model/wire/wire.ts'
import { checkSession } from '#providers/session.ts'
import type { Caller } from '#server/engine/caller.ts'
import { Console } from '#src/console/console.tsx'
import { ToastHost } from '#src/toasts/toast-host.tsx'
import type { TestApp } from '#tests/support/app.ts'
import type { Office } from '#tests/support/office.ts'
import type { Browser } from '#tests/support/session.ts'
import { fillIn, standAt } from './browser.ts'
import { changed } from './network.ts'
import { connectAs, connectTo, type Make, type Served, serverHere, serverSide } from './server.ts'

export { allAnswered, connectTo, serverSide } from './server.ts'

interface Site<P> extends Served<P> {
  /** Opens a page of the console as a user of the role, by default an admin. */
  open(address: string, visit?: Omit<Visit, 'api' | 'caller'> & { readonly role?: Role }): ReturnType<typeof openConsole>
}

/** The application behind the pages of a test file. Each test starts with exactly the records that `plant` creates. */
export function applicationHere<P>(plant: (make: Make, api: TestApp) => Promise<P>): Site<P> {
  const served = serverHere(plant)
  return Object.assign(served, {
    open: (address: string, { role = 'admin', ...visit }: Parameters<Site<P>['open']>[1] = {}) =>
      openConsole(address, { api: served.api, caller: served.as(role), ...visit }),
  })
}

/** Starts an office with real accounts and a job runner. */
export async function startWorkingOffice(): Promise<Office> {
  const { openOffice, startJobs } = await serverSide()
  const office = await openOffice()
  const jobs = await startJobs(office.context, 50)
  return {
    ...office,
    async close() {
      await jobs.stop()
      await office.close()
    },
  }
}

interface Look {
  readonly language?: Language
  readonly isNarrow?: boolean
  /** Overrides of the account that are not stored. */
  readonly user?: Partial<WireUser>
  /** Sets up failures that the page meets when it opens. */
  readonly before?: () => unknown
  /** The page determines the signed-in user itself. */
  readonly isUnchecked?: boolean
}

interface Visit extends Look {
  readonly api: TestApp
  /** Null for an anonymous visitor. */
  readonly caller: Caller | null
}

/** Opens a page of the console as the caller, and creates the caller's account if there is none. */
export async function openConsole(address: string, { api, caller, ...look }: Visit) {
  await connectAs(api, caller)
  return showConsole(address, look)
}

/** Opens a page of the console with the cookies of a browser. */
export async function openSignedIn(
  address: string,
  { app, browser, ...look }: Look & { readonly app: FastifyInstance; readonly browser: Browser },
) {
  connectTo(app, browser.jar)
  return showConsole(address, look)
}

async function showConsole(address: string, { language = 'en', isNarrow = false, user, before, isUnchecked = false }: Look) {
  fillIn(isNarrow)
  await standAt(address, language, 'shell', 'resources', 'pages', 'bulk', 'time', 'expression')
  if (user) changed<WireUser>(sessionEndpoints.checkAuth, (account) => ({ ...account, ...user }))
  before?.()
  if (!isUnchecked) await checkSession()
  render(
    <>
      <Console />
      <ToastHost />
    </>,
  )
  return userEvent.setup()
}
