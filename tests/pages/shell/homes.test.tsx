import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WireDashboard } from '#model/wire.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { idOf, openConsole } from '../support/console.tsx'
import { noFigures } from '../support/figures.ts'
import { failure, on, success } from '../support/network.ts'

const figures: WireDashboard = {
  ...noFigures,
  totalStudents: 1284,
  totalRevenue: 1_250_000,
  facultyMembers: 87,
  registrations: 0,
  registrationStatus: { submitted: 0, accepted: 0 },
  recentActivities: [
    {
      at: '2026-09-07T11:00:00.000Z',
      actor: 'Ana Pop',
      action: 'update',
      resource: 'students',
      count: 1,
      recordId: idOf(1),
      title: 'Țîrlea Ștefan',
      others: [],
    },
    {
      at: '2026-09-07T10:00:00.000Z',
      actor: 'Ion Rus',
      action: 'deactivate',
      resource: 'departments',
      count: 12,
      recordId: idOf(2),
      title: 'Drept',
      others: [],
    },
  ],
}

test.each(['admin', 'secretary'] as const)(
  'the home of a %s shows the figures, each leading to the list it counts (R-D01)',
  async (role) => {
    on(dashboardCalls.dashboard, () => success(figures))
    await openConsole(`/${role}`, { role })
    const students = await screen.findByRole('link', { name: 'Total students' })
    expect(students.getAttribute('href')).toBe(`/${role}/students?pageNumber=1&pageSize=5&filters%5Bstatus%5D=active`)
    expect(await screen.findByText('1,284')).toBeTruthy()
    expect(screen.getByText('87')).toBeTruthy()
    const counted = within(screen.getByRole('region', { name: 'Figures' })).getByRole('link', { name: 'Registrations' })
    expect(counted.getAttribute('href')).toBe(`/${role}/registrations?pageNumber=1&pageSize=5`)
    expect(screen.getByText('1,250,000.00 RON')).toBeTruthy()
  },
)

test('activities say who did what to which record, and how many at once (R-D01)', async () => {
  on(dashboardCalls.dashboard, () => success(figures))
  await openConsole('/admin')
  const link = await screen.findByRole('link', { name: 'Țîrlea Ștefan' })
  expect(link.getAttribute('href')).toBe(`/admin/students/${idOf(1)}`)
  expect(link.closest('li')?.textContent).toContain('Ana Pop · changed · Student')
  expect(screen.getByText(/Ion Rus/).closest('li')?.textContent).toContain('12 departments')
})

test('without registrations the distribution says so (R-D01)', async () => {
  on(dashboardCalls.dashboard, () => success(figures))
  await openConsole('/admin')
  expect(await screen.findByText('No applications yet.')).toBeTruthy()
})

test('with registrations the distribution is one bar, named in words, and a table on request (R-D01)', async () => {
  on(dashboardCalls.dashboard, () => success({ ...figures, registrationStatus: { submitted: 30, accepted: 10 } }))
  const { hands } = await openConsole('/admin')
  const bar = await screen.findByRole('list', { name: 'Registration status distribution' })
  expect(
    within(bar)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Submitted: 30 (75%)', 'Accepted: 10 (25%)'])
  const link = within(bar).getByRole('link', { name: 'Accepted: 10 (25%)' })
  expect(link.getAttribute('href')).toBe('/admin/registrations?pageNumber=1&pageSize=5&filters%5Bstatus%5D=accepted')
  await hands.click(screen.getByRole('button', { name: 'Show as table' }))
  expect(screen.getByRole('row', { name: 'Accepted 10 25%' })).toBeTruthy()
})

test('figures that cannot be loaded leave no zeros behind: the page says so and asks again', async () => {
  on(dashboardCalls.dashboard, () => failure(503, 'server.busy', 'Too much at once.'))
  const { hands } = await openConsole('/admin')
  expect(await screen.findByText('The figures could not be loaded.')).toBeTruthy()
  expect(screen.queryByText('Total students')).toBeNull()
  on(dashboardCalls.dashboard, () => success(figures))
  await hands.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('1,284')).toBeTruthy()
})
