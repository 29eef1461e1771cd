import type { Role } from '@matricola/schema/vocabulary.ts'
import { setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showToast } from '../../../toasts/toast-store.ts'

const site = setUpConsoleApp(async (make) => {
  await make('books', { title: 'Algebră', isbn: '9789731234567' })
})

/** Opens the books, of which there is one. */
async function openBooks(visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open(`/${visit.role ?? 'admin'}/books`, visit)
  await screen.findByRole('rowheader', { name: /Algebră/ })
  return user
}
const sheet = () => screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
/** The description of a shortcut on the help sheet. */
const shortcutDescription = (dialog: HTMLElement, ...keys: string[]) =>
  [...dialog.querySelectorAll('dl > div')].find(
    (line) =>
      [...line.querySelectorAll('kbd')].map((key) => key.textContent).join() === keys.join(),
  )?.lastChild?.textContent

test.each([
  ['m', '/admin/members'],
  ['l', '/admin/loans'],
  ['u', '/admin/users'],
  ['r', '/admin/branches'],
  ['o', '/admin/orders'],
  ['d', '/admin'],
])('G and then %s goes to %s', async (letter, path) => {
  const user = await openBooks()
  await user.keyboard(`g${letter}`)
  await waitFor(() => expect(window.location.pathname).toBe(path))
  if (path === '/admin') await screen.findByText('Welcome to the library.')
})

test.each([
  ['admin', 'u', '/admin/users'],
  ['librarian', 'u', '/librarian/books'],
] as const)(
  'G takes a %s only to pages in the user’s own menu',
  async (role: Role, letter, path) => {
    const user = await openBooks({ role })
    await user.keyboard(`g${letter}`)
    await user.keyboard('?')
    await sheet()
    await waitFor(() => expect(window.location.pathname).toBe(path))
  },
)

test('a key after G does not trigger its shortcut on the page', async () => {
  const user = await openBooks()
  await user.keyboard('gn')
  await user.keyboard('?')
  await sheet()
  expect(window.location.pathname).toBe('/admin/books')
})

test('F6 moves the focus to the newest toast, to its action, and back afterwards', async () => {
  const user = await openBooks()
  const [search] = screen.getAllByRole('searchbox')
  search?.focus()
  const undo = vi.fn()
  act(
    () =>
      void showToast({
        severity: 'success',
        summary: 'View removed.',
        action: { label: 'Undo', run: undo },
      }),
  )
  await user.keyboard('{F6}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo' }))
  await user.keyboard('{Enter}')
  expect(undo).toHaveBeenCalledOnce()
  expect(document.activeElement).toBe(search)
})

test('the shortcut sheet lists the keys of the page, the global keys and the pages of the menu', async () => {
  const user = await openBooks()
  await user.keyboard('?')
  const dialog = await sheet()
  expect(shortcutDescription(dialog, 'V')).toBe('Views')
  expect(shortcutDescription(dialog, 'F6')).toBe('Go to the latest message')
  expect(shortcutDescription(dialog, 'X')).toBe('Select the row')
  expect(shortcutDescription(dialog, 'N')).toBe('New record')
  expect(shortcutDescription(dialog, 'Ctrl K')).toBe('Search or go to a page')
  expect(shortcutDescription(dialog, 'G', 'R')).toBe('Go to: Branches')
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.keyboard('n')
  await waitFor(() => expect(window.location.pathname).toBe('/admin/books/create'))
  await screen.findByRole('button', { name: 'Save' })
  await user.click(document.body)
  await user.keyboard('?')
  expect(shortcutDescription(await sheet(), 'Ctrl S', 'Ctrl Enter')).toBe('Save')
  expect(shortcutDescription(await sheet(), 'V')).toBeUndefined()
})

test('single-key shortcuts are switched off in the shortcut sheet, and combinations still work', async () => {
  const user = await openBooks()
  await user.keyboard('?')
  await user.click(
    within(await sheet()).getByRole('checkbox', { name: 'Enable single-key shortcuts' }),
  )
  await user.click(within(await sheet()).getByRole('button', { name: 'Close' }))
  await user.keyboard('n?gm/')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(window.location.pathname).toBe('/admin/books')
  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByRole('dialog', { name: 'Search or go to a page' })).toBeTruthy()
})

test('the slash focuses the search of the page, or the global search if the page has none', async () => {
  const user = await openBooks()
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: /^Search in/ }))
  await user.click(screen.getByRole('link', { name: 'Algebră' }))
  await screen.findByRole('heading', { level: 1, name: 'Algebră' })
  await user.keyboard('/')
  expect(await screen.findByRole('dialog', { name: 'Search or go to a page' })).toBeTruthy()
})

test('the full stop opens the menu of the row, and buttons show their keys', async () => {
  const user = await openBooks()
  await user.keyboard('j.')
  expect(await screen.findByRole('button', { name: 'Deactivate' })).toBeTruthy()
  expect(
    screen
      .getByRole('button', { name: 'More actions for Algebră' })
      .getAttribute('aria-keyshortcuts'),
  ).toBe('.')
  expect(screen.getByRole('button', { name: 'Filter' }).getAttribute('aria-keyshortcuts')).toBe('l')
})

test('V opens the views, or offers to save one', async () => {
  const { id } = await site.create('saved-views', { list: 'books', name: 'Mari' })
  const user = await openBooks()
  await screen.findByRole('link', { name: /^Mari/ })
  await user.keyboard('v')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('All 1'))
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  await waitFor(() => expect(window.location.search).toContain(`saved=${id}`))
})
