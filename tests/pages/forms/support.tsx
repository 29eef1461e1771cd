/** Renders a part of the console in jsdom with a router and a signed-in user, without the shell. */
import { ConsoleContext } from '@matricola/console/app/console-context.ts'
import '@testing-library/jest-dom/vitest'
import { UserContext } from '@matricola/console/app/user-context.ts'
import { AntdProvider } from '@matricola/console/kit/antd-provider.tsx'
import { ToastHost } from '@matricola/console/toasts/toast-host.tsx'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { createUser } from '@matricola/testing/pages/network.ts'
import { Refine } from '@refinedev/core'
import { QueryClient } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, Link, RouterProvider } from 'react-router'
import { universityConsole } from '#src/console.ts'
import { setAddress } from '../support/browser.ts'

interface Options {
  readonly role?: Role
  readonly language?: Language
  readonly universityLanguage?: Language
}

/** Renders the element at `/here`, with a link to `/elsewhere`. Returns a `userEvent` instance. */
export async function renderInConsole(
  element: ReactNode,
  { role = 'admin', language = 'en', ...person }: Options = {},
) {
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
      dataProvider={universityConsole.providers.data}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    >
      <ConsoleContext value={universityConsole}>
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
