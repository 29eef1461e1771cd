import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { failureResponse, handle } from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { openConsole, serverSide } from '../support/console-app.tsx'

let api: TestApp
const admin = createCaller('admin')
beforeAll(async () => {
  api = await (await serverSide()).startApp()
  // Loads Ant Design in advance, because this is slow.
  await import('@matricola/console/screens/users/users-screen.tsx')
  await create('Radu Admin', 'radu.admin', 'admin')
  await create('Ioana Rusu', 'ioana.rusu')
})
afterAll(() => api.close())

const create = (name: string, username: string, role = 'secretary') =>
  api.call<WireRecord>(admin, 'POST', '/api/authentication/register', {
    name,
    username,
    email: `${username}@univ.ro`,
    role,
  })
const found = async (username: string) =>
  (
    await api.call<Page<WireRecord>>(
      admin,
      'GET',
      `/api/authentication/users?filters[username]=${username}`,
    )
  ).data.list[0]
const dialog = async () => within(await screen.findByRole('dialog'))

async function fillIn(user: Awaited<ReturnType<typeof openConsole>>, username: string) {
  const form = await dialog()
  await user.type(form.getByLabelText('Name'), 'Mihai Toma')
  await user.type(form.getByLabelText('Username'), username)
  await user.type(form.getByLabelText('Email'), `${username}@univ.ro`)
  await user.click(form.getByRole('radio', { name: 'Professor' }))
  return form
}

describe('the dialog on top of the user list', () => {
  test('creates a user, with an invitation by email, and shows the text of the specification (R-L04, R-A12)', async () => {
    const user = await openConsole('/admin/users?create=1', { api, caller: admin })
    const form = await fillIn(user, 'mihai.toma')
    expect(form.getByRole('radio', { name: 'Send an invitation by email' })).toBeChecked()
    // The dialog does not ask for fields that the user can fill in later.
    expect(form.getAllByRole('textbox')).toHaveLength(3)
    expect(form.queryAllByRole('checkbox')).toEqual([])
    for (const name of ['Active', 'Phone', 'Description'])
      expect(form.queryByLabelText(name)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('User created.')).toBeVisible()
    expect(await found('mihai.toma')).toMatchObject({
      name: 'Mihai Toma',
      role: 'professor',
      isActive: true,
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('creates a user with an initial password, and shows next to it why one is refused', async () => {
    const { goodPassword } = await serverSide()
    const user = await openConsole('/admin/users/create', { api, caller: admin })
    const form = await fillIn(user, 'mihai.parola')
    await user.click(form.getByRole('radio', { name: 'Set an initial password' }))
    await user.type(form.getByLabelText('Initial password'), 'short{Enter}')
    await waitFor(() =>
      expect(form.getByLabelText('Initial password')).toHaveAttribute('aria-invalid', 'true'),
    )
    expect(await found('mihai.parola')).toBeUndefined()
    await user.clear(form.getByLabelText('Initial password'))
    await user.type(form.getByLabelText('Initial password'), `${goodPassword}{Enter}`)
    expect(await screen.findByText('User created.')).toBeVisible()
    expect(await found('mihai.parola')).toMatchObject({ name: 'Mihai Toma', isActive: true })
  })

  test('shows the server’s message when creating fails, and keeps the input (R-A12)', async () => {
    const { create: call } = endpointsOf(getResource('users'))
    const user = await openConsole('/admin/users/create', { api, caller: admin })
    handle(call, () =>
      failureResponse(503, 'server.busy', 'The server is busy. Try again in a moment.'),
    )
    const form = await fillIn(user, 'mihai.alt')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText('The server is busy. Try again in a moment.')).length,
    ).toBeGreaterThan(0)
    expect(form.getByLabelText<HTMLInputElement>('Username').value).toBe('mihai.alt')
  })

  test('shows the text of the specification when creating fails without a message (R-A12)', async () => {
    const { create: call } = endpointsOf(getResource('users'))
    const user = await openConsole('/admin/users/create', { api, caller: admin })
    handle(call, () => failureResponse(500, 'server.failed', ''))
    const form = await fillIn(user, 'mihai.trei')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(
      (await screen.findAllByText('A problem occured when trying to create a new user.')).length,
    ).toBeGreaterThan(0)
  })

  test('shows a user, changes the data, deactivates and activates the account (R-L04, R-E05)', async () => {
    const account = await found('ioana.rusu')
    const user = await openConsole(`/admin/users/${account?.id}`, { api, caller: admin })
    const view = await dialog()
    expect(
      await view.findAllByText((_, element) => element?.textContent === 'ioana.rusu@univ.ro'),
    ).not.toEqual([])
    await user.click(view.getByRole('button', { name: 'Edit' }))
    const name = await view.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Ioana Rusu-Pop')
    await user.click(view.getByRole('button', { name: 'Save' }))
    await waitFor(async () =>
      expect(await found('ioana.rusu')).toMatchObject({ name: 'Ioana Rusu-Pop' }),
    )

    await view.findAllByText('Ioana Rusu-Pop')
    // The remaining actions are in a menu next to the main one.
    expect(
      view
        .getAllByRole('button')
        .slice(-4)
        .map(({ textContent }) => textContent),
    ).toEqual(['Edit', 'Send the invitation again', '', 'Close'])
    await user.click(view.getByRole('button', { name: 'More actions for Ioana Rusu-Pop' }))
    await user.click(screen.getByRole('button', { name: 'Deactivate', hidden: true }))
    // The dialog that was opened last.
    const question = within(screen.getAllByRole('dialog', { hidden: true }).at(-1) as HTMLElement)
    await user.click(question.getByRole('button', { name: 'Deactivate', hidden: true }))
    await waitFor(async () => expect(await found('ioana.rusu')).toMatchObject({ isActive: false }))
    await user.click(await view.findByRole('button', { name: 'Activate' }))
    await waitFor(async () => expect(await found('ioana.rusu')).toMatchObject({ isActive: true }))
  })
})
