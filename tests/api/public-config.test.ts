import { expect, onTestFinished, test } from 'vitest'
import { sessionEndpoints } from '#model/endpoints.ts'
import { startApp } from '#tests/support/app.ts'
import { person } from '#tests/support/people.ts'

test('anyone reads the university’s name and the contact of its admission office, and no other setting', async () => {
  const api = await startApp()
  onTestFinished(() => api.close())
  const changes = { admissionEmail: 'admitere@univ.test', officeHours: 'Mon-Fri, 8AM-5PM' }
  await api.call(person('admin'), 'PUT', '/api/settings/update', changes)
  const { data } = await api.call(null, 'GET', sessionEndpoints.publicConfig.path)
  expect(data).toEqual({ universityName: 'Universitatea Matricola', admissionPhone: null, ...changes })
})
