import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mondayOf, type WireTimetable } from '#model/academic/timetable.ts'
import { daysAfter, today } from '#model/dates.ts'
import type { Role } from '#model/vocabulary.ts'
import { configureHttp } from '#providers/http.ts'
import * as timetableCalls from '#resources/calls/timetable.ts'
import { currentLanguage, text } from '#src/i18n.ts'
import { idOf, openConsole, pageOfRecords, wireRecord } from '../support/console.tsx'
import { failure, on, success } from '../support/network.ts'

const monday = mondayOf(today(new Date()))
const lesson = {
  ...{ id: idOf(1), title: 'Analiză 1011', course: 'Analiză', groupName: '1011', professor: 'Rus Ion', room: 'C 101' },
  ...{ startsAt: '08:00', endsAt: '09:50' },
} as const
const weekOf = (week: string): WireTimetable => ({
  week,
  today: today(new Date()),
  periods: [{ name: 'Semestrul I', kind: 'teaching', startsOn: week, endsOn: daysAfter(week, 90), number: 1 }],
  entries: [
    { ...lesson, kind: 'class', form: 'seminar', date: week },
    { ...lesson, kind: 'exam', form: null, id: idOf(2), course: 'Logică', date: daysAfter(week, 5), startsAt: '10:00', endsAt: '12:00' },
  ],
})

async function open(role: Role, address = '') {
  const asked = on(timetableCalls.week, (request) => success(weekOf(new URL(request.url).searchParams.get('week') ?? '')))
  const { hands } = await openConsole(`/${role}/classes${address}`, { role })
  await screen.findByRole('tab', { name: 'Week' })
  return { hands, asked }
}
const weeks = (seen: readonly Request[]) => seen.map(({ url }) => new URL(url).searchParams.get('week'))

test('a student sees the week day by day, with the way to each class and exam (R-L07)', async () => {
  await open('student')
  const link = await screen.findByRole('link', { name: 'Analiză' })
  expect(link.getAttribute('href')).toBe(`/student/classes/${idOf(1)}`)
  expect(within(link.closest('li') as HTMLElement).getByText('Seminar · C 101 · Rus Ion')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Exam: Logică' }).getAttribute('href')).toBe(`/student/exams/${idOf(2)}`)
  expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(6)
  expect(screen.getByText('Semestrul I, week 1 (odd)')).toBeTruthy()
  expect(screen.getAllByText('Nothing planned')).toHaveLength(4)
})

test('keys and buttons lead to the week before and after, and back to this one', async () => {
  const { hands, asked } = await open('professor')
  await screen.findAllByText('Seminar · C 101 · 1011')
  await hands.click(screen.getByRole('button', { name: 'Next week' }))
  await hands.keyboard('n')
  await waitFor(() => expect(weeks(asked.seen)).toEqual([monday, daysAfter(monday, 7), daysAfter(monday, 14)]))
  await hands.keyboard('t')
  await hands.keyboard('p')
  await waitFor(() => expect(weeks(asked.seen).at(-1)).toBe(daysAfter(monday, -7)))
  expect(window.location.search).toBe(`?week=${daysAfter(monday, -7)}`)
})

test('the plain list stands beside the week; the office has the list alone', async () => {
  const list = [wireRecord(1, 'Analiză 1011', { name: 'Analiză 1011' })]
  on({ method: 'GET', path: '/api/university-classes' }, (request) => success(pageOfRecords(request, list)))
  const { hands } = await open('student')
  await hands.click(screen.getByRole('tab', { name: 'List' }))
  expect(await screen.findByRole('table')).toBeTruthy()
})

test('the calendar address is made on request, shown once and can be copied', async () => {
  const { hands } = await open('student')
  on(timetableCalls.makeAddress, () => success({ address: 'https://univ.test/api/calendar/secret.ics' }))
  await hands.click(screen.getByRole('button', { name: 'Calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Timetable in your calendar' }))
  await hands.click(dialog.getByRole('button', { name: 'Create an address' }))
  expect(await dialog.findByLabelText<HTMLInputElement>('Calendar address')).toHaveProperty(
    'value',
    'https://univ.test/api/calendar/secret.ics',
  )
  await hands.click(dialog.getByRole('button', { name: 'Copy the address' }))
  expect(await dialog.findByText('Copied.')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe('https://univ.test/api/calendar/secret.ics')
})

test('the calendar address is the API’s where that is at another origin than the pages (SPEC-08)', async () => {
  const { hands } = await open('student')
  configureHttp({ baseUrl: 'https://api.univ.test', language: currentLanguage, text, onSessionLost: () => {} })
  on(timetableCalls.makeAddress, () => success({ address: 'https://univ.test/api/calendar/secret.ics?lng=en' }))
  await hands.click(screen.getByRole('button', { name: 'Calendar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Timetable in your calendar' }))
  await hands.click(dialog.getByRole('button', { name: 'Create an address' }))
  expect(await dialog.findByLabelText('Calendar address')).toHaveProperty('value', 'https://api.univ.test/api/calendar/secret.ics?lng=en')
})

test('a week that cannot be loaded says so, and can be asked for again', async () => {
  on(timetableCalls.week, () => failure(500, 'server.failed', 'Something went wrong.'))
  const { hands } = await openConsole('/student/classes', { role: 'student' })
  expect(await screen.findByText('The timetable could not be loaded.')).toBeTruthy()
  on(timetableCalls.week, () => success(weekOf(monday)))
  await hands.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Semestrul I, week 1 (odd)')).toBeTruthy()
})

test('what stands against a class is shown on its page', async () => {
  const record = wireRecord(1, 'Analiză 1011', {
    name: 'Analiză 1011',
    warnings: [{ code: 'class.roomTaken', params: { name: 'Logică 1012', hour: '3 10:00-11:50 odd' } }],
  })
  on({ method: 'GET', path: '/api/university-classes/:id' }, () => success(record))
  await openConsole(`/secretary/classes/${idOf(1)}`, { role: 'secretary' })
  expect(await screen.findByText('Wed 10:00–11:50 (odd weeks): the room is taken by Logică 1012.')).toBeTruthy()
})

test('what takes place at the same time stands side by side and says so, and so does what is free between (CONS-32)', async () => {
  const at = (n: number, course: string, startsAt: string, endsAt: string) =>
    ({ ...lesson, kind: 'class', form: 'seminar', date: monday, id: idOf(n), course, startsAt, endsAt }) as const
  const entries = [
    at(1, 'Analiză', '08:00', '09:50'),
    at(2, 'Logică', '09:00', '10:50'),
    at(3, 'Fizică', '10:00', '11:50'),
    at(4, 'Chimie', '18:00', '19:30'),
  ]
  on(timetableCalls.week, () => success({ ...weekOf(monday), entries }))
  await openConsole('/student/classes', { role: 'student' })
  const place = async (name: string) => (await screen.findByRole('link', { name })).closest('li') as HTMLElement
  const shape = async (name: string) => {
    const { style } = await place(name)
    return ['--from', '--length', '--lane', '--lanes'].map((property) => Number(style.getPropertyValue(property)))
  }
  expect(await shape('Analiză')).toEqual([0, 110 / 60, 0, 2])
  expect(await shape('Logică')).toEqual([1, 110 / 60, 1, 2])
  expect(await shape('Fizică')).toEqual([2, 110 / 60, 0, 2])
  expect(await shape('Chimie')).toEqual([10, 1.5, 0, 1])
  expect(within(await place('Logică')).getByText('Overlaps with Analiză, Fizică')).toBeTruthy()
  expect(within(await place('Chimie')).queryByText(/Overlaps/)).toBeNull()
  expect(within(await place('Chimie')).getByText('Free 11:50–18:00')).toBeTruthy()
  expect(screen.getByText('08:00', { selector: '.timetable-axis span' })).toBeTruthy()
  expect(screen.getByText('19:00', { selector: '.timetable-axis span' })).toBeTruthy()
})
