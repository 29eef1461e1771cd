import { menuEndpoint } from '@matricola/schema/calls/endpoints.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { libraryConsole, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { navigatedPaths } from '@matricola/testing/pages/browser.ts'
import { openStreams, sendEvent } from '@matricola/testing/pages/event-source.ts'
import { mainMenu } from '@matricola/testing/pages/menu.ts'
import {
  delayRequests,
  failureResponse,
  handle,
  successResponse,
} from '@matricola/testing/pages/network.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { showStoredToasts } from '../../../toasts/toast-store.ts'

const { session } = libraryConsole.providers
const site = setUpConsoleApp(async () => {})

/** Opens the home page of an admin. */
async function openHome(visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open('/admin', visit)
  await mainMenu()
  return user
}

test('the search box keeps the entries whose label contains the text, ignoring case and diacritics (R-S04)', async () => {
  const user = await openHome({ language: 'ro' })
  const menu = screen.getByRole('navigation', { name: 'Meniul principal' })
  const entries = () =>
    within(menu)
      .queryAllByRole('link')
      .map((link) => link.textContent)
  await user.type(within(menu).getByRole('searchbox'), 'SETARI')
  expect(entries()).toEqual(['Setări'])
  await user.keyboard('{Escape}')
  expect(entries()).toEqual([
    ...['Panou principal', 'Filiale', 'Cărți', 'Împrumut', 'Loans', 'Utilizatori', 'Setări'],
  ])
  await user.keyboard('qqq')
  expect(entries()).toEqual([])
  expect(within(menu).getByText('Nu s-a găsit niciun element')).toBeTruthy()
})

test('the arrow key moves from the search box into its results, and Enter opens the first (R-S04)', async () => {
  const user = await openHome()
  const search = within(await mainMenu()).getByRole('searchbox')
  await user.type(search, 'c')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Branches')
  await user.clear(search)
  await user.type(search, 'books{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeTruthy()
  expect(window.location.pathname).toBe('/admin/books')
})

test('a section unfolds below its row with its chevron or the right arrow, and stays unfolded after a reload', async () => {
  const user = await openHome()
  const menu = within(await mainMenu())
  const section = () => menu.getByRole('link', { name: 'Lending' })
  expect(menu.queryByRole('link', { name: 'Members' })).toBeNull()
  expect(menu.getByRole('link', { name: 'Loans' })).toBeVisible()
  await user.click(menu.getByRole('button', { name: 'More in Lending', expanded: false }))
  expect(menu.getByRole('link', { name: 'Members' })).toBeVisible()
  expect(location.pathname).toBe('/admin')
  await user.keyboard('{ArrowLeft}')
  expect(menu.queryByRole('link', { name: 'Members' })).toBeNull()
  expect(document.activeElement).toBe(section())
  await user.keyboard('{ArrowRight}')
  expect(menu.getByRole('link', { name: 'Members' })).toBeVisible()
  cleanup()
  await openHome()
  expect(within(await mainMenu()).getByRole('link', { name: 'Members' })).toBeVisible()
})

test('the row of a section opens its first entry and unfolds it, and folding it keeps the entries that are always visible', async () => {
  const user = await openHome()
  const menu = within(await mainMenu())
  await user.click(menu.getByRole('link', { name: 'Lending' }))
  await waitFor(() => expect(location.pathname).toBe('/admin/loans'))
  expect(menu.getByRole('link', { name: 'Members' })).toBeVisible()
  expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('Loans')
  await user.click(menu.getByRole('button', { name: 'More in Lending', expanded: true }))
  expect(menu.queryByRole('link', { name: 'Members' })).toBeNull()
  expect(menu.getByRole('link', { name: 'Loans' })).toBeVisible()
  await user.click(menu.getByRole('link', { name: 'Branches' }))
  await user.click(menu.getByRole('link', { name: 'Lending' }))
  expect(await menu.findByRole('link', { name: 'Members' })).toBeVisible()
})

test('a section and its entries show how many records wait, as links to these records', async () => {
  handle(menuEndpoint, () =>
    successResponse({
      used: ['orders'],
      waits: {
        lending: {
          count: 3,
          tone: 'danger',
          parts: [
            { entry: 'members', view: 'children', count: 1 },
            { entry: 'loans', view: 'late', count: 2 },
          ],
        },
      },
    }),
  )
  const user = await openHome()
  const menu = within(await mainMenu())
  expect(await menu.findByRole('link', { name: 'Lending, 3 waiting' })).toBeVisible()
  await user.click(menu.getByRole('button', { name: 'More in Lending' }))
  expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible()
  expect(menu.getByRole('link', { name: '2 waiting' }).getAttribute('href')).toBe(
    '/admin/loans?view=late',
  )
  expect(menu.getByRole('link', { name: '1 waiting' }).getAttribute('href')).toBe(
    '/admin/members?view=children',
  )
})

test('the number of a single list is a link on the row of the section, and one that could not be counted is a dash', async () => {
  const parts = [{ entry: 'loans', view: 'late', count: null }]
  handle(menuEndpoint, () =>
    successResponse({ used: [], waits: { lending: { count: null, tone: 'danger', parts } } }),
  )
  await openHome()
  const link = await within(await mainMenu()).findByRole('link', { name: 'number not available' })
  expect([link.textContent, link.getAttribute('href')]).toEqual(['–', '/admin/loans?view=late'])
})

test('the numbers are fetched again after live events, at most once a minute', async () => {
  const parts = [{ entry: 'loans', view: 'late', count: 3 }]
  const { requests } = handle(menuEndpoint, () =>
    successResponse({ used: [], waits: { lending: { count: 3, tone: 'danger', parts } } }),
  )
  await openHome()
  // An event before the first response would fetch again at once.
  await within(await mainMenu()).findByRole('link', { name: '3 waiting' })
  await waitFor(() => expect([requests.length, openStreams().length]).toEqual([1, 1]))
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const change = { type: 'many', resource: 'loans' } as const
  sendEvent(change)
  sendEvent(change)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requests.length).toBe(1)
  await vi.advanceTimersByTimeAsync(31_000)
  await waitFor(() => expect(requests.length).toBe(2))
})

test('in the collapsed menu, the icon of a section opens it next to the menu', async () => {
  localStorage.setItem('matricola.menu', 'collapsed')
  const user = await openHome()
  const menu = within(await mainMenu())
  const icon = await menu.findByRole('button', { name: 'Lending', expanded: false })
  const entries = () =>
    within(menu.getByRole('list', { name: 'Lending' }))
      .getAllByRole('link')
      .map((link) => link.textContent)
  await user.hover(icon)
  await waitFor(() => expect(entries()).toEqual(['Loans', 'Members']))
  await user.unhover(icon)
  await waitFor(() => expect(menu.queryByRole('list', { name: 'Lending' })).toBeNull())
  await user.click(icon)
  expect(entries()).toEqual(['Loans', 'Members'])
  await user.keyboard('{Escape}')
  expect(menu.queryByRole('list', { name: 'Lending' })).toBeNull()
  expect(document.activeElement).toBe(icon)
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Loans'))
  await user.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(location.pathname).toBe('/admin/members'))
  expect(menu.queryByRole('list', { name: 'Lending' })).toBeNull()
})

test('an administrator finds emails that could not be sent in the notifications', async () => {
  handle(menuEndpoint, () =>
    successResponse({
      used: [],
      waits: {
        administration: {
          count: 2,
          tone: 'danger',
          parts: [{ entry: 'mails', view: 'failed', count: 2 }],
        },
      },
    }),
  )
  const user = await openHome()
  await user.click(screen.getByRole('button', { name: /^Notifications/ }))
  const link = await screen.findByRole('link', { name: '2 emails could not be sent' })
  expect(link.getAttribute('href')).toBe('/admin/settings/mails?view=failed')
})

test('the menu collapses to its icons, which keep their names, and stays collapsed (R-S01)', async () => {
  const user = await openHome()
  const shell = document.querySelector('.shell')
  expect(shell?.getAttribute('data-menu')).toBe('expanded')
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }))
  expect(shell?.getAttribute('data-menu')).toBe('collapsed')
  expect(screen.getByRole('link', { name: 'Books' }).textContent).toBe('')
  expect(localStorage.getItem('matricola.menu')).toBe('collapsed')
  await user.click(screen.getByRole('button', { name: 'Find in menu' }))
  expect(shell?.getAttribute('data-menu')).toBe('expanded')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in menu' }))
})

test('hovering over an icon in the collapsed menu shows a tooltip and does not change the icon', async () => {
  localStorage.setItem('matricola.menu', 'collapsed')
  const user = await openHome()
  const link = within(await mainMenu()).getByRole('link', { name: 'Books' })
  const className = link.className
  await user.hover(link)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Books')
  expect(link.className).toBe(className)
})

test('the menu stays collapsed after a reload (R-S01)', async () => {
  localStorage.setItem('matricola.menu', 'collapsed')
  await openHome()
  expect(document.querySelector('.shell')?.getAttribute('data-menu')).toBe('collapsed')
})

test('sign-out waits for the call, shows a message on the next page and clears the tab (R-A05, R-S05)', async () => {
  const revoke = delayRequests(sessionEndpoints.revoke)
  const user = await openHome()
  for (const key of ['matricola.location', 'matricola.palette.1'])
    sessionStorage.setItem(key, 'data of this user')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign out' })
  expect(button.disabled).toBe(false)
  await user.click(button)
  await waitFor(() => expect(revoke.requests.length).toBe(1))
  expect(button.disabled).toBe(true)
  expect(button.textContent).toBe('Signing out…')
  revoke.release()
  await waitFor(() => expect(navigatedPaths()).toEqual(['/']))
  expect(session.current().status).toBe('anonymous')
  expect(Object.keys(sessionStorage)).toEqual(['matricola.toasts'])
  showStoredToasts()
  expect(await screen.findByText('Successfully logout.')).toBeTruthy()
})

test('a sign-out that fails keeps the session and shows why (R-A05)', async () => {
  handle(sessionEndpoints.revoke, () =>
    failureResponse(500, 'server.failed', 'The server could not sign you out.'),
  )
  const user = await openHome()
  await user.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(await screen.findByText('The server could not sign you out.')).toBeTruthy()
  expect(session.current().status).toBe('authenticated')
  expect(navigatedPaths()).toEqual([])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sign out' }).disabled).toBe(false)
})

test('on a phone the menu is a drawer that closes once a page is chosen (R-S01)', async () => {
  const user = await site.open('/admin', { isNarrow: true })
  await user.click(await screen.findByRole('button', { name: 'Open menu' }))
  const drawer = await screen.findByRole('dialog', { name: 'Main menu' })
  await user.click(within(drawer).getByRole('link', { name: 'Books' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
