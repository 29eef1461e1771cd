import * as healthCalls from '@matricola/schema/calls/health.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { libraryConsole, openConsole, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { delayRequests, recordRequests, requestBodies } from '@matricola/testing/pages/network.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

const { session } = libraryConsole.providers

const site = setUpConsoleApp(async () => {})

async function openBranches(visit: Parameters<typeof site.open>[1] = {}) {
  const user = await site.open('/admin/branches', visit)
  return { user, bar: await screen.findByRole('banner') }
}

test('the bar shows the name of the current menu entry as the only heading of its level (R-S06)', async () => {
  await openBranches()
  expect(await screen.findByRole('heading', { level: 1 })).toHaveProperty('textContent', 'Branches')
  await waitFor(() => expect(document.title).toBe('Branches – Library'))
})

test('the language popup lists four languages by their own names, and the button shows the current code (R-S07)', async () => {
  const { user, bar } = await openBranches()
  const languageRequests = recordRequests(sessionCalls.keepLanguage)
  const button = within(bar).getByRole('button', { name: 'EN — Language' })
  expect(button.textContent).toBe('EN')
  await user.click(button)
  const choices = within(screen.getByRole('group', { name: 'Language' })).getAllByRole('button')
  expect(choices.map((choice) => [choice.textContent, choice.lang])).toEqual([
    ['English', 'en'],
    ['Română', 'ro'],
    ['Français', 'fr'],
    ['Deutsch', 'de'],
  ])
  await user.click(screen.getByRole('button', { name: 'Română' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Filiale' })).toBeTruthy()
  expect(within(bar).getByRole('button', { name: 'RO — Limbă' })).toBeTruthy()
  expect(document.documentElement.lang).toBe('ro')
  expect(localStorage.getItem('i18nextLng')).toBe('ro')
  expect(document.cookie).toContain('i18next=ro')
  await waitFor(async () =>
    expect(await requestBodies(languageRequests.requests)).toEqual([{ language: 'ro' }]),
  )
})

test('Escape closes a popup and returns the focus to its button', async () => {
  const { user, bar } = await openBranches()
  const button = within(bar).getByRole('button', { name: 'EN — Language' })
  await user.click(button)
  expect(document.activeElement?.textContent).toBe('English')
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('Română')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: 'Language' })).toBeNull()
  expect(document.activeElement).toBe(button)
})

test('the theme is light until it is switched, and the choice is stored in this browser (R-S12)', async () => {
  const { user, bar } = await openBranches()
  const theme = within(bar).getByRole('switch', { name: 'Dark theme' })
  expect(theme.getAttribute('aria-checked')).toBe('false')
  await user.click(theme)
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(theme.getAttribute('aria-checked')).toBe('true')
  expect(localStorage.getItem('matricola.theme')).toBe('dark')
  await user.click(theme)
  expect(document.documentElement.dataset.theme).toBe('light')
})

test('the profile shows email and picture and links to the account page of the role (R-S09)', async () => {
  const { bar } = await openBranches({
    user: { email: 'ana.pop@univ.test', imagePath: '/api/files/1' },
  })
  const profile = within(bar).getByRole('link', { name: 'ana.pop@univ.test – Account' })
  expect(profile.getAttribute('href')).toBe('/admin/account')
  expect(profile.querySelector('img')?.getAttribute('src')).toBe('/api/files/1')
})

test('the profile shows a default picture to users without one, and an icon to users without an email address (R-S09)', async () => {
  const { bar } = await openBranches()
  expect(
    within(bar)
      .getByRole('link', { name: /Account/ })
      .querySelector('img')
      ?.getAttribute('src'),
  ).toBe('/default-picture.svg')
  act(() => session.updateUser({ email: '' }))
  const profile = await within(bar).findByRole('link', { name: 'Account' })
  expect(profile.querySelector('img')).toBeNull()
  expect(profile.querySelector('svg')).toBeTruthy()
})

test('a new picture appears immediately in the bar (R-A11)', async () => {
  const { bar } = await openBranches()
  act(() => session.updateUser({ imagePath: '/api/files/2' }))
  await waitFor(() =>
    expect(
      within(bar)
        .getByRole('link', { name: /Account/ })
        .querySelector('img')
        ?.getAttribute('src'),
    ).toBe('/api/files/2'),
  )
})

test('sign-out is disabled while the user is being reloaded (R-S05)', async () => {
  await openBranches()
  const check = delayRequests(sessionEndpoints.checkAuth)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Sign out' })
  await act(async () => void session.check())
  expect(button.disabled).toBe(true)
  await act(async () => check.release())
  await waitFor(() => expect(button.disabled).toBe(false))
})

test.each([
  ['low', 'The server’s disk is nearly full. Files are not accepted until there is more space.'],
  [
    'full',
    'The server’s disk is full. Records can be read but not changed until there is more space.',
  ],
] as const)(
  'the disk alarm "%s" is shown to users who receive it from the server',
  async (storage, text) => {
    await openBranches({ user: { alarms: { storage } } })
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  },
)

test('the alarm about a lagging replica is shown to users who receive it from the server', async () => {
  await openBranches({ user: { alarms: { replica: 'lagging' } } })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The database replica .* Nothing is missing/,
  )
})

test('an unavailable file store is reported with the functions that still work', async () => {
  await openBranches({ user: { alarms: { store: 'unreachable' } } })
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^The file store is not available\. .* Everything else works/,
  )
})

test('an admin can confirm a clock that is ahead of the database, in a dialog that shows the date', async () => {
  const { requests } = recordRequests(healthCalls.confirmClock)
  const clock = { now: '2027-12-27T10:00:00.000Z', known: '2026-11-22T09:00:00.000Z' }
  const caller = { ...site.as('admin'), reauthenticatedAt: new Date().toISOString() }
  const user = await openConsole('/admin/branches', {
    api: site.api,
    caller,
    user: { alarms: { clock, mails: 12, stoppedMails: 11 } },
  })
  const alarms = await screen.findByRole('alert')
  expect(alarms.textContent).toMatch(/27 December 2027.*22 November 2026.*nothing is deleted/)
  expect(alarms.textContent).toMatch(/No email was sent in the last hour\. Emails waiting: 11\./)
  expect(within(alarms).getByRole('link', { name: 'Show emails' }).getAttribute('href')).toBe(
    '/admin/settings/mails',
  )
  await user.click(within(alarms).getByRole('button', { name: 'Check the date' }))
  const dialog = await screen.findByRole('dialog', { name: /^Is it 27 December 2027/ })
  expect(requests).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Confirm the date' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await requestBodies(requests)).toEqual([{ now: clock.now }])
  expect(screen.getByRole('alert').textContent).not.toMatch(/2027/)
})
