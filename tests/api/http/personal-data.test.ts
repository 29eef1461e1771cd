import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PersonalData } from '#resources/calls/personal-data.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
let admin: TestBrowser
const ids: Record<string, string> = {}
beforeAll(async () => {
  site = await startSessionApp()
  for (const role of ['admin', 'secretary', 'professor', 'student'] as const)
    ids[role] = await site.createAccount(role, { username: role })
  ids.stranger = await site.createAccount('student', { username: 'stranger' })
  admin = site.browser()
  await admin.signIn('admin')
  const make = async (path: string, body: object) => {
    const answer = await admin.call<WireRecord>('POST', path, body)
    return answer.data.id
  }
  const departmentProfileId = await make('/api/department-profiles/create', { name: 'Informatică' })
  const specializationId = await make('/api/specializations/create', {
    name: 'Informatică aplicată',
    code: 'INFA',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
    creditsPerYear: 60,
  })
  // A colleague whom the professor may read too.
  await make('/api/professors/create', {
    lastName: 'Abrudan',
    firstName: 'Ion',
    departmentProfileId,
    email: 'ion.abrudan@univ.ro',
  })
  await make('/api/professors/create', {
    lastName: 'Pop',
    firstName: 'Ana',
    departmentProfileId,
    email: 'ana.pop@univ.ro',
    userId: ids.professor,
  })
  const student = {
    lastName: 'Ionescu',
    matriculationNumber: 'INF-001',
    specializationId,
    academicYearOfEntry: '2026-2027',
    email: 'dan@stud.univ.ro',
  }
  await make('/api/students/create', { ...student, firstName: 'Dan', userId: ids.student })
  await make('/api/students/create', {
    ...student,
    firstName: 'Foreign',
    matriculationNumber: 'INF-002',
    email: 'other@stud.univ.ro',
  })
})
afterAll(() => site.close())

const personalData = async (username: string) => {
  const browser = site.browser()
  await browser.signIn(username)
  return await browser.call<PersonalData>('GET', '/api/personal-data')
}

test.each([
  ['student', 'student', { firstName: 'Dan', matriculationNumber: 'INF-001' }],
  ['professor', 'professor', { firstName: 'Ana', email: 'ana.pop@univ.ro' }],
  ['secretary', 'user', { username: 'secretary', role: 'secretary' }],
  ['admin', 'user', { username: 'admin', role: 'admin' }],
])('a %s gets their own record, a %s record (R-C07)', async (username, kind, parts) => {
  const answer = await personalData(username)
  expect(answer.status).toBe(200)
  expect(answer.data).toMatchObject({ kind, ...parts })
  if (kind === 'user') expect(answer.data.id).toBe(ids[username])
  else expect(answer.data.userId).toBe(ids[username])
})

test("a student without a student record gets 404, never another user's record", async () => {
  const answer = await personalData('stranger')
  expect([answer.status, answer.failure.code]).toEqual([404, 'record.missing'])
})

test('an anonymous caller gets 401', async () => {
  expect((await site.browser().call('GET', '/api/personal-data')).status).toBe(401)
})
