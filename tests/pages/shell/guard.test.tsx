import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mondayOf } from '#model/academic/timetable.ts'
import { daysAfter, today } from '#model/dates.ts'
import { sessionEndpoints } from '#model/endpoints.ts'
import { homeOf } from '#model/paths.ts'
import { type Role, roles } from '#model/vocabulary.ts'
import { accessControlProvider } from '#providers/access-control.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { decide } from '#src/console/guard.ts'
import { areaRoutes } from '#src/console/router.tsx'
import { wentTo } from '../support/browser.ts'
import { idOf, openConsole, wireRecord } from '../support/console.tsx'
import { homes, noFigures } from '../support/figures.ts'
import { failure, gate, on, someone, success } from '../support/network.ts'

const nothing = { totalCount: 0, page: 1, pageSize: 5, list: [] }

describe('the guard', () => {
  test('waits for the check, leaves without a person and shows the page to one', () => {
    expect(decide({ status: 'unchecked', user: null })).toEqual({ kind: 'wait' })
    expect(decide({ status: 'anonymous', user: null })).toEqual({ kind: 'leave' })
    expect(decide({ status: 'authenticated', user: null })).toEqual({ kind: 'leave' })
    expect(decide({ status: 'authenticated', user: someone() })).toEqual({ kind: 'show', user: someone() })
  })

  test('knows every area by its whole name', () => {
    const mayVisit = (path: string, role: Role) => accessControlProvider(role).can.now({ action: 'visit', params: { path } })
    expect(mayVisit('/student/classes', 'student')).toBe(true)
    expect(mayVisit('/students', 'student')).toBe(false)
    expect(mayVisit('/test', 'admin')).toBe(true)
    expect(mayVisit('/test', 'secretary')).toBe(false)
  })

  test('shows a spinner while the session is checked', async () => {
    const answer = gate()
    on(sessionEndpoints.checkAuth, async () => {
      await answer.opened
      return failure(500, 'server.failed', '')
    })
    await openConsole('/admin/students', { isAsked: true })
    expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
    expect(within(screen.getByRole('main')).getByRole('status').textContent).toBe('Loading…')
    expect(wentTo()).toEqual([])
    answer.open()
    await waitFor(() => expect(wentTo()).toEqual(['/']))
  })

  test('sends a stranger to the root and remembers where they wanted to be (R-G02)', async () => {
    on(sessionEndpoints.checkAuth, () => failure(500, 'server.failed', ''))
    await openConsole('/admin/students?pageNumber=3&pageSize=5', { isAsked: true })
    await waitFor(() => expect(wentTo()).toEqual(['/']))
    expect(sessionStorage.getItem('matricola.location')).toBe('/admin/students?pageNumber=3&pageSize=5')
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  const strays = roles.flatMap((role) => roles.filter((other) => other !== role).map((other): [Role, Role] => [role, other]))
  test.each(strays)('sends a person of the role %s who asks for the %s area to the own home (R-G01)', async (role, other) => {
    on(dashboardCalls.dashboard, () => success(noFigures))
    on({ method: 'GET', path: '/api/university-classes' }, () => success(nothing))
    await openConsole(`${homeOf(other)}/account`, { role })
    await waitFor(() => expect(window.location.pathname).toBe(homeOf(role)))
  })
})

/** Paths of a role's pages that the router knows, without their ids. */
const pathsOf = (role: Role) => areaRoutes(role).map(({ path }) => path)

describe('the routes', () => {
  test('of an admin are those of the specification (R-N01, R-N02)', () => {
    const both = ['students', 'professors', 'registrations', 'classes', 'users'].flatMap((page) => [`/admin/${page}`, `/admin/${page}/:id`])
    const lists = ['departments', 'specializations', 'courses', 'settings', 'account'].map((page) => `/admin/${page}`)
    expect(pathsOf('admin')).toEqual(expect.arrayContaining(['/admin', ...both, ...lists, '/test']))
  })

  test('of a secretary are those of the specification (R-N03)', () => {
    const both = ['registrations', 'departments', 'specializations', 'courses'].flatMap((page) => [
      `/secretary/${page}`,
      `/secretary/${page}/:id`,
    ])
    expect(pathsOf('secretary')).toEqual(
      expect.arrayContaining(['/secretary', ...both, '/secretary/professors', '/secretary/students', '/secretary/account']),
    )
  })

  test('of a student are those of the specification, and nothing that only others may do (R-N04)', () => {
    expect(pathsOf('student')).toEqual(expect.arrayContaining(['/student', '/student/account', '/student/classes', '/student/classes/:id']))
    const changing = pathsOf('student').filter((path) => /\/(?:create|edit|import)$/.test(path ?? ''))
    expect(changing.sort()).toEqual(
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

  test('offer no page for what a role is not granted', () => {
    expect(pathsOf('secretary')).not.toContain('/secretary/students/create')
    expect(pathsOf('secretary')).toContain('/secretary/students/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/professors/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/settings')
    expect(pathsOf('secretary')).not.toContain('/secretary/admission-sessions/create')
    expect(pathsOf('professor')).not.toContain('/test')
  })
})

test.each(['/admin/nowhere', '/admin/students/12', '/secretary/students/create'])(
  '%s, which no page answers to, is the not-found page with its way to the sign-in page',
  async (path) => {
    await openConsole(path, { role: path.startsWith('/admin') ? 'admin' : 'secretary' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Not Found' })).toBeTruthy()
    expect(screen.getByText('Requested resource is not available')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Login/ }).getAttribute('href')).toBe('/authentification')
    expect(screen.getByText('Back to sign in page')).toBeTruthy()
  },
)

test('the home of a professor is headed "Professor Home" and lists the own classes (R-N05)', async () => {
  const week = mondayOf(today(new Date()))
  const lesson = {
    ...{ kind: 'class' as const, id: idOf(7), title: 'Algebra 911', course: 'Algebra', groupName: '911', professor: 'Rus Ion' },
    ...{ room: 'A 12', date: daysAfter(week, 7), startsAt: '08:00', endsAt: '09:50' },
  }
  on(dashboardCalls.home, () => success({ ...homes.professor, asOf: new Date().toISOString() }))
  on(timetableCalls.week, (request) => {
    const isNext = new URL(request.url).searchParams.has('week')
    return success({ week, today: today(new Date()), periods: [], entries: isNext ? [lesson] : [] })
  })
  await openConsole('/professor', { role: 'professor' })
  expect(await screen.findByRole('heading', { name: 'Professor Home' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Algebra, group 911' })
  expect(link.getAttribute('href')).toBe(`/professor/classes/${idOf(7)}`)
})

test('an address that asks for another method or header is only ever read (a link changes nothing)', async () => {
  const student = wireRecord(1, 'Pop Ana', { lastName: 'Pop', firstName: 'Ana' })
  const seen: string[] = []
  for (const method of ['GET', 'DELETE', 'POST', 'PATCH', 'PUT'] as const) {
    on({ method, path: `/api/students/${idOf(1)}` }, (request) => {
      seen.push(request.method)
      return success(student)
    })
  }
  const read = on({ method: 'GET', path: `/api/students/${idOf(1)}` }, (request) => {
    seen.push(request.method)
    return success(student)
  })
  await openConsole(`/admin/students/${idOf(1)}?method=delete&headers[x-evil]=1`)
  expect(await screen.findByRole('heading', { level: 1, name: 'Pop Ana' })).toBeTruthy()
  expect(new Set(seen)).toEqual(new Set(['GET']))
  expect(read.seen.every((request) => !request.headers.has('x-evil'))).toBe(true)
})
