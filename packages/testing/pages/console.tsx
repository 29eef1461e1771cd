/**
 * Opens pages of a console on the real application in the same process, as a given user and with
 * given records.
 */
import '@testing-library/jest-dom/vitest'
import { Console } from '@matricola/console/app/console.tsx'
import type { ConsoleProps } from '@matricola/console/app/console-context.ts'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { WireUser } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { FastifyInstance } from 'fastify'
import type { TestBrowser } from '../session-app.ts'
import type { TestApp } from '../test-app.ts'
import { addBrowserFeatures, type PageBrowser } from './browser.ts'
import { modifyResponses } from './network.ts'
import {
  type CreateRecord,
  connectCaller,
  connectToApp,
  type PageServer,
  type ServerFixture,
} from './server.ts'

export interface ConsoleApp<P, ResourceName extends string = string>
  extends ServerFixture<P, ResourceName> {
  /** Opens a page of the console as a user of the role, by default an admin. */
  open(
    address: string,
    visit?: Omit<ConsoleVisit, 'api' | 'caller'> & { readonly role?: Role },
  ): Promise<UserEvent>
}

export interface PageOptions {
  readonly language?: Language
  readonly isNarrow?: boolean
  /** Overrides for the signed-in user that are not stored. */
  readonly user?: Partial<WireUser>
  /** Runs before the page opens, for example to make requests fail. */
  readonly before?: () => unknown
  /** The page determines the signed-in user itself. */
  readonly skipsSessionCheck?: boolean
}

export interface ConsoleVisit extends PageOptions {
  readonly api: TestApp
  /** Null for an anonymous visitor. */
  readonly caller: Caller | null
}

export interface ConsolePages<ResourceName extends string> {
  /**
   * The application behind the pages of a test file. Each test starts with exactly the records that
   * `seed` creates.
   */
  setUpConsoleApp<P>(
    seed: (make: CreateRecord<ResourceName>, api: TestApp) => Promise<P>,
  ): ConsoleApp<P, ResourceName>
  /** Opens a page of the console as the caller, and creates the caller's account if there is none. */
  openConsole(address: string, visit: ConsoleVisit): Promise<UserEvent>
  /** Opens a page of the console with the cookies of a browser. */
  openConsoleWithCookies(
    address: string,
    visit: PageOptions & { readonly app: FastifyInstance; readonly browser: TestBrowser },
  ): Promise<UserEvent>
}

/** Functions that open pages of an application's console. */
export function createConsolePages<ResourceName extends string>(
  console: ConsoleProps,
  { setAddress }: PageBrowser,
  { setUpServer }: PageServer<ResourceName>,
): ConsolePages<ResourceName> {
  async function show(
    address: string,
    { language = 'en', isNarrow = false, user, before, skipsSessionCheck = false }: PageOptions,
  ) {
    addBrowserFeatures(isNarrow)
    await setAddress(address, language, 'shell', 'resources', 'pages', 'bulk', 'time', 'expression')
    if (user)
      modifyResponses<WireUser>(sessionEndpoints.checkAuth, (account) => ({ ...account, ...user }))
    before?.()
    if (!skipsSessionCheck) await console.providers.session.check()
    render(
      <>
        <Console {...console} />
        <ToastHost />
      </>,
    )
    return userEvent.setup()
  }
  const openConsole = async (address: string, { api, caller, ...look }: ConsoleVisit) => {
    await connectCaller(api, caller)
    return show(address, look)
  }
  return {
    openConsole,
    openConsoleWithCookies: async (address, { app, browser, ...look }) => {
      connectToApp(app, browser.jar)
      return show(address, look)
    },
    setUpConsoleApp(seed) {
      const served = setUpServer(seed)
      return Object.assign(served, {
        open: (
          address: string,
          {
            role = console.registry.adminRole,
            ...visit
          }: Parameters<ConsoleApp<unknown>['open']>[1] = {},
        ) => openConsole(address, { api: served.api, caller: served.as(role), ...visit }),
      })
    },
  }
}
