import { randomUUID } from 'node:crypto'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { parseListQuery } from '@matricola/server/records/reading/parse-list-query.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireDashboard, WireOverfullClass } from '#resources/academic/wire-dashboard.ts'
import { getResource } from '#resources/index.ts'
import { academicYear2026, seedRegistration } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const registrations = getResource('registrations')
const day = 86_400_000
/** Noon in Romania two weeks ago, so that no test is close to midnight. */
const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T10:00:00Z`)
const at = (days: number) => new Date(noon + days * day).toISOString()
const dateOf = (days: number) => at(days).slice(0, 10)

let site: SessionApp
let admin: TestBrowser
let secretary: TestBrowser
let secretaryId: string
let adminId: string
let current: string
let last: string
let application: WireRecord
let inactiveSession: WireRecord
let department: WireRecord
let sequence = 0

const make = async (path: string, body: object) =>
  (await admin.call<WireRecord>('POST', path, body)).data
const dashboard = async (browser: TestBrowser) =>
  (await browser.call<WireDashboard>('GET', '/api/dashboard')).data

const seedDashboardApplication = async (
  admissionSessionId: string,
  programme: WireRecord,
  values: Readonly<Record<string, unknown>>,
) => {
  sequence += 1
  const programmeOf = { departmentProfileId: department.id, specializationId: programme.id }
  return (
    await seedRegistration(site.context, 100 + sequence, {
      admissionSessionId,
      ...programmeOf,
      ...values,
    })
  ).id
}

let oldest: string
beforeAll(async () => {
  site = await startSessionApp()
  adminId = await site.createAccount('admin', { username: 'admin' })
  secretaryId = await site.createAccount('secretary', { username: 'secretary' })
  admin = site.browser()
  secretary = site.browser()
  await admin.signIn('admin')
  await secretary.signIn('secretary')
  const year = new Date(noon).getUTCFullYear()
  const session = (name: string, opensAt: string, closesAt: string) =>
    make('/api/admission-sessions/create', {
      name,
      academicYear: `${year}-${year + 1}`,
      opensAt,
      closesAt,
    })
  last = (await session('Admission of last year', at(-374), at(-350))).id
  current = (await session('Admission of this year', at(-10), at(5))).id
  await admin.call('PUT', '/api/settings/update', {
    admissionSessionId: current,
    maxStudentsPerCourse: 2,
    reason: 'A new admission',
  })
  department = await make('/api/department-profiles/create', { name: 'Informatică' })
  const programme = (name: string, code: string, places: object) =>
    make('/api/specializations/create', {
      name,
      code,
      departmentProfileId: department.id,
      yearsOfStudy: 3,
      totalCredits: 180,
      creditsPerYear: 60,
      ...places,
    })
  application = await programme('Sought', 'SOUGHT', { placesBudget: 2, placesFee: 1 })
  inactiveSession = await programme('Quiet', 'QUIET', {})

  oldest = await seedDashboardApplication(current, application, { submittedAt: at(-10) })
  await seedDashboardApplication(current, application, {
    submittedAt: at(-9),
    status: 'under_review',
    assignedToId: secretaryId,
  })
  await seedDashboardApplication(current, inactiveSession, {
    submittedAt: at(-9),
    status: 'in_progress',
  })
  await seedDashboardApplication(current, application, {
    submittedAt: at(-8),
    status: 'update_requested',
    overdueAt: at(-1),
  })
  await seedDashboardApplication(current, application, {
    submittedAt: at(-8),
    status: 'update_requested',
  })
  // Decided after 1, 2 and 9 days.
  await seedDashboardApplication(current, application, {
    submittedAt: at(-10),
    status: 'accepted',
    decidedAt: at(-9),
    decidedOn: dateOf(-9),
    notifyAt: '9999-12-31T00:00:00.000Z',
  })
  await seedDashboardApplication(current, application, {
    submittedAt: at(-9),
    status: 'accepted',
    decidedAt: at(-7),
    decidedOn: dateOf(-7),
    enrolledAt: at(-5),
  })
  await seedDashboardApplication(current, application, {
    submittedAt: at(-9),
    status: 'declined',
    reasonCode: 'not_eligible',
    decidedAt: at(0),
    decidedOn: dateOf(0),
  })
  // A withdrawal is not a decision of staff.
  await seedDashboardApplication(current, application, {
    submittedAt: at(-9),
    status: 'declined',
    reasonCode: 'withdrawn',
    decidedAt: at(-3),
    decidedOn: dateOf(-3),
  })
  // Of last year's applications, two arrived within ten days of the opening and one arrived later.
  await seedDashboardApplication(last, application, {
    submittedAt: at(-374),
    status: 'accepted',
    decidedAt: at(-370),
    decidedOn: dateOf(-370),
  })
  await seedDashboardApplication(last, application, {
    submittedAt: at(-373),
    status: 'declined',
    decidedAt: at(-370),
    decidedOn: dateOf(-370),
  })
  await seedDashboardApplication(last, inactiveSession, {
    submittedAt: at(-355),
    status: 'declined',
    decidedAt: at(-350),
    decidedOn: dateOf(-350),
  })
})
afterAll(() => site.close())

test('pending work is counted for the caller: an application under review waits for its assigned reviewer (R-D01)', async () => {
  const forAdmin = (await dashboard(admin)).toDo
  expect(forAdmin).toMatchObject({
    waiting: 2,
    resubmitted: 1,
    overdue: 1,
    toRelease: 1,
    toEnrol: 2,
    failedMails: 0,
  })
  expect(forAdmin.oldest).toEqual({ id: oldest, submittedAt: at(-10) })
  expect((await dashboard(secretary)).toDo).toMatchObject({
    waiting: 3,
    resubmitted: 1,
    overdue: 1,
    toRelease: 1,
    failedMails: null,
  })
})

test.each(['waiting', 'resubmitted', 'overdue', 'toRelease', 'toEnrol', 'decidedToday'] as const)(
  'the number of %s equals that of the list it links to (R-D01)',
  async (view) => {
    const listed = (caller: Caller) =>
      recordsOf(site.context).page(
        authorize(caller, registrations, 'read'),
        parseListQuery(registrations, caller.role, { view }),
      )
    for (const role of ['admin', 'secretary'] as const) {
      const caller = { ...createCaller(role, role === 'secretary' ? secretaryId : adminId) }
      expect((await dashboard(role === 'admin' ? admin : secretary)).toDo[view]).toBe(
        (await listed(caller)).totalCount,
      )
    }
  },
)

test('abandoned emails are counted for admins', async () => {
  await site.database.query(
    `insert into outbox_mail (id, kind, language, params, created_at, run_at, state) values ($1, 'accepted', 'ro', '{}', now(), now(), 'dead')`,
    [randomUUID()],
  )
  expect((await dashboard(admin)).toDo.failedMails).toBe(1)
  expect((await dashboard(secretary)).toDo.failedMails).toBeNull()
})

test('the current admission is counted separately, and compared with last year’s after the same number of days (R-D01)', async () => {
  const { registrations, admission } = await dashboard(admin)
  expect(registrations).toBe(12)
  expect(admission).toMatchObject({
    name: 'Admission of this year',
    registrations: 9,
    registrationStatus: {
      submitted: 1,
      under_review: 1,
      update_requested: 2,
      in_progress: 1,
      accepted: 2,
      declined: 2,
    },
    lastYear: { name: 'Admission of last year', registrations: 2 },
  })
})

test("submissions are counted per day from the opening to the closing, next to last year's (R-D01)", async () => {
  const days = (await dashboard(admin)).admission?.days ?? []
  expect(days).toHaveLength(16)
  expect(days.slice(0, 3)).toEqual([
    { day: dateOf(-10), count: 2, lastYear: 1 },
    { day: dateOf(-9), count: 5, lastYear: 1 },
    { day: dateOf(-8), count: 2, lastYear: 0 },
  ])
  expect(days[10]).toEqual({ day: dateOf(0), count: 0, lastYear: 0 })
  expect(days.at(-1)).toEqual({ day: dateOf(5), count: null, lastYear: 0 })
})

test("a submission late in the evening is counted on its day in the university's time zone", async () => {
  const id = await seedDashboardApplication(current, inactiveSession, {
    submittedAt: `${dateOf(-8)}T23:30:00Z`,
  })
  const days = (await dashboard(admin)).admission?.days ?? []
  expect(days.find((one) => one.day === dateOf(-7))?.count).toBe(1)
  await site.database.query('update registrations set submitted_at = $2 where id = $1', [
    id,
    at(-8),
  ])
})

test('places are listed with applications, acceptances, free places and applications per place, in descending order (R-D01)', async () => {
  const places = (await dashboard(admin)).admission?.places
  expect(places).toEqual([
    {
      specializationId: application.id,
      title: 'Sought',
      places: 3,
      registrations: 8,
      accepted: 2,
      left: 1,
      registrationsPerPlace: 8 / 3,
    },
    {
      specializationId: inactiveSession.id,
      title: 'Quiet',
      places: null,
      registrations: 2,
      accepted: 0,
      left: null,
      registrationsPerPlace: null,
    },
  ])
})

test("places are listed with the programme's name in the caller's language, where it has one", async () => {
  await admin.call('PATCH', '/api/specializations/update', {
    id: inactiveSession.id,
    nameDe: 'Ruhig',
  })
  const { data } = await admin.call<WireDashboard>('GET', '/api/dashboard', undefined, {
    headers: { 'accept-language': 'de' },
  })
  expect(data.admission?.places.map(({ title }) => title)).toEqual(['Sought', 'Ruhig'])
})

test('the time to a decision is computed in working days and excludes withdrawn applications (R-D01)', async () => {
  // Monday to Friday, computed independently day by day.
  const workingDays = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) =>
      new Date(noon + (from + i) * day).getUTCDay(),
    ).filter((weekday) => weekday > 0 && weekday < 6).length
  const durations = [workingDays(-10, -9), workingDays(-9, -7), workingDays(-9, 0)].sort(
    (a, b) => a - b,
  )
  expect((await dashboard(admin)).timeToDecision).toEqual({
    decisions: 3,
    median: durations[1],
    ninetieth: durations[2],
  })
})

test('classes with more members than the settings allow are listed for admins, the fullest first (R-D02)', async () => {
  const professor = await make('/api/professors/create', {
    lastName: 'Rus',
    firstName: 'Ana',
    departmentProfileId: department.id,
    email: 'rus@univ.ro',
  })
  const course = await make('/api/courses/create', {
    name: 'Logică',
    code: 'LOG',
    specializationId: application.id,
    year: 1,
    semester: 1,
    credits: 5,
    professorId: professor.id,
  })
  const years = await admin.call<Page<WireRecord>>('GET', '/api/academic-years')
  const year = years.data.list[0] ?? (await make('/api/academic-years/create', academicYear2026))
  await admin.call('PUT', '/api/settings/update', { maxStudentsPerCourse: 30 })
  const group = (name: string) =>
    make('/api/university-classes/create', {
      name: `Logică ${name}`,
      courseId: course.id,
      academicYearId: year.id,
      semester: 1,
      leadProfessorId: professor.id,
      groupName: name,
    })
  const full = await group('G1')
  const other = await group('G2')
  for (const [n, universityClass] of [full, full, full, other, other].entries()) {
    const student = await make('/api/students/create', {
      lastName: 'Pop',
      firstName: 'Ion',
      matriculationNumber: `LOG-00${n}`,
      specializationId: application.id,
      academicYearOfEntry: '2026-2027',
      email: `log${n}@univ.ro`,
    })
    await make('/api/class-enrolments/create', {
      classId: universityClass.id,
      studentId: student.id,
    })
  }
  await admin.call('PUT', '/api/settings/update', { maxStudentsPerCourse: 2 })
  const answer = await admin.call<WireOverfullClass[]>('GET', '/api/settings/overfull-classes')
  expect(answer.data).toEqual([{ id: full.id, title: 'Logică G1', students: 3 }])
  expect((await secretary.call('GET', '/api/settings/overfull-classes')).failure.code).toBe(
    'access.denied',
  )
})
