import { showStoredToasts } from '@matricola/console/toasts/toast-store.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { mainMenu, menuEntries } from '@matricola/testing/pages/menu.ts'
import { delayRequests, failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { session } from '#src/http.ts'
import { navigatedPaths } from '../support/browser.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

/** Opens the home page of a role, without data. */
async function openHome(role: Role = 'admin', visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open(`/${role}`, { role, ...visit })
  await mainMenu()
  return user
}

const academic = [
  'Classes',
  'Exams',
  'Resits',
  'Grades',
  'Grade appeals',
  'Final degree exams',
  'Finances',
  'Certificates',
]
const merit = [
  'Admission rounds',
  'Merit-based programmes',
  'Results drafts',
  'Admission appeals',
  'Bank payments',
]
const menus: [role: Role, entries: string[]][] = [
  [
    'admin',
    [
      ...[
        'Dashboard',
        'Students',
        'Professors',
        'Registrations',
        'Users',
        ...merit,
        'Departments',
        'Specializations',
        'Courses',
      ],
      ...[...academic, 'Settings'],
    ],
  ],
  [
    'secretary',
    [
      'Dashboard',
      'Registrations',
      ...merit,
      'Departments',
      'Specializations',
      'Courses',
      'Professors',
      'Students',
      ...academic,
    ],
  ],
  ['student', ['Dashboard', ...academic]],
  [
    'professor',
    ['Dashboard', 'Classes', 'Exams', 'Grades', 'Grade appeals', 'Resits', 'Final degree exams'],
  ],
]
test.each(menus)(
  'the menu of a %s lists the pages of that role in their order, and no others (R-N09)',
  async (role, entries) => {
    await openHome(role)
    expect(await menuEntries()).toEqual(entries)
  },
)

test('the menu is grouped under headings, and search results keep their headings', async () => {
  const user = await openHome()
  const menu = within(await mainMenu())
  const groups = () =>
    menu
      .getAllByRole('list')
      .map((list) => [
        list.getAttribute('aria-labelledby') ? textOf(list) : '',
        within(list).getAllByRole('link').length,
      ])
  const textOf = (list: HTMLElement) =>
    document.getElementById(list.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
  expect(groups()).toEqual([
    ['', 1],
    ['People', 4],
    ['Admission', 5],
    ['Programmes', 3],
    ['Study', 6],
    ['Administration', 3],
  ])
  await user.type(menu.getByRole('searchbox', { name: 'Find in menu' }), 'exam')
  expect(groups()).toEqual([['Study', 2]])
})

/**
 * The entries in the order of the specification. The others belong to academic records and come
 * between or after these.
 */
const specified = [
  [
    'admin',
    [
      'Dashboard',
      'Students',
      'Professors',
      'Registrations',
      'Users',
      'Departments',
      'Specializations',
      'Courses',
      'Classes',
      'Settings',
    ],
  ],
  [
    'secretary',
    [
      'Dashboard',
      'Registrations',
      'Departments',
      'Specializations',
      'Courses',
      'Professors',
      'Students',
    ],
  ],
  ['student', ['Dashboard', 'Classes']],
] as const
test.each(specified)(
  'the menu of a %s has the entries of the specification, in its order (R-S02, R-S03)',
  async (role, entries) => {
    await openHome(role)
    const expectedEntries: readonly string[] = entries
    expect((await menuEntries()).filter((entry) => expectedEntries.includes(entry ?? ''))).toEqual(
      expectedEntries,
    )
  },
)

test("a student's menu links only to pages in the student area (R-N09)", async () => {
  await openHome('student')
  const paths = within(await mainMenu())
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'))
  const pages = [
    'classes',
    'exams',
    'exam-resits',
    'grades',
    'grade-appeals',
    'license-exams',
    'finances',
    'certificates',
  ]
  expect(paths).toEqual(['/student', ...pages.map((page) => `/student/${page}`)])
})

test('the search box keeps the entries whose label contains the text, ignoring case and diacritics (R-S04)', async () => {
  const user = await openHome('admin', { language: 'ro' })
  const menu = screen.getByRole('navigation', { name: 'Meniul principal' })
  const entries = () =>
    within(menu)
      .queryAllByRole('link')
      .map((link) => link.textContent)
  await user.type(within(menu).getByRole('searchbox'), 'STUDENTI')
  expect(entries()).toEqual(['Studenți'])
  await user.keyboard('{Escape}')
  expect(entries().length).toBe(22)
  await user.keyboard('qqq')
  expect(entries()).toEqual([])
  expect(within(menu).getByText('Nu s-a găsit niciun element')).toBeTruthy()
})

test('the arrow key moves from the search box into its results, and Enter opens the first (R-S04)', async () => {
  const user = await openHome()
  const search = within(await mainMenu()).getByRole('searchbox')
  await user.type(search, 'c')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Specializations')
  await user.clear(search)
  await user.type(search, 'courses{Enter}')
  expect(await screen.findByRole('heading', { level: 1, name: 'Courses' })).toBeTruthy()
  expect(window.location.pathname).toBe('/admin/courses')
})

test('the menu collapses to its icons, which keep their names, and stays collapsed (R-S01)', async () => {
  const user = await openHome()
  const shell = document.querySelector('.shell')
  expect(shell?.getAttribute('data-menu')).toBe('expanded')
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }))
  expect(shell?.getAttribute('data-menu')).toBe('collapsed')
  expect(screen.getByRole('link', { name: 'Students' }).textContent).toBe('')
  expect(localStorage.getItem('matricola.menu')).toBe('collapsed')
  await user.click(screen.getByRole('button', { name: 'Find in menu' }))
  expect(shell?.getAttribute('data-menu')).toBe('expanded')
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Find in menu' }))
})

test('hovering over an icon in the collapsed menu shows a tooltip and does not change the icon', async () => {
  localStorage.setItem('matricola.menu', 'collapsed')
  const user = await openHome()
  const link = within(await mainMenu()).getByRole('link', { name: 'Students' })
  const className = link.className
  await user.hover(link)
  expect((await screen.findByRole('tooltip')).textContent).toBe('Students')
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
  await user.click(within(drawer).getByRole('link', { name: 'Students' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Students' })).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})
