/** Renders a part of a console in jsdom with a router and a signed-in user, without the shell. */
import '@testing-library/jest-dom/vitest'
import { ConsoleContext, type ConsoleProps } from '@matricola/console/app/console-context.ts'
import { UserContext } from '@matricola/console/app/user-context.ts'
import { AntdProvider } from '@matricola/console/kit/antd-provider.tsx'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import type { PageBrowser } from './browser.ts'
import { createUser } from './network.ts'

export interface RenderOptions {
  readonly role?: Role
  readonly language?: Language
  readonly universityLanguage?: Language
}

/**
 * Returns a function that renders an element at `/here`, with a link to `/elsewhere`, and returns a
 * `userEvent` instance.
 */
export const createRenderInConsole =
  (console: ConsoleProps, { setAddress }: PageBrowser) =>
  async (
    element: ReactNode,
    { role = 'admin', language = 'en', ...person }: RenderOptions = {},
  ): Promise<UserEvent> => {
    await setAddress('/admin', language, 'shell', 'resources', 'pages')
    const page = (
      <>
        <Link to="/elsewhere">Away</Link>
        {element}
      </>
    )
    const router = createMemoryRouter(
      [
        { path: '/here', element: page },
        { path: '*', element: <p>Another page</p> },
      ],
      { initialEntries: ['/here'] },
    )
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    render(
      <Refine
        dataProvider={console.providers.data}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        <ConsoleContext value={console}>
          <UserContext value={createUser({ role, ...person })}>
            <AntdProvider>
              <RouterProvider router={router} />
              <ToastHost />
            </AntdProvider>
          </UserContext>
        </ConsoleContext>
      </Refine>,
    )
    return userEvent.setup()
  }
