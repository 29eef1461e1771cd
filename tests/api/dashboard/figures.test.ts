import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireDashboard } from '#resources/academic/wire-dashboard.ts'
import { seedRegistration } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
let admin: TestBrowser
let secretary: TestBrowser
beforeAll(async () => {
  site = await startSessionApp()
  for (const role of ['admin', 'secretary', 'professor', 'student'] as const)
    await site.createAccount(role, { username: role })
  admin = site.browser()
  secretary = site.browser()
  await admin.signIn('admin')
  await secretary.signIn('secretary')
})
afterAll(() => site.close())

const dashboard = async (browser: TestBrowser) =>
  (await browser.call<WireDashboard>('GET', '/api/dashboard')).data
const make = async (path: string, body: object) =>
  (await admin.call<WireRecord>('POST', path, body)).data

test('all figures of an empty university are zero, including the count for each status', async () => {
  expect(await dashboard(admin)).toEqual({
    totalStudents: 0,
    totalRevenue: 0,
    facultyMembers: 0,
    registrations: 0,
    registrationStatus: {
      submitted: 0,
      under_review: 0,
      update_requested: 0,
      in_progress: 0,
      accepted: 0,
      declined: 0,
    },
    recentActivities: [],
    asOf: expect.any(String),
    toDo: {
      waiting: 0,
      oldest: null,
      resubmitted: 0,
      overdue: 0,
      toRelease: 0,
      toEnrol: 0,
      decidedToday: 0,
      dataChanges: 0,
      overdueGrades: 0,
      overdueAppeals: 0,
      failedMails: 0,
    },
    admission: {
      ...{
        id: expect.any(String),
        name: expect.any(String),
        opensAt: null,
        closesAt: null,
        registrations: 0,
      },
      registrationStatus: {
        submitted: 0,
        under_review: 0,
        update_requested: 0,
        in_progress: 0,
        accepted: 0,
        declined: 0,
      },
      ...{ lastYear: null, days: [], places: [] },
    },
    timeToDecision: null,
  })
})

test('active students, professors and registrations are counted, and recent changes are listed, grouped by minute (R-D01)', async () => {
  const department = await make('/api/department-profiles/create', { name: 'Informatică' })
  const specialization = await make('/api/specializations/create', {
    name: 'Informatică aplicată',
    code: 'INFA',
    departmentProfileId: department.id,
    yearsOfStudy: 3,
    totalCredits: 180,
    creditsPerYear: 60,
  })
  const professor = (n: number) => ({
    lastName: `Pop${'abc'[n]}`,
    firstName: 'Ana',
    departmentProfileId: department.id,
    email: `p${n}@univ.ro`,
  })
  const last = [
    await make('/api/professors/create', professor(0)),
    await make('/api/professors/create', professor(1)),
  ].at(-1)
  for (const n of [1, 2, 3]) {
    await make('/api/students/create', {
      lastName: 'Ionescu',
      firstName: 'Dan',
      matriculationNumber: `INF-00${n}`,
      specializationId: specialization.id,
      academicYearOfEntry: '2026-2027',
      email: `s${n}@stud.univ.ro`,
    })
  }
  const programme = { departmentProfileId: department.id, specializationId: specialization.id }
  for (const [sequence, status] of [
    [991, 'submitted'],
    [992, 'submitted'],
    [993, 'declined'],
  ] as const)
    await seedRegistration(site.context, sequence, { ...programme, status })
  site.wait(60_000)
  await admin.call('POST', `/api/professors/${last?.id}/actions/deactivate`, {})
  const figures = await dashboard(admin)
  expect(figures).toMatchObject({ totalStudents: 3, facultyMembers: 1, registrations: 3 })
  const none = { under_review: 0, update_requested: 0, in_progress: 0, accepted: 0 }
  expect(figures.registrationStatus).toEqual({ submitted: 2, declined: 1, ...none })
  expect(figures.recentActivities[0]).toEqual({
    at: expect.any(String),
    actor: 'Ion Admin',
    resource: 'professors',
    action: 'deactivate',
    count: 1,
    recordId: last?.id,
    title: 'Popb Ana',
    others: [],
  })
  const students = figures.recentActivities.filter(({ resource }) => resource === 'students')
  expect(students.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  // Lists the actor, the action and the record, not only counts.
  const several = students.filter(({ count }) => count > 1)
  for (const { others, count, title } of several)
    expect([title, ...others]).toEqual(Array.from({ length: count }, () => 'Ionescu Dan'))
  expect(several).not.toEqual([])
})

test('a secretary sees only changes whose history the role can read', async () => {
  await admin.call('PUT', '/api/settings/update', { registrationOpen: true })
  const { recentActivities } = await dashboard(secretary)
  expect(recentActivities.length).toBeGreaterThan(0)
  expect(
    recentActivities.filter(({ resource }) =>
      ['settings', 'users', 'professors'].includes(resource),
    ),
  ).toEqual([])
  expect(
    (await dashboard(admin)).recentActivities.some(
      ({ resource, title }) => resource === 'settings' && title === '',
    ),
  ).toBe(true)
})

test('the list contains at most ten entries', async () => {
  for (let i = 0; i < 12; i += 1) {
    site.wait(61_000)
    await admin.call('POST', '/api/authentication/refresh-token')
    await admin.call('PUT', '/api/settings/update', { maxStudentsPerCourse: 40 + i })
  }
  expect((await dashboard(admin)).recentActivities).toHaveLength(10)
})

test.each(['professor', 'student'])('a %s gets 403', async (username) => {
  const browser = site.browser()
  await browser.signIn(username)
  expect((await browser.call('GET', '/api/dashboard')).failure.code).toBe('access.denied')
})
