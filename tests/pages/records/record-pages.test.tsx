import { pagePaths } from '@matricola/schema/paths.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { handle } from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
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
const change = async (resource: string, values: object) => {
  const { method, path } = endpointsOf(getResource(resource)).update
  const { id, version } = await stored(resource)
  return api.call(admin, method, path, { id, version, ...values })
}
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

  test('of a specialization computes its total credits until the user changes them (R-L06, R-K01)', async () => {
    const user = await visit(pageOf('specializations', 'create'))
    await replaceText(user, 'Name', 'Informatică aplicată')
    await replaceText(user, 'Code (optional)', 'IA')
    await choose(user, 'Department', 'Informatică')
    await replaceText(user, 'Years of study', '3')
    expect(await field(/^Total credits/)).toHaveAccessibleDescription(/3 × 60 = 180$/)
    // The computed total is filled in, and updates until the user types a different value.
    expect(await field(/^Total credits/)).toHaveValue('180')
    await replaceText(user, 'Years of study', '4')
    expect(await field(/^Total credits/)).toHaveValue('240')
    await replaceText(user, /^Total credits/, '200')
    await replaceText(user, 'Years of study', '3')
    expect(await field(/^Total credits/)).toHaveValue('200')
    await replaceText(user, /^Total credits/, '180')
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

  test('that the server refuses keeps its input, and shows the error next to its field', async () => {
    const user = await visit(pageOf('departments', 'create'))
    await replaceText(user, 'Name', 'Informatică')
    await replaceText(user, /^Office \(/, 'A 12')
    await user.click(save())
    await waitFor(async () =>
      expect(await field('Name')).toHaveAccessibleDescription(
        'Choose another value: this one is already in use.',
      ),
    )
    expect((await field(/^Office \(/)).value).toBe('A 12')
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

  test('sends one idempotency key until it is saved, so that a retry creates one record; the next record has a different key', async () => {
    const user = await visit(pageOf('departments', 'create'))
    let lost = true
    const { create } = endpointsOf(getResource('departments'))
    const { requests } = handle(create, async (request) => {
      const headers = { 'idempotency-key': request.headers.get('idempotency-key') ?? '' }
      const answer = await api.call(admin, 'POST', create.path, await request.clone().text(), {
        headers,
      })
      if (!lost)
        return new Response(answer.text, {
          status: answer.status,
          headers: { 'content-type': 'application/json' },
        })
      lost = false
      return Response.error()
    })
    const keys = () => requests.map((request) => request.headers.get('idempotency-key'))
    await replaceText(user, 'Name', 'Geografie')
    const another = () => screen.getByRole('button', { name: 'Save and add another' })
    await user.click(another())
    await screen.findByRole('alert')
    await user.click(another())
    await screen.findByText('Department created successfully..')
    expect(new Set(keys()).size).toBe(1)
    const { data } = await api.call<Page<WireRecord>>(
      admin,
      'GET',
      '/api/department-profiles?search=Geografie',
    )
    expect(data.totalCount).toBe(1)
    await waitFor(async () => expect((await field('Name')).value).toBe(''))
    await replaceText(user, 'Name', 'Istorie')
    await user.click(another())
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
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

  test('keeps both changes if another user has changed a different field in the meantime', async () => {
    const user = await visit(pageOf('departments', 'edit'))
    await replaceText(user, /^Office \(/, 'B 7')
    await change('departments', { email: 'info@univ.ro' })
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Save both' }))
    expect(await screen.findByText('Department update successfully..')).toBeVisible()
    expect(await stored('departments')).toMatchObject({ office: 'B 7', email: 'info@univ.ro' })
  })

  test('with unsaved changes asks before the user leaves', async () => {
    const user = await visit(pageOf('departments', 'edit'))
    await replaceText(user, /^Office \(/, 'C 1')
    await user.click(screen.getByRole('link', { name: 'Courses' }))
    const question = await screen.findByRole('dialog', { hidden: true })
    expect(question).toHaveTextContent('Office')
    await user.click(
      within(question).getByRole('button', { name: 'Leave without saving', hidden: true }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Courses' })).toBeInTheDocument()
    expect((await stored('departments')).office).not.toBe('C 1')
  })
})

/** Opens the page's menu of further actions and chooses one. */
async function chooseStep(user: Awaited<ReturnType<typeof visit>>, name: string) {
  await user.click(await screen.findByRole('button', { name: /^More actions for / }))
  await user.click(await screen.findByRole('button', { name }))
}

describe('the page of a record', () => {
  test('shows editing and the most likely transition as buttons, and other actions in a menu, destructive ones last', async () => {
    const user = await visit(pageOf('students', 'show'))
    const likely = await screen.findByRole('button', { name: 'Move to next year' })
    const head = within(likely.parentElement as HTMLElement)
    expect(
      head.getAllByRole('button').map(({ textContent, ariaLabel }) => ariaLabel ?? textContent),
    ).toEqual(['Move to next year', expect.stringMatching(/^More actions for /)])
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

  test('shows the main facts below its name, each value only once, and empty fields in a collapsed section', async () => {
    await visit(pageOf('specializations', 'show'))
    const link = await screen.findByRole('link', { name: 'Informatică' })
    const labels = (box: Element | null) =>
      [...(box?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)
    const facts = [
      'Code',
      'Department',
      'Years of study',
      'Total credits (ECTS)',
      'Credits per year (ECTS)',
    ]
    expect(labels(link.closest('.summary'))).toEqual(facts)
    const fold = screen.getByText(/empty fields/).closest('details')
    expect(fold).not.toHaveAttribute('open')
    expect(labels(fold)).toEqual(
      expect.arrayContaining(['State-funded places', 'Fee-paying places', 'Tuition per year']),
    )
    const visibleLabels = labels(document.querySelector('main'))
    expect(new Set(visibleLabels).size).toBe(visibleLabels.length)
    expect(visibleLabels).not.toContain('Name')
    expect(visibleLabels).not.toContain('Active')
  })

  test('shows its values and, in tabs, its related records', async () => {
    const user = await visit(pageOf('specializations', 'show'))
    expect(await screen.findByRole('link', { name: 'Informatică' })).toHaveAttribute(
      'href',
      pageOf('departments', 'show'),
    )
    await user.click(screen.getByRole('tab', { name: 'Students' }))
    expect(await screen.findByRole('link', { name: 'Țîrlea' })).toHaveAttribute(
      'href',
      pageOf('students', 'show'),
    )
  })

  test('shows in its history who changed which value, with the old and the new value', async () => {
    await change('courses', { credits: 6 })
    const user = await visit(pageOf('courses', 'show'))
    await user.click(await screen.findByRole('tab', { name: 'History' }))
    const newest = (await screen.findByText('becomes')).closest('li')
    expect(newest).toHaveTextContent(`Changed ${admin.name}`)
    expect(newest).toHaveTextContent(/Credits \(ECTS\)5becomes6/)
  })

  test('shows a concurrent change before a transition is applied', async () => {
    const user = await visit(pageOf('students', 'show'))
    await chooseStep(user, 'Suspend')
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    await user.type(dialog.getByLabelText(/^Reason/), 'La cerere')
    await change('students', { groupName: '912' })
    await user.click(dialog.getByRole('button', { name: 'Suspend', hidden: true }))
    const suspendButton = await dialog.findByRole('button', {
      name: 'Suspend anyway',
      hidden: true,
    })
    expect(dialog.getByRole('alert', { hidden: true })).toHaveTextContent(
      'The action has not been carried out yet',
    )
    expect(dialog.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
      'FieldWhen you opened itTheir value',
      expect.stringMatching(/^Student group.*912$/),
    ])
    expect(await stored('students')).toMatchObject({ status: 'active' })
    await user.click(suspendButton)
    const resume = await screen.findByRole('button', { name: 'Resume' })
    expect(await stored('students')).toMatchObject({
      status: 'suspended',
      statusReason: 'La cerere',
    })
    await user.click(resume)
    await user.click(
      within(await screen.findByRole('dialog', { hidden: true })).getByRole('button', {
        name: 'Resume',
        hidden: true,
      }),
    )
    await waitFor(async () => expect(await stored('students')).toMatchObject({ status: 'active' }))
  })

  test('applies the transitions of its workflow, with the required reason', async () => {
    const user = await visit(pageOf('students', 'show'))
    await chooseStep(user, 'Suspend')
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    await user.type(dialog.getByLabelText(/^Reason/), 'La cerere')
    await user.click(dialog.getByRole('button', { name: 'Suspend', hidden: true }))
    await waitFor(async () =>
      expect(await stored('students')).toMatchObject({
        status: 'suspended',
        statusReason: 'La cerere',
      }),
    )
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  })
})
