import { createCaller } from '@matricola/testing/callers.ts'
import { expect, onTestFinished, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { startApp } from '#tests/support/app.ts'
import { seedUniversity } from '#tests/support/seed-university.ts'

test('anyone can read the university’s public data, whether it accepts applications, and its active programmes, but nothing else', async () => {
  const api = await startApp()
  onTestFinished(() => api.close())
  const { idOf } = await seedUniversity(api)
  const changes = {
    admissionEmail: 'admitere@univ.test',
    officeHours: 'Mon-Fri, 8AM-5PM',
    website: 'https://www.univ.test',
  }
  await api.call(createCaller('admin'), 'PUT', '/api/settings/update', changes)
  const { data } = await api.call<WireIntake>(null, 'GET', admissionEndpoints.publicConfig.path)
  const { departments, specializations, ...rest } = data
  expect(rest).toEqual({
    language: 'ro',
    universityName: 'Universitatea Matricola',
    logo: null,
    admissionPhone: null,
    ...changes,
    hasUsualHours: true,
    isOpen: false,
    closedReason: 'closed',
    session: expect.stringMatching(/^\d{4}$/),
    ...{ sessionNames: null, opensAt: null, closesAt: null, appealUntil: null },
    // The session is named after the current year. Only 2026-2027 is among the academic years.
    ...{
      rounds: [],
      waitingEndsOn: null,
      enrolFrom: null,
      enrolUntil: null,
      studiesBegin: data.session === '2026' ? '2026-10-01' : null,
    },
    publicStatus: 'minimal',
    acceptsUpdates: true,
    concurrentAdmissions: [],
    retentionMonths: 6,
    formToken: expect.stringMatching(/^[0-9a-z]+\.0\.[\w-]+\.[\w-]{22}$/),
    now: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(departments).toEqual([
    { id: idOf('departments', 'other'), name: expect.any(String), names: null },
    { id: idOf('departments', 'own'), name: expect.any(String), names: null },
  ])
  expect(specializations.map(({ id }) => id).sort()).toEqual(
    [idOf('specializations', 'other'), idOf('specializations', 'own')].sort(),
  )
  expect(Object.keys(specializations[0] ?? {}).sort()).toEqual(
    [
      'code',
      'cycle',
      'departmentProfileId',
      'id',
      'language',
      'name',
      'names',
      'totalCredits',
      'yearsOfStudy',
    ].sort(),
  )
})
