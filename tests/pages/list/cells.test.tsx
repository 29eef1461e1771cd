import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  delayRequests,
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { getResource } from '#resources/index.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const calls = endpointsOf(getResource('courses'))
const site = setUpConsoleApp(async (make) => {
  const { id: departmentProfileId } = await make('departments', { name: 'Informatică' })
  const programme = {
    name: 'Calculatoare',
    code: 'CAL',
    departmentProfileId,
    yearsOfStudy: 3,
    totalCredits: 180,
  }
  const { id: specializationId } = await make('specializations', programme)
  const course = {
    module: 'M1',
    semester: 1,
    year: 1,
    credits: 5,
    type: 'compulsory',
    assessment: 'exam',
    specializationId,
  }
  return [
    await make('courses', { ...course, name: 'Algebră', code: 'C-1' }),
    await make('courses', { ...course, name: 'Analiză', code: 'C-2' }),
  ]
})
const algebra = () => site.records[0]?.id ?? ''
const stored = async () =>
  (
    await site.api.call<WireRecord>(
      site.as('admin'),
      'GET',
      fillPath(calls.single.path, { id: algebra() }),
    )
  ).data

async function openCourses() {
  const user = await site.open('/admin/courses')
  await screen.findByRole('table')
  return { user, update: recordRequests(calls.update) }
}
/** Another user has already changed the first course, so its version is 2. */
const change = (values: object) =>
  site.api.call(site.as('secretary'), 'PATCH', calls.update.path, {
    id: algebra(),
    version: 1,
    ...values,
  })
const editButton = (field: string, name = 'Algebră') =>
  screen.getByRole('button', { name: `Edit ${field}: ${name}` })
const editor = (field: string, name = 'Algebră') =>
  screen.findByRole('group', { name: `Edit ${field}: ${name}` })
const box = async (field: string, name?: string) =>
  within(await editor(field, name)).findByRole('textbox', { name: field })

describe('an editable cell', () => {
  test('is opened by its pencil, and saved by Enter with the version that was read', async () => {
    const { user, update } = await openCourses()
    await user.click(editButton('Credits (ECTS)'))
    const input = await box('Credits (ECTS)')
    await waitFor(() => expect(document.activeElement).toBe(input))
    await user.clear(input)
    await user.type(input, '7{Enter}')
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Edit Credits/ })).toBeNull())
    expect(await requestBodies(update.requests)).toEqual([
      { id: algebra(), version: 1, credits: 7 },
    ])
    expect(await stored()).toMatchObject({ credits: 7, version: 2 })
    expect(screen.getAllByRole('cell', { name: /^7/ }).length).toBe(1)
    await waitFor(() => expect(document.activeElement).toBe(editButton('Credits (ECTS)')))
    expect(screen.getByText('Credits (ECTS) of Algebră was saved.')).toBeTruthy()
  })

  test.each(['{Enter}', '{Escape}'])(
    'returns the focus to its pencil by %s, although pencils are hidden in all other rows',
    async (key) => {
      const { user } = await openCourses()
      // Browsers do not focus elements hidden by a style. jsdom does.
      const { focus } = HTMLElement.prototype
      const focusing = vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation(function (
        this: HTMLElement,
        options,
      ) {
        const isHidden =
          this.matches('.cell-pencil') && !this.closest('.row')?.contains(document.activeElement)
        if (!isHidden) focus.call(this, options)
      })
      screen.getByRole('link', { name: 'Algebră' }).focus()
      await user.keyboard('{F2}')
      const input = await box('Module')
      await waitFor(() => expect(document.activeElement).toBe(input))
      await user.keyboard(key)
      await waitFor(() => expect(document.activeElement).toBe(editButton('Module')))
      focusing.mockRestore()
    },
  )

  test('shows the old value until the server confirms', async () => {
    const { user } = await openCourses()
    const delayed = delayRequests(calls.update)
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '7{Enter}')
    expect((await editor('Credits (ECTS)')).getAttribute('aria-busy')).toBe('true')
    delayed.release()
    expect(await screen.findByRole('cell', { name: /^7/ })).toBeTruthy()
  })

  test('is opened by F2 from the row, and by a double click', async () => {
    const { user } = await openCourses()
    await user.keyboard('j{F2}')
    await editor('Module')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('group', { name: /^Edit/ })).toBeNull())
    fireEvent.doubleClick(editButton('Year of study', 'Analiză').closest('td') as HTMLElement)
    await editor('Year of study', 'Analiză')
    expect(window.location.pathname).toBe('/admin/courses')
  })

  test('is left unchanged by Esc', async () => {
    const { user, update } = await openCourses()
    await user.click(editButton('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '9{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(editButton('Credits (ECTS)')))
    expect(update.requests.length).toBe(0)
    expect(screen.queryByText('59')).toBeNull()
  })

  test('is saved by Tab, which opens the next cell, and by Ctrl and an arrow, which opens the row below', async () => {
    const { user, update } = await openCourses()
    await user.click(editButton('Semester'))
    await user.clear(await box('Semester'))
    await user.type(await box('Semester'), '2')
    await user.tab()
    const year = await box('Year of study')
    await waitFor(() => expect(document.activeElement).toBe(year))
    await user.keyboard('{Control>}{ArrowDown}{/Control}')
    await box('Year of study', 'Analiză')
    await user.tab({ shift: true })
    await box('Semester', 'Analiză')
    expect(await requestBodies(update.requests)).toEqual([
      { id: algebra(), version: 1, semester: 2 },
    ])
  })
})

describe('a refused value of a cell', () => {
  test('stays with its message and is not sent if the declaration refuses it', async () => {
    const { user, update } = await openCourses()
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '99{Enter}')
    const input = await box('Credits (ECTS)')
    expect(within(await editor('Credits (ECTS)')).getByRole('alert').textContent).toBe(
      'Enter 30 or less.',
    )
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(input).toHaveProperty('value', '99')
    expect(update.requests.length).toBe(0)
  })

  test('stays with its message if the server refuses it', async () => {
    const { user } = await openCourses()
    await user.click(editButton('Year of study'))
    await user.clear(await box('Year of study'))
    await user.type(await box('Year of study'), '4{Enter}')
    expect((await within(await editor('Year of study')).findByRole('alert')).textContent).toBe(
      'Enter 3 or less.',
    )
    expect(await box('Year of study')).toHaveProperty('value', '4')
  })

  test('stays if the network is down, and is saved by the next attempt', async () => {
    const { user } = await openCourses()
    let isMissing = true
    handle(calls.update, () =>
      isMissing ? failureResponse(503, 'server.busy', 'The server is busy.') : undefined,
    )
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '8{Enter}')
    expect((await within(await editor('Credits (ECTS)')).findByRole('alert')).textContent).toBe(
      'The server is busy.',
    )
    isMissing = false
    await user.keyboard('{Enter}')
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
  })
})

describe('a record that another user has changed in the meantime', () => {
  test('shows both values if the same field was changed, and lets the user choose which one to keep', async () => {
    const { user, update } = await openCourses()
    await change({ credits: 6 })
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '8{Enter}')
    const question = await within(await editor('Credits (ECTS)')).findByRole('alert')
    expect(question.textContent).toContain('Their value6')
    expect(question.textContent).toContain('Your value8')
    await user.click(within(question).getByRole('button', { name: 'Keep mine' }))
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
    expect(await requestBodies(update.requests)).toEqual([
      { id: algebra(), version: 1, credits: 8 },
      { id: algebra(), version: 2, credits: 8 },
    ])
  })

  test('shows the other user’s value if that one is kept', async () => {
    const { user, update } = await openCourses()
    await change({ credits: 6 })
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '8{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Keep theirs' }))
    expect(await screen.findByRole('cell', { name: /^6/ })).toBeTruthy()
    expect(update.requests.length).toBe(1)
    expect((await stored()).credits).toBe(6)
  })

  test('keeps both changes without asking if other fields changed', async () => {
    const { user, update } = await openCourses()
    await change({ module: 'M9' })
    await user.click(editButton('Credits (ECTS)'))
    await user.clear(await box('Credits (ECTS)'))
    await user.type(await box('Credits (ECTS)'), '8{Enter}')
    expect(await screen.findByRole('cell', { name: /^8/ })).toBeTruthy()
    expect(screen.getByRole('cell', { name: /^M9/ })).toBeTruthy()
    expect((await requestBodies(update.requests)).at(-1)).toEqual({
      id: algebra(),
      version: 2,
      credits: 8,
    })
    expect(await stored()).toMatchObject({ credits: 8, module: 'M9' })
  })
})

describe('a read-only cell', () => {
  test('has no pencil in a record that the user may not edit', async () => {
    const { id: departmentProfileId } = await site.create('departments', { name: 'Matematică' })
    await site.create('professors', {
      lastName: 'Rus',
      firstName: 'Ion',
      departmentProfileId,
      email: 'ion.rus@univ.ro',
    })
    await site.open('/secretary/professors', { role: 'secretary' })
    await screen.findByRole('rowheader', { name: /Rus Ion/ })
    expect(screen.queryByRole('button', { name: /^Edit .*: Rus Ion/ })).toBeNull()
  })

  test('has no pencil in a field that the role may not write', async () => {
    const name = {
      lastName: 'Pop',
      firstName: 'Dan',
      matriculationNumber: 'CAL-1',
      email: 'dan.pop@univ.ro',
    }
    const { specializationId } = await stored()
    await site.create('students', {
      ...name,
      specializationId,
      studyYear: 1,
      groupName: 'G1',
      academicYearOfEntry: '2026-2027',
    })
    await site.open('/secretary/students', { role: 'secretary' })
    expect(await screen.findByRole('button', { name: 'Edit Student group: Pop Dan' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Edit Year of study/ })).toBeNull()
  })
})

test('leaving the page asks for confirmation while a typed value is unsaved', async () => {
  const { user } = await openCourses()
  await user.click(editButton('Module'))
  await user.clear(await box('Module'))
  await user.type(await box('Module'), 'Algebră II')
  await user.click(screen.getByRole('link', { name: 'Students' }))
  const question = await screen.findByRole('dialog', { name: 'Leave without saving?' })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(window.location.pathname).toBe('/admin/courses')
  expect(await box('Module')).toHaveProperty('value', 'Algebră II')
})
