import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { oneTimeTokenIn, otherPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WireEnrolment } from '#resources/admission/wire-enrolment.ts'
import { seedApplications } from '#tests/support/seed-applications.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
beforeAll(async () => {
  site = await startSessionApp()
})
afterAll(() => site.close())

test('an enrolled student sets a password with the emailed link, and can read their own record until the enrolment is undone (R-T10)', async () => {
  await site.createAccount('admin', { username: 'root' })
  const admin = site.browser()
  await admin.signIn('root')
  const make = async (path: string, body: object) =>
    (await admin.call<WireRecord>('POST', `/api/${path}/create`, body)).data.id
  const departmentProfileId = await make('department-profiles', { name: 'Litere' })
  const programme = {
    name: 'Filologie',
    code: 'FIL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const specializationId = await make('specializations', programme)
  const admissionSessionId = await make('admission-sessions', {
    name: 'Toamna',
    academicYear: '2090-2091',
  })
  await admin.call('PUT', '/api/settings/update', { admissionSessionId })
  const values = {
    departmentProfileId,
    specializationId,
    lastName: 'Țîrlea',
    firstName: 'Ana',
    language: 'en',
  }
  const [id = ''] = await seedApplications(site.context, 1, values)
  const enrolled = await admin.call<WireEnrolment>('POST', '/api/registrations/enroll-students', {
    registrationIds: [id],
  })

  const mail = (await site.deliverEmails()).find(({ to }) => to.name === 'Ana Țîrlea')
  for (const part of ['FIL90-001', 'ana.tirlea']) expect(mail?.text).toContain(part)
  const ana = site.browser()
  expect((await ana.signIn('ana.tirlea', otherPassword)).status).toBe(401)
  const accepted = await ana.call('POST', '/api/authentication/accept-invitation', {
    token: oneTimeTokenIn(mail),
    password: otherPassword,
  })
  expect(accepted.status).toBe(200)
  expect((await ana.signIn('ana.tirlea', otherPassword)).data).toMatchObject({
    role: 'student',
    name: 'Ana Țîrlea',
  })
  const personalData = await ana.call<WireRecord>('GET', '/api/personal-data')
  expect(personalData.data).toMatchObject({
    id: enrolled.data.results[0]?.studentId,
    matriculationNumber: 'FIL90-001',
    lastName: 'Țîrlea',
  })

  expect(
    (
      await admin.call('POST', `/api/registrations/${id}/undo-enrolment`, {
        reason: 'Din greșeală',
      })
    ).status,
  ).toBe(200)
  expect((await ana.call('GET', '/api/personal-data')).status).toBe(401)
  expect((await ana.signIn('ana.tirlea', otherPassword)).status).toBe(401)
})
