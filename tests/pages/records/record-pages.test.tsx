import { pagePaths } from '@matricola/schema/paths.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let api: TestApp
const admin = createCaller('admin')
const createdRecords: { [resource: string]: WireRecord } = {}
beforeAll(async () => {
  api = await (await serverSide()).startApp()
  await make('departments', { name: 'Informatică', budget: 1000 })
  await make('specializations', {
    ...{ name: 'Calculatoare', code: 'CAL', departmentProfileId: idOf('departments') },
    ...{ yearsOfStudy: 4, totalCredits: 240 },
  })
  await make('courses', {
    name: 'Algebră',
    code: 'CAL-101',
    specializationId: idOf('specializations'),
    year: 1,
    semester: 1,
    credits: 5,
  })
  await make('students', {
    ...{
      lastName: 'Țîrlea',
      firstName: 'Ștefan',
      matriculationNumber: 'CAL-001',
      specializationId: idOf('specializations'),
    },
    ...{ studyYear: 1, academicYearOfEntry: '2026-2027', email: 'stefan.tirlea@univ.ro' },
  })
})
afterAll(() => api.close())

async function make(resource: string, values: object): Promise<void> {
  const { method, path } = endpointsOf(getResource(resource)).create
  const { status, data } = await api.call<WireRecord>(admin, method, path, values)
  expect(status, JSON.stringify(data)).toBeLessThan(300)
  createdRecords[resource] = data
}
const idOf = (resource: string) => createdRecords[resource]?.id ?? ''
const pageOf = (resource: string, kind: 'create' | 'show' | 'edit') =>
  pagePaths(getResource(resource), 'admin')[kind].replace(':id', idOf(resource))
const stored = async (resource: string) =>
  (
    await api.call<WireRecord>(
      admin,
      'GET',
      fillPath(endpointsOf(getResource(resource)).single.path, { id: idOf(resource) }),
    )
  ).data
const visit = (address: string) => openConsole(address, { api, caller: admin })
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole('button', { name: 'Save' })

type PageUser = Awaited<ReturnType<typeof visit>>
async function replaceText(user: PageUser, name: string | RegExp, text: string) {
  const input = await field(name)
  await user.clear(input)
  await user.type(input, text)
}
async function choose(user: PageUser, name: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('a new record', () => {
  test('of a department can be filled in, saved and shown, with the texts of the specification (R-L06, R-K01)', async () => {
    const user = await visit(pageOf('departments', 'create'))
    await replaceText(user, 'Name', 'Matematică')
    await user.click(save())
    expect(await screen.findByText('Department created successfully..')).toBeVisible()
    expect(await screen.findByRole('heading', { level: 1, name: 'Matematică' })).toBeVisible()
  })

  test('of a specialization can be filled in and saved, with the texts of the specification (R-L06, R-K01)', async () => {
    const user = await visit(pageOf('specializations', 'create'))
    await replaceText(user, 'Name', 'Informatică aplicată')
    await replaceText(user, 'Code (optional)', 'IA')
    await choose(user, 'Department', 'Informatică')
    await replaceText(user, 'Years of study', '3')
    await user.click(save())
    expect(await screen.findByText('Specialization created successfully..')).toBeVisible()
  })

  test('of a course is preset to the specialization it is created from (R-L06, R-K01)', async () => {
    const user = await visit(
      `${pageOf('courses', 'create')}?specializationId=${idOf('specializations')}`,
    )
    await replaceText(user, 'Name', 'Analiză')
    await replaceText(user, 'Code (optional)', 'CAL-102')
    await replaceText(user, /^Year/, '1')
    await replaceText(user, 'Semester', '1')
    await replaceText(user, /^Credits/, '5')
    await user.click(save())
    expect(await screen.findByText('Course created successfully..')).toBeVisible()
    const { list } = (await api.call<Page<WireRecord>>(admin, 'GET', '/api/courses?search=CAL-102'))
      .data
    expect(list[0]).toMatchObject({ specializationId: idOf('specializations') })
  })
})

describe('a form', () => {
  test('for a request has a specific button label, and omits empty read-only fields', async () => {
    await visit(pageOf('students', 'edit'))
    expect(await field(/^Last name/)).toHaveValue('Țîrlea')
    expect(screen.getByText('Balance')).toBeVisible()
    expect(screen.queryByText('Since')).toBeNull()
    await visit('/admin/certificates/create')
    expect(await screen.findByRole('button', { name: 'Issue certificate' })).toBeVisible()
  })
})

describe('a record that is deactivated', () => {
  const dependantsText =
    /^Linked records: 1 application of this session, 1 student and [12] courses?\. They are not affected\.$/
  beforeAll(async () => {
    const [settings] = await api.context.database.query<{ admission_session_id: string }>(
      'select admission_session_id from settings',
    )
    const parents = {
      departmentProfileId: idOf('departments'),
      specializationId: idOf('specializations'),
    }
    const { seedRegistration } = await serverSide()
    await seedRegistration(api.context, 1, {
      ...parents,
      admissionSessionId: settings?.admission_session_id,
    })
    await seedRegistration(api.context, 2, { ...parents, admissionSessionId: null })
  })

  test('has its dependent records counted first: on its page, in its form and in its list', async () => {
    const user = await visit(pageOf('specializations', 'show'))
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(await dialog.findByText(dependantsText)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('link', { name: 'Edit' }))
    expect(await field('Active')).toBeChecked()
    expect(screen.queryByText(dependantsText)).toBeNull()
    await user.click(await field('Active'))
    expect(await screen.findByText(dependantsText)).toBeVisible()
    await user.click(await field('Active'))
    await user.click(
      within(screen.getByRole('navigation', { name: 'Main menu' })).getByRole('link', {
        name: 'Specializations',
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'More actions for Calculatoare' }))
    await user.click(await screen.findByRole('button', { name: 'Deactivate' }))
    expect(await within(await screen.findByRole('dialog')).findByText(dependantsText)).toBeVisible()
  })
})

describe('a changed record', () => {
  test.each([
    ['departments', 'Department update successfully..'],
    ['specializations', 'Specialization update successfully..'],
    ['courses', 'Course updated successfully..'],
  ])(
    'of %s is saved with the texts of the specification (R-L06, R-K01)',
    async (resource, texts) => {
      const user = await visit(pageOf(resource, 'edit'))
      await replaceText(user, /^Description/, 'O descriere nouă')
      await user.click(save())
      expect(await screen.findByText(texts)).toBeVisible()
      expect(await stored(resource)).toMatchObject({ description: 'O descriere nouă' })
    },
  )
})

describe('the page of a record', () => {
  test('shows editing and the most likely transition as buttons, and other actions in a menu, destructive ones last', async () => {
    const user = await visit(pageOf('students', 'show'))
    const likely = await screen.findByRole('button', { name: 'Move to next year' })
    const head = within(likely.parentElement as HTMLElement)
    expect(
      head.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
    ).toEqual([
      'Record a payment B',
      'Move to next year',
      expect.stringMatching(/^More actions for /),
    ])
    expect(head.getByRole('link', { name: 'Edit' })).toBeVisible()
    expect([...document.querySelectorAll('.button-primary, .ant-btn-primary')]).toEqual([likely])
    await user.click(head.getByRole('button', { name: /^More actions for / }))
    const menu = within(await screen.findByRole('group', { name: /^More actions for / }))
    expect(
      menu
        .getAllByRole('button')
        .map(({ textContent, className }) => [textContent, className.includes('danger')]),
    ).toEqual([
      ['Suspend', false],
      ['Graduate', false],
      ['Add charge', false],
      ['Write a message', false],
      ['Withdraw', true],
      ['Expel', true],
    ])
  })
})
