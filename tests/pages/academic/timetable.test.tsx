import { daysAfter } from '@matricola/schema/values/dates.ts'
import type { Caller } from '@matricola/server/caller.ts'
import { failureResponse, handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { http } from '#src/http.ts'
import type { ClassesApp } from '#tests/support/classes-app.ts'
import type { UserWithRecord } from '#tests/support/university-app.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'
import { unmountPages } from '../support/server.ts'

/** First day of teaching, and the current day for pages and server. */
const monday = '2026-10-05'
let site: ClassesApp
/** Attends a seminar on Mondays and sits an exam on a Saturday. */
let dan: UserWithRecord
/** Attends classes at the same time. */
let eva: UserWithRecord
const classes = { analysis: '', roomTaken: '' }
let examId = ''

beforeAll(async () => {
  site = await (await serverSide()).startClassesApp()
  site.moveTo(`${monday}T05:00:00.000Z`)
  const semester = {
    name: 'Semestrul I',
    academicYearId: site.academicYearId,
    kind: 'teaching',
    semester: 1,
  }
  await site.create('academic-periods/create', {
    ...semester,
    startsOn: monday,
    endsOn: '2027-01-17',
  })
  const { personId: other } = await site.createProfessor('Dinu Mara')
  const { specializationId } = site
  /** Creates a class of a new course. */
  const addClass = async (name: string, groupName: string, leadProfessorId = other) => {
    const code = `${name.slice(0, 3).toUpperCase()}${groupName}`
    const course = await site.create('courses/create', {
      name,
      code,
      specializationId,
      year: 1,
      semester: 1,
      credits: 5,
    })
    return site.addClass('', groupName, {
      name: `${name} ${groupName}`,
      courseId: course.id,
      leadProfessorId,
    })
  }
  const createMondayHour = (classId: string, startsAt: string, endsAt: string, room: string) =>
    site.addHour(classId, { weekday: 'monday', kind: 'seminar', startsAt, endsAt, room })
  ;[dan, eva] = [await site.addStudent(), await site.addStudent()]
  classes.analysis = await addClass('Analiză', '1011', site.professor.personId ?? '')
  await createMondayHour(classes.analysis, '08:00', '09:50', 'C 101')
  const logic = await addClass('Logică', '1011')
  for (const id of [classes.analysis, logic]) await site.enrol(id, dan.personId)
  const [exam] = await site.query<{ id: string }>(
    `insert into exams (id, class_id, course_id, academic_year_id, session, type, starts_at, duration_minutes, state, professor_id)
     select gen_random_uuid(), k.id, k.course_id, k.academic_year_id, 'winter', 'written', $2::timestamptz, 120, 'published', k.lead_professor_id
     from university_classes k where k.id = $1 returning id`,
    [logic, `${daysAfter(monday, 5)}T07:00:00.000Z`],
  )
  examId = exam?.id ?? ''
  await site.enrol(classes.analysis, eva.personId)
  for (const [name, startsAt, endsAt] of [
    ['Logică', '09:00', '10:50'],
    ['Fizică', '10:00', '11:50'],
    ['Chimie', '18:00', '19:30'],
  ] as const) {
    const id = await addClass(name, '1013')
    await createMondayHour(id, startsAt, endsAt, `C ${name}`)
    await site.enrol(id, eva.personId)
  }
  classes.roomTaken = await addClass('Algebră', '1012')
  const wednesday = {
    weekday: 'wednesday',
    startsAt: '10:00',
    endsAt: '11:50',
    weeks: 'odd',
    room: 'C 102',
  }
  for (const id of [await addClass('Logică', '1012'), classes.roomTaken])
    await site.addHour(id, wednesday)
})
beforeEach(() => void vi.setSystemTime(site.now()))
afterEach(async () => {
  await unmountPages()
  vi.useRealTimers()
})
afterAll(() => site.close())

async function open(caller: Caller, address = '', before?: () => unknown) {
  const requests = recordRequests(timetableCalls.timetableWeek)
  const user = await openConsole(`/${caller.role}/classes${address}`, {
    api: site,
    caller,
    ...(before && { before }),
  })
  await screen.findByRole('tab', { name: 'Week' })
  return { user, requests }
}
const weeks = (requests: readonly Request[]) =>
  requests.map(({ url }) => new URL(url).searchParams.get('week'))

test('a student sees the week day by day, with a link to each class and exam (R-L07)', async () => {
  await open(dan)
  const link = await screen.findByRole('link', { name: 'Analiză' })
  expect(link.getAttribute('href')).toBe(`/student/classes/${classes.analysis}`)
  expect(
    within(link.closest('li') as HTMLElement).getByText('Seminar · C 101 · Rus Ion'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Exam: Logică' }).getAttribute('href')).toBe(
    `/student/exams/${examId}`,
  )
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6)
  expect(screen.getByText('Semestrul I, week 1 (odd)')).toBeTruthy()
  expect(screen.getAllByText('Nothing scheduled')).toHaveLength(4)
})

test('keys and buttons switch to the previous week, the next week and the current week', async () => {
  const { user, requests } = await open(site.professor)
  await screen.findAllByText('Seminar · C 101 · 1011')
  await user.click(screen.getByRole('button', { name: 'Next week' }))
  await user.keyboard('n')
  await waitFor(() =>
    expect(weeks(requests.requests)).toEqual([monday, daysAfter(monday, 7), daysAfter(monday, 14)]),
  )
  await user.keyboard('t')
  await user.keyboard('p')
  await waitFor(() => expect(weeks(requests.requests).at(-1)).toBe(daysAfter(monday, -7)))
  expect(window.location.search).toBe(`?week=${daysAfter(monday, -7)}`)
})

test('the timetable can also be shown as a plain list', async () => {
  const { user } = await open(dan)
  await user.click(screen.getByRole('tab', { name: 'List' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('the calendar address is created on request, shown once, and can be copied', async () => {
  const { user } = await open(dan)
  await user.click(screen.getByRole('button', { name: 'Calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Timetable in your calendar' }))
  await user.click(dialog.getByRole('button', { name: 'Create an address' }))
  const { value } = await dialog.findByLabelText<HTMLInputElement>('Calendar address')
  expect(value).toMatch(/^http:\/\/localhost:3000\/api\/calendar\/[\w-]+\.ics/)
  await user.click(dialog.getByRole('button', { name: 'Copy the address' }))
  expect(await dialog.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(value)
})

test('the calendar address uses the API’s origin if that differs from the origin of the pages', async () => {
  const { user } = await open(dan)
  vi.spyOn(http, 'apiUrl').mockImplementation((path) => `https://api.univ.test${path}`)
  vi.spyOn(http, 'isApiCrossOrigin').mockReturnValue(true)
  await user.click(screen.getByRole('button', { name: 'Calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Timetable in your calendar' }))
  await user.click(dialog.getByRole('button', { name: 'Create an address' }))
  const { value } = await dialog.findByLabelText<HTMLInputElement>('Calendar address')
  expect(value).toMatch(/^https:\/\/api\.univ\.test\/api\/calendar\/[\w-]+\.ics\?lng=en$/)
})

test('if a week cannot be loaded, the page says so and offers to retry', async () => {
  let isBroken = true
  const { user } = await open(dan, '', () =>
    handle(timetableCalls.timetableWeek, () =>
      isBroken ? failureResponse(500, 'server.failed', 'Something went wrong.') : undefined,
    ),
  )
  expect(await screen.findByText('The timetable could not be loaded.')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Semestrul I, week 1 (odd)')).toBeTruthy()
})

test('the page of a class shows its conflicts', async () => {
  await openConsole(`/secretary/classes/${classes.roomTaken}`, {
    api: site,
    caller: site.secretary,
  })
  expect(
    await screen.findByText('Wed 10:00–11:50 (odd weeks): the room is taken by Logică 1012.'),
  ).toBeTruthy()
})

test('overlapping classes are shown side by side with a note, and gaps between classes are shown too', async () => {
  await open(eva)
  const getEntry = async (name: string) =>
    (await screen.findByRole('link', { name })).closest('li') as HTMLElement
  const shape = async (name: string) => {
    const { style } = await getEntry(name)
    return ['--from', '--length', '--lane', '--lanes'].map((property) =>
      Number(style.getPropertyValue(property)),
    )
  }
  expect(await shape('Analiză')).toEqual([0, 110 / 60, 0, 2])
  expect(await shape('Logică')).toEqual([1, 110 / 60, 1, 2])
  expect(await shape('Fizică')).toEqual([2, 110 / 60, 0, 2])
  expect(await shape('Chimie')).toEqual([10, 1.5, 0, 1])
  expect(within(await getEntry('Logică')).getByText('Overlaps with Analiză, Fizică')).toBeTruthy()
  expect(within(await getEntry('Chimie')).queryByText(/Overlaps/)).toBeNull()
  expect(within(await getEntry('Chimie')).getByText('Free 11:50–18:00')).toBeTruthy()
  expect(screen.getByText('08:00', { selector: '.timetable-axis span' })).toBeTruthy()
  expect(screen.getByText('19:00', { selector: '.timetable-axis span' })).toBeTruthy()
})

test('the home page of a professor is headed "Professor Home" and lists the professor’s classes (R-N05)', async () => {
  // No lessons are left this week.
  site.moveTo(`${daysAfter(monday, 1)}T05:00:00.000Z`)
  vi.setSystemTime(site.now())
  await openConsole('/professor', { api: site, caller: site.professor })
  expect(await screen.findByRole('heading', { name: 'Professor Home' })).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Analiză, group 1011' })
  expect(link.getAttribute('href')).toBe(`/professor/classes/${classes.analysis}`)
})
