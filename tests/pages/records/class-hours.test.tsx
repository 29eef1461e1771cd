import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, serverSide } from '../support/console-app.tsx'

let api: TestApp
const admin = createCaller('admin')
beforeAll(async () => {
  api = await (await serverSide()).startApp()
})
afterAll(() => api.close())

const call = async (method: 'POST', path: string, body: object) =>
  (await api.call<WireRecord>(admin, method, path, body)).data

test('the hours of a class are labelled with their day and hours in words, and a field with few choices is a select', async () => {
  const department = await call('POST', '/api/department-profiles/create', { name: 'Fizică' })
  const specialization = await call('POST', '/api/specializations/create', {
    ...{
      name: 'Fizică',
      code: 'FIZ',
      departmentProfileId: department.id,
      yearsOfStudy: 3,
      totalCredits: 180,
    },
  })
  const course = await call('POST', '/api/courses/create', {
    ...{
      name: 'Optică',
      code: 'FIZ-1',
      specializationId: specialization.id,
      year: 1,
      semester: 1,
      credits: 5,
    },
  })
  const year = await call('POST', '/api/academic-years/create', {
    ...{ name: '2035-2036', startsOn: '2035-10-01', endsOn: '2036-09-30' },
  })
  const professor = await call('POST', '/api/professors/create', {
    ...{
      lastName: 'Pop',
      firstName: 'Ana',
      email: 'ana.pop@univ.ro',
      departmentProfileId: department.id,
    },
  })
  const group = await call('POST', '/api/university-classes/create', {
    ...{
      name: 'Optică – 11',
      courseId: course.id,
      academicYearId: year.id,
      semester: 1,
      groupName: '11',
    },
    ...{
      leadProfessorId: professor.id,
      schedule: [{ weekday: 'tuesday', startsAt: '10:00', endsAt: '11:50', weeks: 'odd' }],
    },
  })
  await openConsole(`/admin/classes/${group.id}/edit`, { api, caller: admin })
  const slot = within(
    await screen.findByRole('group', { name: 'Timetable slot 1: Tue 10:00–11:50 (odd weeks)' }),
  )
  expect(slot.getByRole('combobox', { name: 'Weeks' })).toHaveValue('odd')
})
