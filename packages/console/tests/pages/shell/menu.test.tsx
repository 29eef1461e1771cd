import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { libraryConsole, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { navigatedPaths } from '@matricola/testing/pages/browser.ts'
import { mainMenu } from '@matricola/testing/pages/menu.ts'
import { delayRequests, failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
  expect(entries().length).toBe(8)
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
