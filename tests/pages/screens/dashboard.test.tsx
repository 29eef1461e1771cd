import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WireAdmissionFigures, WireDashboard } from '#model/wire/wire.ts'
import * as dashboardCalls from '#resources/calls/dashboard.ts'
import { idOf, openConsole } from '../support/console.tsx'
import { on, success } from '../support/network.ts'

const none = { submitted: 0, under_review: 0, update_requested: 0, in_progress: 0, accepted: 0, declined: 0 }
const admission: WireAdmissionFigures = {
  id: idOf(9),
  name: 'Admission 2026',
  opensAt: '2026-11-01T07:00:00.000Z',
  closesAt: '2026-11-04T14:00:00.000Z',
  registrations: 43,
  registrationStatus: { ...none, submitted: 20, in_progress: 3, accepted: 20 },
  lastYear: { name: 'Admission 2025', registrations: 50 },
  days: [
    { day: '2026-11-01', count: 13, lastYear: 10 },
    { day: '2026-11-02', count: 30, lastYear: 40 },
    { day: '2026-11-03', count: null, lastYear: 7 },
    { day: '2026-11-04', count: null, lastYear: 0 },
  ],
  places: [
    { specializationId: idOf(1), title: 'Informatică', places: 10, registrations: 25, accepted: 12, left: -2, pressure: 2.5 },
    { specializationId: idOf(2), title: 'Drept', places: null, registrations: 18, accepted: 8, left: null, pressure: null },
  ],
}
const figures: WireDashboard = {
  totalStudents: 1284,
  totalRevenue: 0,
  facultyMembers: 87,
  registrations: 93,
  registrationStatus: { ...none, submitted: 20, in_progress: 3, accepted: 70 },
  recentActivities: [
    {
      at: '2026-11-02T08:00:00.000Z',
      actor: 'applicant',
      resource: 'registrations',
      action: 'create',
      count: 7,
      recordId: idOf(3),
      title: 'Pop Ana',
      others: ['Rus Ion', 'Albu Dan'],
    },
  ],
  asOf: '2026-11-02T12:05:00.000Z',
  toDo: {
    ...{
      waiting: 43,
      resubmitted: 6,
      overdue: 2,
      toRelease: 4,
      toEnrol: 20,
      decidedToday: 5,
      dataChanges: 3,
      overdueMarks: 7,
      overdueAppeals: 8,
      failedMails: 1,
    },
    oldest: { id: idOf(7), submittedAt: '2026-10-30T09:00:00.000Z' },
  },
  admission,
  timeToDecision: { decisions: 57, median: 4, ninetieth: 9 },
}

const open = async (parts: Partial<WireDashboard> = {}, role: 'admin' | 'secretary' = 'admin') => {
  on(dashboardCalls.dashboard, () => success({ ...figures, ...parts }))
  return openConsole(`/${role}`, { role })
}

test('what waits comes first: each number leads to its list, and the oldest file opens with one click (R-D01)', async () => {
  await open()
  const toDo = within(await screen.findByRole('region', { name: 'To do' }))
  for (const [words, view] of [
    ['43 Waiting for review', 'waiting'],
    ['6 Resubmitted', 'resubmitted'],
    ['2 Response overdue', 'overdue'],
    ['4 Decisions to release', 'toRelease'],
    ['20 Ready to enrol', 'toEnrol'],
    ['5 Decided today', 'decidedToday'],
  ] as const)
    expect((await toDo.findByRole('link', { name: words })).getAttribute('href')).toBe(
      `/admin/registrations?pageNumber=1&pageSize=5&view=${view}`,
    )
  for (const [words, address] of [
    ['3 Correction requests to decide', 'data-changes?view=waiting'],
    ['7 Exams with overdue grades', 'exams?view=overdue'],
    ['8 Overdue grade appeals', 'grade-appeals?view=overdue'],
  ] as const)
    expect(toDo.getByRole('link', { name: words }).getAttribute('href')).toBe(`/admin/${address}`)
  expect(toDo.getByRole('link', { name: '1 Failed emails' }).getAttribute('href')).toBe('/admin/settings/mails')
  expect(toDo.getByText('oldest: 3 days')).toBeTruthy()
  expect(toDo.getByText('As of 14:05')).toBeTruthy()
  expect(toDo.getByRole('link', { name: 'Start reviewing' }).getAttribute('href')).toBe(
    `/admin/registrations/${idOf(7)}?view=waiting&sort=submittedAt`,
  )
})

test('where nothing waits there is nothing to start; a secretary is not told of mails (R-D01)', async () => {
  await open({ toDo: { ...figures.toDo, waiting: 0, oldest: null, failedMails: null } }, 'secretary')
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Start reviewing' })).toBeNull()
  expect(screen.queryByText('Failed emails')).toBeNull()
})

test('registrations are compared with the same day last year, and what a figure counts is said on request (R-D01)', async () => {
  const { hands } = await open()
  const region = within(await screen.findByRole('region', { name: 'Figures' }))
  expect((await region.findByRole('link', { name: '43 in Admission 2026' })).getAttribute('href')).toContain(
    `filters%5BadmissionSessionId%5D=${idOf(9)}`,
  )
  expect(region.getByText(/-7 compared with the same day last year \(50\)/)).toBeTruthy()
  const explained = region.getByText('Students whose status is active today.')
  expect(explained.hidden).toBe(true)
  await hands.click(region.getByRole('button', { name: 'What is counted: Total students' }))
  expect(explained.hidden).toBe(false)
})

test('the distribution is that of the current admission, drawn with a name, its parts leading to their lists (R-D01)', async () => {
  await open()
  const region = within(await screen.findByRole('region', { name: 'Registration status distribution' }))
  expect(await region.findByRole('img', { name: '23 of 43 applications are waiting for review.' })).toBeTruthy()
  const href = region.getByRole('link', { name: 'In progress: 3 (7%)' }).getAttribute('href')
  expect(href).toContain('filters%5Bstatus%5D=in_progress')
  expect(href).toContain(`filters%5BadmissionSessionId%5D=${idOf(9)}`)
})

test('submissions are drawn per day with a sentence for a name, opening and closing marked, and stand in a table on request (R-D01)', async () => {
  const { hands } = await open()
  const region = within(await screen.findByRole('region', { name: 'Submissions per day' }))
  const name = '43 applications have been submitted so far, 30 of them today; there were 50 on the same day last year.'
  const drawing = await region.findByRole('img', { name })
  expect(drawing.querySelectorAll('rect.chart-column')).toHaveLength(2)
  expect(drawing.querySelectorAll('.chart-marker')).toHaveLength(2)
  // The line of this year ends today, last year's goes on.
  const points = (line: string) => drawing.querySelector(`polyline.${line}`)?.getAttribute('points')?.split(' ').length
  expect([points('chart-line'), points('chart-line-last')]).toEqual([2, 4])
  await hands.click(region.getByRole('button', { name: 'Show as table' }))
  expect(region.getByRole('row', { name: '02/11/2026 30 43 40 50' })).toBeTruthy()
  expect(region.getByRole('row', { name: '03/11/2026 – – 7 57' })).toBeTruthy()
})

test('places of each specialization lead to their registrations, what is missing is negative, no limit is a dash (R-D01)', async () => {
  await open()
  const region = within(await screen.findByRole('region', { name: 'Places' }))
  const row = within(await region.findByRole('row', { name: /^Informatică 10 25 12 -2 2.5/ }))
  expect(row.getByRole('link', { name: '25' }).getAttribute('href')).toContain(`filters%5BspecializationId%5D=${idOf(1)}`)
  expect(row.getByRole('link', { name: '12' }).getAttribute('href')).toContain('filters%5Bstatus%5D=accepted')
  expect(row.getByRole('img', { name: '12 accepted for 10 places, 25 applications' })).toBeTruthy()
  expect(region.getByRole('row', { name: /^Drept – 18 8 – –/ })).toBeTruthy()
})

test('the time to a decision is told in working days (R-D01)', async () => {
  await open()
  const region = within(await screen.findByRole('region', { name: 'Time to decision' }))
  expect(await region.findByText('4 working days')).toBeTruthy()
  expect(region.getByText('9 working days')).toBeTruthy()
  expect(region.getByText(/^57 decisions of the last 14 days/)).toBeTruthy()
})

test('what applicants did is told under that name (R-D01)', async () => {
  await open()
  expect((await screen.findByText('Applicants')).closest('li')?.textContent).toContain('Applicants · created · 7 applications')
})

test('before its opening an admission without registrations says when it opens (R-D01)', async () => {
  await open({ admission: { ...admission, opensAt: '2026-12-01T07:00:00.000Z', registrations: 0, registrationStatus: none, days: [] } })
  expect(await screen.findByText('No applications yet. The admission session opens on 1 December 2026 at 09:00.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Submissions per day' })).toBeNull()
})

test('the work to do begins with the way in, then what is late, marked by look; what has no number comes last (CONS-45)', async () => {
  await open({ toDo: { ...figures.toDo, overdueMarks: 0, resubmitted: 0 } })
  const toDo = within(await screen.findByRole('region', { name: 'To do' }))
  await toDo.findByRole('link', { name: '43 Waiting for review' })
  const items = toDo.getAllByRole('listitem')
  const [first, ...rest] = items.map((item) => ({
    isUrgent: item.hasAttribute('data-urgent'),
    isNone: item.className === 'to-do-none',
    number: Number.parseInt(item.textContent ?? '', 10),
  }))
  expect(first).toEqual({ isUrgent: false, isNone: false, number: 43 })
  expect(rest.slice(0, 3)).toEqual([2, 8, 1].map((number) => ({ isUrgent: true, isNone: false, number })))
  expect(rest.slice(3, -2).every(({ isUrgent, isNone }) => !isUrgent && !isNone)).toBe(true)
  expect(rest.slice(-2)).toEqual([0, 0].map((number) => ({ isUrgent: false, isNone: true, number })))
})
