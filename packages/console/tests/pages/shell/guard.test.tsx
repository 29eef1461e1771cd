import { homePath } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { libraryConsole, openConsole, setUpConsoleApp } from '@matricola/testing/library/pages.tsx'
import { navigatedPaths } from '@matricola/testing/pages/browser.ts'
import { createUser, failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { decideAccess } from '../../../app/session-guard.ts'

const { roles } = libraryConsole.registry
const site = setUpConsoleApp((make) =>
  make('members', { lastName: 'Pop', firstName: 'Ana', cardNumber: 'R-001' }),
)

describe('the guard', () => {
  test('waits for the session check, redirects visitors without a session, and shows the page to a signed-in user', () => {
    expect(decideAccess({ status: 'unchecked', user: null })).toEqual({ kind: 'wait' })
    expect(decideAccess({ status: 'anonymous', user: null })).toEqual({ kind: 'leave' })
    expect(decideAccess({ status: 'authenticated', user: null })).toEqual({ kind: 'leave' })
    expect(decideAccess({ status: 'authenticated', user: createUser() })).toEqual({
      kind: 'show',
      user: createUser(),
    })
  })

  test('recognises every area by its complete name', () => {
    const mayVisit = (path: string, role: Role) =>
      libraryConsole.providers
        .accessControl(role)
        .can.isAllowed({ action: 'visit', params: { path } })
    expect(mayVisit('/reader/books', 'reader')).toBe(true)
    expect(mayVisit('/readers', 'reader')).toBe(false)
    expect(mayVisit('/test', 'admin')).toBe(true)
    expect(mayVisit('/test', 'librarian')).toBe(false)
  })

  test('shows a spinner while the session is checked', async () => {
    const answer = createGate()
    const failing = async () => {
      await answer.opened
      return failureResponse(500, 'server.failed', '')
    }
    await site.open('/admin/members', {
      skipsSessionCheck: true,
      before: () => handle(sessionEndpoints.checkAuth, failing),
    })
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('Loading…')
    expect(navigatedPaths()).toEqual([])
    answer.open()
    await waitFor(() => expect(navigatedPaths()).toEqual(['/']))
  })

  test('redirects a visitor without a session to the root and stores the requested location (R-G02)', async () => {
    await openConsole('/admin/members?pageNumber=3&pageSize=5', {
      api: site.api,
      caller: null,
      skipsSessionCheck: true,
    })
    await waitFor(() => expect(navigatedPaths()).toEqual(['/']))
    expect(sessionStorage.getItem('matricola.location')).toBe(
      '/admin/members?pageNumber=3&pageSize=5',
    )
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  const foreignPages = roles.flatMap((role) =>
    roles.filter((other) => other !== role).map((other): [Role, Role] => [role, other]),
  )
  test.each(foreignPages)(
    'redirects a user with the role %s who opens the %s area home (R-G01)',
    async (role, other) => {
      await site.open(`${homePath(other)}/account`, { role })
      await waitFor(() => expect(window.location.pathname).toBe(homePath(role)))
    },
  )
})

test.each(['/admin/nowhere', '/admin/members/12', '/librarian/settings'])(
  '%s, which has no page, shows the not-found page with a link to the sign-in page',
  async (path) => {
    await site.open(path, { role: path.startsWith('/admin') ? 'admin' : 'librarian' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
    expect(screen.getByText('Requested resource is not available')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Login/ }).getAttribute('href')).toBe(
      '/authentification',
    )
    expect(screen.getByText('Back to sign in page')).toBeTruthy()
  },
)

test('a URL that names another method or header is ignored, so that a link changes nothing', async () => {
  const { id } = site.records
  const requests: Request[] = []
  for (const method of ['GET', 'DELETE', 'POST', 'PATCH', 'PUT'] as const)
    handle({ method, path: `/api/members/${id}` }, (request) => void requests.push(request))
  await site.open(`/admin/members/${id}?method=delete&headers[x-evil]=1`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Pop Ana' })).toBeTruthy()
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(requests.every((request) => !request.headers.has('x-evil'))).toBe(true)
})
