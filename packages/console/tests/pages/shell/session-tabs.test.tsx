import { HttpError } from '@matricola/providers/http.ts'
import { type SessionMessage, sessionChannel } from '@matricola/providers/session-channel.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { libraryConsole, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { navigatedPaths } from '@matricola/testing/pages/browser.ts'
import {
  failureResponse,
  handle,
  recordRequests,
  successResponse,
} from '@matricola/testing/pages/network.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { clearToasts, getActiveToasts, showToast } from '../../../toasts/toast-store.ts'

const { session } = libraryConsole.providers

const site = setUpConsoleApp(async (make) => {
  return make('members', { lastName: 'Pop', firstName: 'Ana', cardNumber: 'R-001' })
})

/** Opens a filtered list that shows a member's name. */
async function openMembers() {
  await site.open('/admin/members?search=Pop')
  await screen.findAllByText(/Pop/)
}

/** Asserts that no personal data is left on the page, in its title or in the tab's storage. */
async function isEmptied() {
  await waitFor(() => expect(navigatedPaths()).toEqual(['/']))
  expect(document.body.textContent).not.toMatch(/Pop/)
  expect(document.title).not.toMatch(/Pop/)
  expect(getActiveToasts().filter(({ summary }) => summary.includes('Pop'))).toEqual([])
}

/** Fires the event that a browser fires when the page is shown again. */
const show = (sign: 'visibilitychange' | 'focus' | 'pageshow') =>
  act(async () => {
    if (sign === 'visibilitychange') document.dispatchEvent(new Event(sign))
    else if (sign === 'focus') window.dispatchEvent(new Event(sign))
    else window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })

test('signing out in another tab clears this one immediately, including its storage', async () => {
  await openMembers()
  sessionStorage.setItem('matricola.location', '/admin/members?search=Pop')
  sessionStorage.setItem('matricola.anything', 'Pop')
  showToast({ severity: 'success', summary: 'Pop Ana was changed.' })
  act(() => sessionChannel.broadcast({ type: 'signedOut' }))
  await isEmptied()
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
  expect(sessionStorage.getItem('matricola.anything')).toBeNull()
  expect(sessionStorage.getItem('matricola.toasts')).toContain('You signed out in another tab.')
})

/** Sends a message as another tab and waits until this tab has received it. */
async function receiveFromOtherTab(message: SessionMessage) {
  const received = new Promise<void>((resolve) => {
    const stop = sessionChannel.listen(() => {
      stop()
      resolve()
    })
  })
  sessionChannel.broadcast(message)
  await act(() => received)
}

const expired = new HttpError({
  statusCode: 401,
  message: 'Session expired. Please login again.',
  code: 'session.expired',
})

test('a sign-out that the server reports before the other tab does is not shown as an expired session', async () => {
  await openMembers()
  sessionStorage.setItem('matricola.location', '/admin/members?search=Pop')
  await receiveFromOtherTab({ type: 'signingOut' })
  act(() => session.expire(expired))
  expect(session.current().status).toBe('authenticated')
  act(() => sessionChannel.broadcast({ type: 'signedOut' }))
  await isEmptied()
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
  expect(sessionStorage.getItem('matricola.toasts')).toContain('You signed out in another tab.')
  expect(sessionStorage.getItem('matricola.toasts')).not.toContain(expired.message)
})

test('after a failed sign-out in another tab, an expired session is reported as expired', async () => {
  await openMembers()
  await receiveFromOtherTab({ type: 'signingOut' })
  await receiveFromOtherTab({ type: 'signOutFailed' })
  act(() => session.expire(expired))
  await isEmptied()
})

test('signing in as a different user in another tab also ends the session here, but signing in as the same user does not', async () => {
  await openMembers()
  const { user } = session.current()
  act(() => sessionChannel.broadcast({ type: 'signedIn', userId: user?.id ?? '' }))
  await screen.findAllByText(/Pop/)
  expect(navigatedPaths()).toEqual([])
  act(() => sessionChannel.broadcast({ type: 'signedIn', userId: crypto.randomUUID() }))
  await isEmptied()
})

test('a session that expired in another tab ends here too, with a link to sign in again', async () => {
  await openMembers()
  act(() => sessionChannel.broadcast({ type: 'ended' }))
  await isEmptied()
  expect(sessionStorage.getItem('matricola.location')).toMatch(/^\/admin\/members\?/)
})

test.each(['visibilitychange', 'focus', 'pageshow'] as const)(
  'a page that is brought to the front (%s) checks the session with the server',
  async (sign) => {
    await openMembers()
    const requests = recordRequests(sessionEndpoints.checkAuth)
    await show(sign)
    await waitFor(() => expect(requests.requests.length).toBeGreaterThan(0))
    expect(navigatedPaths()).toEqual([])
    handle(sessionEndpoints.checkAuth, () =>
      failureResponse(401, 'session.expired', 'Session expired. Please login again.'),
    )
    handle(sessionEndpoints.refresh, () =>
      failureResponse(401, 'session.expired', 'Session expired. Please login again.'),
    )
    await show(sign)
    await isEmptied()
  },
)

test('the page stays if there is no connection or the server fails', async () => {
  await openMembers()
  handle(sessionEndpoints.checkAuth, () => failureResponse(503, 'server.busy', ''))
  await show('focus')
  handle(sessionEndpoints.checkAuth, () => Response.error())
  await show('focus')
  expect(navigatedPaths()).toEqual([])
  expect(session.current().status).toBe('authenticated')
})

test('signing out notifies the other tabs, and a late response does not restore the session', async () => {
  await openMembers()
  clearToasts()
  const received: SessionMessage[] = []
  const stop = sessionChannel.listen((message) => received.push(message))
  handle(sessionEndpoints.revoke, () => successResponse({}))
  await act(() => session.signOut())
  await waitFor(() => expect(received).toEqual([{ type: 'signingOut' }, { type: 'signedOut' }]))
  stop()
  act(() =>
    session.expire(new HttpError({ statusCode: 401, message: '', code: 'session.expired' })),
  )
  await isEmptied()
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
})
