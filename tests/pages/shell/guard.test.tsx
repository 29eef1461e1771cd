import { areaRoutes } from '@matricola/console/app/router.tsx'
import { decideAccess } from '@matricola/console/app/session-guard.ts'
import { homePath } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { createGate } from '@matricola/testing/gate.ts'
import { createUser, failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { roles } from '#resources/roles.ts'
import { universityConsole } from '#src/console.ts'
import { navigatedPaths } from '../support/browser.ts'
import { openConsole, setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async (make) => {
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const { id: specializationId } = await make('specializations', programme)
  const ana = {
    lastName: 'Pop',
    firstName: 'Ana',
    matriculationNumber: 'CAL26-001',
    email: 'ana@univ.test',
  }
  return {
    student: await make('students', { ...ana, specializationId, academicYearOfEntry: '2026-2027' }),
  }
})

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
      universityConsole.providers
        .accessControl(role)
        .can.isAllowed({ action: 'visit', params: { path } })
    expect(mayVisit('/student/classes', 'student')).toBe(true)
    expect(mayVisit('/students', 'student')).toBe(false)
    expect(mayVisit('/test', 'admin')).toBe(true)
    expect(mayVisit('/test', 'secretary')).toBe(false)
  })

  test('shows a spinner while the session is checked', async () => {
    const answer = createGate()
    const failing = async () => {
      await answer.opened
      return failureResponse(500, 'server.failed', '')
    }
    await site.open('/admin/students', {
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
    await openConsole('/admin/students?pageNumber=3&pageSize=5', {
      api: site.api,
      caller: null,
      skipsSessionCheck: true,
    })
    await waitFor(() => expect(navigatedPaths()).toEqual(['/']))
    expect(sessionStorage.getItem('matricola.location')).toBe(
      '/admin/students?pageNumber=3&pageSize=5',
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

/** Route paths of a role's pages. */
const pathsOf = (role: Role) => areaRoutes(universityConsole, role).map(({ path }) => path)

describe('the routes', () => {
  test('of an admin are those in the specification (R-N01, R-N02)', () => {
    const both = ['students', 'professors', 'registrations', 'classes', 'users'].flatMap((page) => [
      `/admin/${page}`,
      `/admin/${page}/:id`,
    ])
    const lists = ['departments', 'specializations', 'courses', 'settings', 'account'].map(
      (page) => `/admin/${page}`,
    )
    expect(pathsOf('admin')).toEqual(expect.arrayContaining(['/admin', ...both, ...lists, '/test']))
  })

  test('of a secretary are those in the specification (R-N03)', () => {
    const both = ['registrations', 'departments', 'specializations', 'courses'].flatMap((page) => [
      `/secretary/${page}`,
      `/secretary/${page}/:id`,
    ])
    expect(pathsOf('secretary')).toEqual(
      expect.arrayContaining([
        '/secretary',
        ...both,
        '/secretary/professors',
        '/secretary/students',
        '/secretary/account',
      ]),
    )
  })

  test('of a student are those in the specification, and include none of other roles (R-N04)', () => {
    expect(pathsOf('student')).toEqual(
      expect.arrayContaining([
        '/student',
        '/student/account',
        '/student/classes',
        '/student/classes/:id',
      ]),
    )
    const formPaths = pathsOf('student').filter((path) =>
      /\/(?:create|edit|import)$/.test(path ?? ''),
    )
    expect(formPaths.sort()).toEqual(
      [
        'exam-resits/create',
        'grade-appeals/create',
        'certificates/create',
        'messages/create',
        'data-changes/create',
        'license-exams/:id/edit',
      ]
        .map((path) => `/student/${path}`)
        .sort(),
    )
  })

  test('offer no page without a grant for the role', () => {
    expect(pathsOf('secretary')).not.toContain('/secretary/students/create')
    expect(pathsOf('secretary')).toContain('/secretary/students/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/professors/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/settings')
    expect(pathsOf('secretary')).not.toContain('/secretary/admission-sessions/create')
    expect(pathsOf('professor')).not.toContain('/test')
  })
})

test.each(['/admin/nowhere', '/admin/students/12', '/secretary/students/create'])(
  '%s, which has no page, shows the not-found page with a link to the sign-in page',
  async (path) => {
    await site.open(path, { role: path.startsWith('/admin') ? 'admin' : 'secretary' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
    expect(screen.getByText('Requested resource is not available')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Login/ }).getAttribute('href')).toBe(
      '/authentification',
    )
    expect(screen.getByText('Back to sign in page')).toBeTruthy()
  },
)

test('a URL that names another method or header is ignored, so that a link changes nothing', async () => {
  const { student } = site.records
  const requests: Request[] = []
  for (const method of ['GET', 'DELETE', 'POST', 'PATCH', 'PUT'] as const)
    handle(
      { method, path: `/api/students/${student.id}` },
      (request) => void requests.push(request),
    )
  await site.open(`/admin/students/${student.id}?method=delete&headers[x-evil]=1`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Pop Ana' })).toBeTruthy()
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  expect(requests.every((request) => !request.headers.has('x-evil'))).toBe(true)
})
