/** Child rows in a record's form, filled in by a user: the deliveries of an order. */
import type { Page, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { openConsole, serverSide } from '@matricola/testing/library/pages.tsx'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let api: TestApp
let branchId: string
const admin = createCaller('admin')
beforeAll(async () => {
  api = await (await serverSide()).startApp()
  branchId = (await call('POST', '/api/branches/create', { name: 'Centru' })).id
})
afterAll(() => api.close())

const call = async <T = WireRecord>(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
) => (await api.call<T>(admin, method, path, body)).data
const visit = (address: string) => openConsole(address, { api, caller: admin })

const row = (name: string | RegExp) => within(screen.getByRole('group', { name }))
const save = () => screen.getByRole('button', { name: 'Save' })
async function replaceText(user: UserEvent, input: HTMLElement, text: string) {
  await user.clear(input)
  await user.type(input, text)
}
async function fillDelivery(
  user: UserEvent,
  name: RegExp,
  [title, parcel, kind, from, to]: readonly [string, string, string, string, string],
) {
  await replaceText(user, row(name).getByLabelText('Name'), title)
  await replaceText(user, row(name).getByLabelText('Parcel'), parcel)
  await user.selectOptions(row(name).getByLabelText('Kind'), kind)
  await replaceText(user, row(name).getByLabelText(/^Sent on/), from)
  await replaceText(user, row(name).getByLabelText(/^Arrives on/), to)
}
const deliveriesOf = async (orderId: string) =>
  (
    await call<Page<WireRecord>>('GET', `/api/deliveries?filters[orderId]=${orderId}&sort=sentOn`)
  ).list.map(({ name, arrivesOn }) => `${name} ${arrivesOn}`)
const createOrder = (name: string) =>
  call('POST', '/api/orders/create', {
    ...{ name, branchId, copies: 1, total: 60 },
    deliveries: [
      {
        ...{ name: 'Iarna', parcel: `${name}-1`, kind: 'post' },
        ...{ sentOn: '2031-01-20', arrivesOn: '2031-02-10' },
      },
    ],
  })

describe('rows in a form', () => {
  test('are added with a new record, and saved with it', async () => {
    const user = await visit('/admin/orders/create')
    await replaceText(user, await screen.findByLabelText('Name'), 'Manuale')
    await user.click(screen.getByRole('combobox', { name: 'Branch' }))
    await user.click(await screen.findByRole('option', { name: 'Centru' }))
    await replaceText(user, screen.getByLabelText('Copies'), '1')
    expect(screen.getByText('No rows yet.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'New delivery' }))
    expect(row(/^Delivery 1/).getByLabelText('Name')).toHaveFocus()
    await fillDelivery(user, /^Delivery 1/, [
      'Vacanță',
      'M-1',
      'courier',
      '2030-12-22',
      '2031-01-06',
    ])
    await user.click(save())
    await screen.findByRole('heading', { level: 1, name: 'Manuale' })
    const { list } = await call<Page<WireRecord>>('GET', '/api/orders?filters[name]=Manuale')
    expect(await deliveriesOf(list[0]?.id ?? '')).toEqual(['Vacanță 2031-01-06'])
  })

  test('show errors at their inputs, keep the typed values, and are saved once corrected', async () => {
    await createOrder('Atlase')
    const { id } = await createOrder('Hărți')
    const user = await visit(`/admin/orders/${id}/edit`)
    await screen.findByRole('group', { name: 'Delivery 1: Iarna' })
    await replaceText(user, row(/^Delivery 1/).getByLabelText(/^Arrives on/), '2031-01-01')
    await user.click(screen.getByRole('button', { name: 'New delivery' }))
    // The parcel of another order, which only the server knows.
    await fillDelivery(user, /^Delivery 2/, [
      'Vara',
      'Atlase-1',
      'post',
      '2031-06-01',
      '2031-06-30',
    ])
    await user.click(save())
    expect(row(/^Delivery 1/).getByLabelText(/^Arrives on/)).toBeInvalid()
    await replaceText(user, row(/^Delivery 1/).getByLabelText(/^Arrives on/), '2031-02-15')
    await user.click(save())
    await waitFor(() => expect(row(/^Delivery 2/).getByLabelText('Parcel')).toBeInvalid())
    expect(row(/^Delivery 2/).getByLabelText('Parcel')).toHaveValue('Atlase-1')
    expect(await deliveriesOf(id)).toEqual(['Iarna 2031-02-10'])
    await replaceText(user, row(/^Delivery 2/).getByLabelText('Parcel'), 'Hărți-2')
    await user.click(save())
    await screen.findByRole('heading', { level: 1, name: 'Hărți' })
    expect(await deliveriesOf(id)).toEqual(['Iarna 2031-02-15', 'Vara 2031-06-30'])
    await user.click(screen.getByRole('tab', { name: 'History' }))
    expect(await screen.findByText('Added: Vara')).toBeVisible()
    expect(screen.getByText('Changed: Iarna')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByRole('checkbox', { name: 'Deliveries' })).toBeChecked()
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
    await waitFor(async () => expect((await deliveriesOf(id))[0]).toBe('Iarna 2031-02-10'))
  })

  test('that another user has changed are listed, and can be reloaded', async () => {
    const { id } = await createOrder('Romane')
    const user = await visit(`/admin/orders/${id}/edit`)
    await screen.findByRole('group', { name: 'Delivery 1: Iarna' })
    const { list } = await call<Page<WireRecord>>('GET', `/api/deliveries?filters[orderId]=${id}`)
    await call('PATCH', '/api/deliveries/update', { id: list[0]?.id, name: 'Iarna lungă' })
    await replaceText(user, row(/^Delivery 1/).getByLabelText('Name'), 'Iarna scurtă')
    await user.click(save())
    expect(await row(/^Delivery 1/).findByText(/^Someone else has changed this row/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reload rows' }))
    expect(await screen.findByRole('group', { name: 'Delivery 1: Iarna lungă' })).toBeVisible()
  })

  test('can be removed and restored before the record is saved', async () => {
    const { id } = await createOrder('Poezii')
    const user = await visit(`/admin/orders/${id}/edit`)
    await screen.findByRole('group', { name: 'Delivery 1: Iarna' })
    // Deliveries cannot be deactivated, so only a new one can be removed.
    expect(screen.queryByRole('button', { name: /^Remove: Delivery 1/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'New delivery' }))
    await user.click(screen.getByRole('button', { name: 'Remove: Delivery 2' }))
    expect(screen.queryByRole('group', { name: /^Delivery 2/ })).toBeNull()
    await replaceText(user, row(/^Delivery 1/).getByLabelText('Name'), 'Altfel')
    await user.click(screen.getByRole('button', { name: 'Reset rows' }))
    expect(screen.getByRole('group', { name: 'Delivery 1: Iarna' })).toBeVisible()
  })
})
