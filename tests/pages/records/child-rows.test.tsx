/**
 * Child rows in a record's form, filled in by a user: the periods of an academic year, the hours of
 * a class.
 */

import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openConsole, serverSide } from '../support/console-app.tsx'

let api: TestApp
const admin = createCaller('admin')
beforeAll(async () => {
  api = await (await serverSide()).startApp()
})
afterAll(() => api.close())

const call = async <T = WireRecord>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
) => (await api.call<T>(admin, method, path, body)).data
const visit = (address: string) => openConsole(address, { api, caller: admin })
type PageUser = Awaited<ReturnType<typeof visit>>

const row = (name: string | RegExp) => within(screen.getByRole('group', { name }))
const save = () => screen.getByRole('button', { name: 'Save' })
async function replaceText(user: PageUser, input: HTMLElement, text: string) {
  await user.clear(input)
  await user.type(input, text)
}
async function fillPeriod(
  user: PageUser,
  name: RegExp,
  [title, kind, from, to]: readonly [string, string, string, string],
) {
  await replaceText(user, row(name).getByLabelText('Name'), title)
  await user.selectOptions(row(name).getByLabelText('Type'), kind)
  await replaceText(user, row(name).getByLabelText(/^First day/), from)
  await replaceText(user, row(name).getByLabelText(/^Last day/), to)
}
const periodsOf = async (yearId: string) =>
  (
    await call<Page<WireRecord>>(
      'GET',
      `/api/academic-periods?filters[academicYearId]=${yearId}&sort=startsOn`,
    )
  ).list.map(({ name, endsOn }) => `${name} ${endsOn}`)
const year = (name: string) =>
  call('POST', '/api/academic-years/create', {
    ...{ name, startsOn: `${name.slice(0, 4)}-10-01`, endsOn: `${name.slice(5)}-09-30` },
    periods: [
      {
        name: 'Iarna',
        kind: 'winter',
        startsOn: `${name.slice(5)}-01-20`,
        endsOn: `${name.slice(5)}-02-10`,
      },
    ],
  })

describe('rows in a form', () => {
  test('are added with a new record, and saved with it', async () => {
    const user = await visit('/admin/academic-years/create')
    await replaceText(user, await screen.findByLabelText('Name'), '2030-2031')
    await replaceText(user, screen.getByLabelText(/^First day/), '2030-10-01')
    await replaceText(user, screen.getByLabelText(/^Last day/), '2031-09-30')
    expect(screen.getByText('No rows yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New period' }))
    expect(row(/^Period 1/).getByLabelText('Name')).toHaveFocus()
    await fillPeriod(user, /^Period 1/, ['Vacanță', 'holiday', '2030-12-22', '2031-01-06'])
    await user.click(save())
    await screen.findByRole('heading', { level: 1, name: '2030-2031' })
    const { list } = await call<Page<WireRecord>>(
      'GET',
      '/api/academic-years?filters[name]=2030-2031',
    )
    expect(await periodsOf(list[0]?.id ?? '')).toEqual(['Vacanță 2031-01-06'])
  })

  test('show errors at their inputs, keep the typed values, and are saved once corrected', async () => {
    const { id } = await year('2031-2032')
    const user = await visit(`/admin/academic-years/${id}/edit`)
    await screen.findByRole('group', { name: 'Period 1: Iarna' })
    await replaceText(user, row(/^Period 1/).getByLabelText(/^Last day/), '2032-01-01')
    await user.click(screen.getByRole('button', { name: 'New period' }))
    await fillPeriod(user, /^Period 2/, ['Vara', 'summer', '2040-06-01', '2040-06-30'])
    await user.click(save())
    expect(row(/^Period 1/).getByLabelText(/^Last day/)).toBeInvalid()
    await replaceText(user, row(/^Period 1/).getByLabelText(/^Last day/), '2032-02-15')
    await user.click(save())
    await waitFor(() => expect(row(/^Period 2/).getByLabelText(/^First day/)).toBeInvalid())
    expect(await periodsOf(id)).toEqual(['Iarna 2032-02-10'])
    await replaceText(user, row(/^Period 2/).getByLabelText(/^First day/), '2032-06-01')
    await replaceText(user, row(/^Period 2/).getByLabelText(/^Last day/), '2032-06-30')
    await user.click(save())
    await screen.findByRole('heading', { level: 1, name: '2031-2032' })
    expect(await periodsOf(id)).toEqual(['Iarna 2032-02-15', 'Vara 2032-06-30'])
    await user.click(screen.getByRole('tab', { name: 'History' }))
    expect(await screen.findByText('Added: Vara')).toBeVisible()
    expect(screen.getByText('Changed: Iarna')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByRole('checkbox', { name: 'Periods' })).toBeChecked()
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect((await periodsOf(id))[0]).toBe('Iarna 2032-02-10'))
  })

  test('that another user has changed are listed, and can be reloaded', async () => {
    const { id } = await year('2032-2033')
    const user = await visit(`/admin/academic-years/${id}/edit`)
    await screen.findByRole('group', { name: 'Period 1: Iarna' })
    const { list } = await call<Page<WireRecord>>(
      'GET',
      `/api/academic-periods?filters[academicYearId]=${id}`,
    )
    await call('PATCH', '/api/academic-periods/update', { id: list[0]?.id, name: 'Iarna lungă' })
    await replaceText(user, row(/^Period 1/).getByLabelText('Name'), 'Iarna scurtă')
    await user.click(save())
    expect(await row(/^Period 1/).findByText(/^Someone else has changed this row/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reload rows' }))
    expect(await screen.findByRole('group', { name: 'Period 1: Iarna lungă' })).toBeVisible()
  })

  test('can be removed and restored before the record is saved', async () => {
    const { id } = await year('2033-2034')
    const user = await visit(`/admin/academic-years/${id}/edit`)
    await screen.findByRole('group', { name: 'Period 1: Iarna' })
    // Periods cannot be deactivated, so only a new one can be removed.
    expect(screen.queryByRole('button', { name: /^Remove: Period 1/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'New period' }))
    await user.click(screen.getByRole('button', { name: 'Remove: Period 2' }))
    expect(screen.queryByRole('group', { name: /^Period 2/ })).toBeNull()
    await replaceText(user, row(/^Period 1/).getByLabelText('Name'), 'Altfel')
    await user.click(screen.getByRole('button', { name: 'Reset rows' }))
    expect(screen.getByRole('group', { name: 'Period 1: Iarna' })).toBeVisible()
  })

  test('of a class are labelled with their day and hours in words, and a field with few choices is a select', async () => {
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
        academicYearId: (await year('2035-2036')).id,
        semester: 1,
        groupName: '11',
      },
      ...{
        leadProfessorId: professor.id,
        schedule: [{ weekday: 'tuesday', startsAt: '10:00', endsAt: '11:50', weeks: 'odd' }],
      },
    })
    await visit(`/admin/classes/${group.id}/edit`)
    await screen.findByRole('group', { name: 'Timetable slot 1: Tue 10:00–11:50 (odd weeks)' })
    expect(row(/^Timetable slot 1/).getByRole('combobox', { name: 'Weeks' })).toHaveValue('odd')
  })
})
