import { pagePaths } from '@matricola/schema/paths.ts'
import { endpointsOf, fillPath } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryRegistry, openConsole, serverSide } from '@matricola/testing/library/pages.tsx'
import { handle } from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApp
const admin = createCaller('admin')
const createdRecords: { [resource: string]: WireRecord } = {}
beforeAll(async () => {
  api = await (await serverSide()).startApp()
  await make('branches', { name: 'Informatică', budget: 1000 })
  await make('orders', {
    ...{ name: 'Manuale', code: 'MAN', branchId: idOf('branches') },
    ...{ copies: 4, total: 240, description: 'Pentru toamnă' },
  })
  await make('books', {
    title: 'Algebră',
    isbn: '9789731234567',
    branchId: idOf('branches'),
    pages: 5,
  })
  await make('members', {
    ...{ lastName: 'Țîrlea', firstName: 'Ștefan', cardNumber: 'R-001' },
    ...{ branchId: idOf('branches') },
  })
})
afterAll(() => api.close())

async function make(resource: string, values: object): Promise<void> {
  const { method, path } = endpointsOf(libraryRegistry.get(resource)).create
  const { status, data } = await api.call<WireRecord>(admin, method, path, values)
  expect(status, JSON.stringify(data)).toBeLessThan(300)
  createdRecords[resource] = data
}
const idOf = (resource: string) => createdRecords[resource]?.id ?? ''
const pageOf = (resource: string, kind: 'create' | 'show' | 'edit') =>
  pagePaths(libraryRegistry.get(resource), 'admin')[kind].replace(':id', idOf(resource))
const stored = async (resource: string) =>
  (
    await api.call<WireRecord>(
      admin,
      'GET',
      fillPath(endpointsOf(libraryRegistry.get(resource)).single.path, { id: idOf(resource) }),
    )
  ).data
const change = async (resource: string, values: object) => {
  const { method, path } = endpointsOf(libraryRegistry.get(resource)).update
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
  test('computes a total until the user changes it', async () => {
    const user = await visit(pageOf('orders', 'create'))
    await replaceText(user, 'Name', 'Manuale noi')
    await replaceText(user, 'Code (optional)', 'MN')
    await choose(user, 'Branch', 'Informatică')
    await replaceText(user, 'Copies', '3')
    expect(await field(/^Total/)).toHaveAccessibleDescription(/3 × 60 = 180$/)
    // The computed total is filled in, and updates until the user types a different value.
    expect(await field(/^Total/)).toHaveValue('180')
    await replaceText(user, 'Copies', '4')
    expect(await field(/^Total/)).toHaveValue('240')
    await replaceText(user, /^Total/, '200')
    await replaceText(user, 'Copies', '3')
    expect(await field(/^Total/)).toHaveValue('200')
    await replaceText(user, /^Total/, '180')
    await user.click(save())
    expect(await screen.findByText('Order created successfully.')).toBeVisible()
  })

  test('is preset to the record it is created from', async () => {
    const user = await visit(`${pageOf('books', 'create')}?branchId=${idOf('branches')}`)
    await replaceText(user, 'Title', 'Analiză')
    await replaceText(user, 'ISBN', '9789731234568')
    await user.click(save())
    expect(await screen.findByText('Book created successfully.')).toBeVisible()
    const { list } = (await api.call<Page<WireRecord>>(admin, 'GET', '/api/books?search=Analiză'))
      .data
    expect(list[0]).toMatchObject({ branchId: idOf('branches') })
  })

  test('that the server refuses keeps its input, and shows the error next to its field', async () => {
    const user = await visit(pageOf('branches', 'create'))
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
  test('sends one idempotency key until it is saved, so that a retry creates one record; the next record has a different key', async () => {
    const user = await visit(pageOf('branches', 'create'))
    let lost = true
    const { create } = endpointsOf(libraryRegistry.get('branches'))
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
    await screen.findByText('Branch created successfully.')
    expect(new Set(keys()).size).toBe(1)
    const { data } = await api.call<Page<WireRecord>>(
      admin,
      'GET',
      '/api/branches?search=Geografie',
    )
    expect(data.totalCount).toBe(1)
    await waitFor(async () => expect((await field('Name')).value).toBe(''))
    await replaceText(user, 'Name', 'Istorie')
    await user.click(another())
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })
})

describe('a changed record', () => {
  test('keeps both changes if another user has changed a different field in the meantime', async () => {
    const user = await visit(pageOf('branches', 'edit'))
    await replaceText(user, /^Office \(/, 'B 7')
    await change('branches', { email: 'info@univ.ro' })
    await user.click(save())
    await user.click(await screen.findByRole('button', { name: 'Save both' }))
    expect(await screen.findByText('Branch updated successfully.')).toBeVisible()
    expect(await stored('branches')).toMatchObject({ office: 'B 7', email: 'info@univ.ro' })
  })

  test('with unsaved changes asks before the user leaves', async () => {
    const user = await visit(pageOf('branches', 'edit'))
    await replaceText(user, /^Office \(/, 'C 1')
    await user.click(screen.getByRole('link', { name: 'Books' }))
    const question = await screen.findByRole('dialog', { hidden: true })
    expect(question).toHaveTextContent('Office')
    await user.click(
      within(question).getByRole('button', { name: 'Leave without saving', hidden: true }),
    )
    expect(await screen.findByRole('heading', { level: 1, name: 'Books' })).toBeInTheDocument()
    expect((await stored('branches')).office).not.toBe('C 1')
  })
})

/** Opens the page's menu of further actions and chooses one. */
async function chooseStep(user: Awaited<ReturnType<typeof visit>>, name: string) {
  await user.click(await screen.findByRole('button', { name: /^More actions for / }))
  await user.click(await screen.findByRole('button', { name }))
}

describe('the page of a record', () => {
  test('shows the main facts below its name, each value only once, and empty fields in a collapsed section', async () => {
    await visit(pageOf('orders', 'show'))
    const link = await screen.findByRole('link', { name: 'Informatică' })
    const labels = (box: Element | null) =>
      [...(box?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)
    const facts = ['Code', 'Branch', 'Copies', 'Total', 'Price per copy']
    expect(labels(link.closest('.summary'))).toEqual(facts)
    const fold = screen.getByText(/empty fields/).closest('details')
    expect(fold).not.toHaveAttribute('open')
    expect(labels(fold)).toEqual(expect.arrayContaining(['Discount', 'Supplier']))
    const visibleLabels = labels(document.querySelector('main'))
    expect(new Set(visibleLabels).size).toBe(visibleLabels.length)
    expect(visibleLabels).not.toContain('Name')
    expect(visibleLabels).not.toContain('Active')
  })

  test('shows its values and, in tabs, its related records', async () => {
    const user = await visit(pageOf('books', 'show'))
    const branch = await screen.findByRole('link', { name: 'Informatică' })
    expect(branch).toHaveAttribute('href', pageOf('branches', 'show'))
    await user.click(branch)
    await user.click(await screen.findByRole('tab', { name: 'Books' }))
    expect(await screen.findByRole('link', { name: 'Algebră' })).toHaveAttribute(
      'href',
      pageOf('books', 'show'),
    )
  })

  test('shows in its history who changed which value, with the old and the new value', async () => {
    await change('books', { pages: 6 })
    const user = await visit(pageOf('books', 'show'))
    await user.click(await screen.findByRole('tab', { name: 'History' }))
    const newest = (await screen.findByText('becomes')).closest('li')
    expect(newest).toHaveTextContent(`Changed ${admin.name}`)
    expect(newest).toHaveTextContent(/Pages5becomes6/)
  })

  test('shows a concurrent change before a transition is applied', async () => {
    const user = await visit(pageOf('members', 'show'))
    await chooseStep(user, 'Suspend')
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    await user.type(dialog.getByLabelText(/^Status reason/), 'La cerere')
    await change('members', { email: 'stefan@biblioteca.ro' })
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
      expect.stringMatching(/^Email.*stefan@biblioteca.ro$/),
    ])
    expect(await stored('members')).toMatchObject({ status: 'active' })
    await user.click(suspendButton)
    const resume = await screen.findByRole('button', { name: 'Resume' })
    expect(await stored('members')).toMatchObject({
      status: 'suspended',
      statusReason: 'La cerere',
    })
    await user.click(resume)
    await waitFor(async () => expect(await stored('members')).toMatchObject({ status: 'active' }))
  })

  test('applies the transitions of its workflow, with the required reason', async () => {
    const user = await visit(pageOf('members', 'show'))
    await chooseStep(user, 'Suspend')
    const dialog = within(await screen.findByRole('dialog', { hidden: true }))
    await user.type(dialog.getByLabelText(/^Status reason/), 'La cerere')
    await user.click(dialog.getByRole('button', { name: 'Suspend', hidden: true }))
    await waitFor(async () =>
      expect(await stored('members')).toMatchObject({
        status: 'suspended',
        statusReason: 'La cerere',
      }),
    )
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Suspend' })).toBeNull()
  })
})
