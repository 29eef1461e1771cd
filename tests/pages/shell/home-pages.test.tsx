import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { serverSide, setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async (make) => {
  const departments = []
  for (const name of ['Informatică', 'Drept', 'Litere'])
    departments.push(await make('departments', { name }))
  const { id: departmentProfileId } = departments[0] ?? { id: '' }
  const specialization = await make('specializations', {
    ...{ name: 'Informatică aplicată', code: 'INFRO', departmentProfileId },
    ...{ cycle: 'bachelor', language: 'ro', yearsOfStudy: 3, totalCredits: 180 },
  })
  await make('professors', {
    lastName: 'Rus',
    firstName: 'Ion',
    departmentProfileId,
    email: 'ion.rus@univ.test',
  })
  const rest = { specializationId: specialization.id, academicYearOfEntry: '2026-2027' }
  const student = await make('students', {
    ...{
      lastName: 'Țîrlea',
      firstName: 'Ștefan',
      matriculationNumber: 'INF26-001',
      email: 'stefan@univ.test',
      ...rest,
    },
  })
  await make('students', {
    lastName: 'Pop',
    firstName: 'Ana',
    matriculationNumber: 'INF26-002',
    email: 'ana@univ.test',
    ...rest,
  })
  const paid = {
    direction: 'payment',
    kind: 'tuition',
    amount: 750_000,
    bookedOn: '2026-10-01',
    method: 'transfer',
    receiptNumber: 'C-1',
  }
  await make('finances', { ...paid, description: 'Taxa', studentId: student.id })
  return { student, place: { departmentProfileId, specializationId: specialization.id } }
})

test.each(['admin', 'secretary'] as const)(
  'the home page of a %s shows the figures, each linked to the list it counts (R-D01)',
  async (role) => {
    await site.open(`/${role}`, { role })
    const figures = within(await screen.findByRole('region', { name: 'Figures' }))
    const students = await figures.findByRole('link', { name: 'Total students' })
    expect(students.getAttribute('href')).toBe(
      `/${role}/students?pageNumber=1&pageSize=5&filters%5Bstatus%5D=active`,
    )
    expect(await figures.findByText('2')).toBeTruthy()
    expect(figures.getByText('1')).toBeTruthy()
    const registrationsLink = figures.getByRole('link', { name: 'Registrations' })
    expect(registrationsLink.getAttribute('href')).toBe(
      `/${role}/registrations?pageNumber=1&pageSize=5`,
    )
    expect(figures.getByText('750,000.00 RON')).toBeTruthy()
  },
)

test('each activity shows the actor, the action, and the record or the number of records (R-D01)', async () => {
  const { id, version } = site.records.student
  await site.api.call(site.as('admin'), 'PATCH', '/api/students/update', {
    id,
    version,
    city: 'Cluj-Napoca',
  })
  await site.open('/admin')
  const [link] = await screen.findAllByRole('link', { name: 'Țîrlea Ștefan' })
  expect(link?.getAttribute('href')).toBe(`/admin/students/${id}`)
  expect(link?.closest('li')?.textContent).toContain('Ana Pop · changed · Student')
  expect(screen.getByText(/3 departments/).closest('li')?.textContent).toContain('Ana Pop')
})

test('without applications the distribution shows a message (R-D01)', async () => {
  await site.open('/admin')
  expect(await screen.findByText('No applications yet.')).toBeTruthy()
})

test('with applications the distribution is one bar, described in words, which can also be shown as a table (R-D01)', async () => {
  const { seedRegistration } = await serverSide()
  for (const [at, status] of ['submitted', 'submitted', 'submitted', 'accepted'].entries())
    await seedRegistration(site.api.context, 991 + at, { ...site.records.place, status })
  const user = await site.open('/admin')
  const bar = await screen.findByRole('list', { name: 'Registration status distribution' })
  expect(
    within(bar)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Submitted: 3 (75%)', 'Accepted: 1 (25%)'])
  const link = within(bar).getByRole('link', { name: 'Accepted: 1 (25%)' })
  expect(link.getAttribute('href')).toMatch(
    /^\/admin\/registrations\?pageNumber=1&pageSize=5&filters%5BadmissionSessionId%5D=[\da-f-]{36}&filters%5Bstatus%5D=accepted$/,
  )
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('row', { name: 'Accepted 1 25%' })).toBeTruthy()
})

test('figures that cannot be loaded are not shown as zeros: the page shows an error and offers to retry', async () => {
  let isBusy = true
  const answerBusy = () =>
    isBusy ? failureResponse(503, 'server.busy', 'Too much at once.') : undefined
  const user = await site.open('/admin', {
    before: () => handle(dashboardCalls.dashboard, answerBusy),
  })
  expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy()
  expect(screen.queryByText('Total students')).toBeNull()
  isBusy = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('750,000.00 RON')).toBeTruthy()
})
