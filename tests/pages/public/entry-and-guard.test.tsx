import { showStoredToasts } from '@matricola/console/toasts/toast-store.ts'
import { signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { applyPath, statusPath } from '#resources/paths.ts'
import { roles } from '#resources/roles.ts'
import { session } from '#src/http.ts'
import { navigatedPaths } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { setUpServer } from '../support/server.ts'

const site = setUpServer(async () => {})
beforeEach(() => site.connect(null))

test.each(roles)(
  'the root checks the session behind a spinner, then redirects a %s to the home page (R-A06)',
  async (role) => {
    await site.connect(role)
    await openPublicPage('/')
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe(
      'Checking your sign-in…',
    )
    expect(navigatedPaths()).toEqual([])
    await waitFor(() => expect(navigatedPaths()).toEqual([`/${role}`]))
  },
)

test('the root redirects to the remembered location (R-A06)', async () => {
  sessionStorage.setItem('matricola.location', '/admin/students?pageSize=10')
  await site.connect()
  await openPublicPage('/')
  await waitFor(() => expect(navigatedPaths()).toEqual(['/admin/students?pageSize=10']))
})

test('the root redirects a visitor without a session to the sign-in page, without a message (R-A06, R-A09)', async () => {
  await openPublicPage('/')
  await waitFor(() => expect(navigatedPaths()).toEqual([signInPath]))
  showStoredToasts()
  expect(document.querySelector('.toast')).toBeNull()
  expect(session.current().status).toBe('anonymous')
})

test('after a failed session check, the sign-in page opens and reports the failure (R-A09, R-A14)', async () => {
  handle(sessionEndpoints.checkAuth, () => new Response(null, { status: 502 }))
  await openPublicPage('/')
  await waitFor(() => expect(navigatedPaths()).toEqual([signInPath]))
  showStoredToasts()
  expect(await screen.findByText('Check Authentication failed.')).toBeTruthy()
})

test.each([signInPath, applyPath, statusPath])(
  '%s checks the session behind a spinner and is shown to visitors without a session (R-A10)',
  async (path) => {
    const check = recordRequests(sessionEndpoints.checkAuth)
    await openPublicPage(path)
    expect(screen.getByText('Checking your sign-in…')).toBeTruthy()
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
    expect(check.requests.length).toBe(1)
    expect(navigatedPaths()).toEqual([])
  },
)

test.each([signInPath, applyPath, statusPath])(
  '%s redirects signed-in users to their home page (R-A10)',
  async (path) => {
    await site.connect('student')
    await openPublicPage(path)
    await waitFor(() => expect(navigatedPaths()).toEqual(['/student']))
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
  },
)

test('a user who has to choose a new password is redirected to the page for it', async () => {
  await site.api.context.database.query(
    "insert into credential (user_id, password_hash, changed_at, must_change) values ($1, 'none', now(), true)",
    [site.as('admin').id],
  )
  await site.connect()
  await openPublicPage('/')
  await waitFor(() => expect(navigatedPaths()).toEqual([signInPath]))
})
