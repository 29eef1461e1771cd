import { daysAfter, today } from '@matricola/schema/values/dates.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryRegistry, openConsole, serverSide } from '@matricola/testing/library/pages.tsx'
import {
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { navigation } from '../../../navigation.ts'
import { recordAt } from '../../../pages/history/versions.ts'

let api: TestApp
const ana = { ...createCaller('admin'), name: 'Ana Pop' }
const dan = { ...createCaller('admin'), name: 'Dan Rus' }
let first: WireRecord
let record: WireRecord
const path = '/api/branches'
const change = async (caller: typeof ana, values: object) => {
  const { id, version } = record
  record = (
    await api.call<WireRecord>(caller, 'PATCH', `${path}/update`, { id, version, ...values })
  ).data
}
beforeAll(async () => {
  api = await (await serverSide()).startApp()
  first = (
    await api.call<WireRecord>(ana, 'POST', `${path}/create`, {
      name: 'Informatics',
      office: 'A 1',
      budget: 100,
    })
  ).data
  record = first
  await change(dan, { office: 'B 2' })
  await change(ana, { office: 'C 3', name: 'Computer science' })
  // Move the creation of the record back two days, so that yesterday shows only the initial state.
  await api.context.database.query(
    `update change set at = at - interval '2 days' where version = 1`,
  )
  await api.context.database.query(
    `update branches set created_at = created_at - interval '2 days'`,
  )
})
afterAll(() => api.close())

// jsdom has the dialog element, but not the methods that open it.
HTMLDialogElement.prototype.showModal = function () {
  this.open = true
}
HTMLDialogElement.prototype.close = function () {
  this.open = false
}
const visit = (address: string, before?: () => unknown) =>
  openConsole(address, { api, caller: ana, ...(before && { before }) })
const firstVersion = async () =>
  (await within(await screen.findByRole('tabpanel')).findAllByText('Created'))[0]?.closest(
    'li',
  ) as HTMLElement
const show = () => `/admin/branches/${record.id}`

test('a record at an earlier version shows the values that its history restores', async () => {
  const { data } = await api.call<Page<WireChange>>(
    ana,
    'GET',
    `${path}/${record.id}/history?pageSize=100`,
  )
  expect(recordAt(record, data.list, 2)).toMatchObject({
    name: 'Informatics',
    office: 'B 2',
    budget: 100,
    version: 2,
  })
  expect(recordAt(record, data.list, 1)).toMatchObject({
    name: 'Informatics',
    office: 'A 1',
    budget: 100,
    version: 1,
  })
  expect(recordAt(record, data.list, 3)).toMatchObject({ name: 'Computer science', office: 'C 3' })
})

describe('the author of a change', () => {
  test('is shown next to the value on the record’s page, with the time and the old and new value', async () => {
    const user = await visit(show())
    await user.click(await screen.findByRole('button', { name: 'See who changed: Office' }))
    const dialog = await screen.findByRole('dialog', { name: 'Value history: Computer science' })
    const entries = (await within(dialog).findAllByRole('listitem')).map(
      (entry) => entry.textContent,
    )
    expect(
      entries.map((text) => [/Ana Pop|Dan Rus/.exec(text)?.[0], /A 1|B 2/.exec(text)?.[0]]),
    ).toEqual([
      ['Ana Pop', 'B 2'],
      ['Dan Rus', 'A 1'],
      ['Ana Pop', 'A 1'],
    ])
  })

  test('is shown in a list with the key H or from the row’s menu', async () => {
    const user = await visit('/admin/branches')
    ;(await screen.findByRole('link', { name: 'Computer science' })).focus()
    await user.keyboard('h')
    const dialog = await screen.findByRole('dialog', { name: 'Value history: Computer science' })
    expect(within(dialog).getByRole('combobox', { name: 'Value' })).toHaveDisplayValue('Name')
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Value' }), 'Budget')
    expect(await within(dialog).findAllByRole('listitem')).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await user.click(
      screen.getByRole('button', { name: /Actions for Computer science|More actions/ }),
    )
    await user.click(await screen.findByRole('button', { name: 'See who changed this value' }))
    expect(
      await screen.findByRole('dialog', { name: 'Value history: Computer science' }),
    ).toBeVisible()
  })
})

describe('restoring', () => {
  const restore = endpointsOf(libraryRegistry.get('branches')).restore

  test('an earlier value previews the change and shows who changed it since', async () => {
    // A separate branch, because other tests look at the history of the first.
    const { data: copy } = await api.call<WireRecord>(ana, 'POST', `${path}/create`, {
      name: 'Law',
      office: 'B 2',
    })
    const { id } = copy
    await api.call(ana, 'PATCH', `${path}/update`, { id, version: 1, office: 'C 3' })
    const { requests } = recordRequests(restore)
    const user = await visit(`/admin/branches/${id}`)
    await user.click(await screen.findByRole('button', { name: 'See who changed: Office' }))
    await user.click((await screen.findAllByRole('button', { name: 'Restore' }))[0] as HTMLElement)
    const dialog = await screen.findByRole('dialog', { name: 'Restore: Law' })
    const row = await within(dialog).findByRole('row', { name: /Office/ })
    expect(row).toHaveTextContent(/C 3.*B 2.*Ana Pop/)
    expect(within(dialog).getAllByRole('row')).toHaveLength(2)
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(await requestBodies(requests)).toEqual([{ version: 1, fields: ['office'], current: 2 }])
    expect((await api.call<WireRecord>(ana, 'GET', `${path}/${id}`)).data).toMatchObject({
      office: 'B 2',
      version: 3,
    })
  })

  test('a whole version skips unselected fields, and reports a concurrent change', async () => {
    let requests: readonly Request[] = []
    const user = await visit(`${show()}?tab=history`, () => {
      requests = handle(restore, () => failureResponse(409, 'record.stale', 'Changed')).requests
    })
    const entry = await firstVersion()
    await user.click(within(entry).getByRole('button', { name: 'Restore' }))
    const dialog = await screen.findByRole('dialog', { name: 'Restore: Computer science' })
    await user.click(await within(dialog).findByRole('checkbox', { name: 'Name' }))
    await user.click(within(dialog).getByRole('button', { name: 'Restore' }))
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Someone changed the record in the meantime',
    )
    expect(await requests[0]?.json()).toEqual({ version: 1, fields: ['office'], current: 3 })
  })
})

test('two versions are compared side by side, with their differences', async () => {
  const user = await visit(`${show()}?tab=history`)
  const entry = await firstVersion()
  await user.click(within(entry).getByRole('button', { name: 'Compare' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compare versions: Computer science' })
  expect((await within(dialog).findAllByRole('row')).map((row) => row.textContent)).toEqual([
    'FieldEarlierLater',
    'NameInformaticsComputer science',
    'OfficeA 1C 3',
  ])
  const later = within(dialog).getByRole('combobox', { name: 'Later' })
  await user.selectOptions(later, within(later).getByRole('option', { name: /^2 · .*Dan Rus$/ }))
  expect(
    within(dialog)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['FieldEarlierLater', 'OfficeA 1B 2'])
  // While a dialog is open, screen readers cannot reach the page's live region.
  const announcer = dialog.querySelector('[data-announcer]')
  await user.selectOptions(later, within(later).getByRole('option', { name: /^1 · / }))
  expect(await within(dialog).findByText('Both versions are identical.')).toBeVisible()
  expect(dialog.querySelector('[data-announcer]')).toBe(announcer)
  expect(announcer).toHaveTextContent('Both versions are identical.')
})

test('a list as of an earlier day is marked as such, is read-only, and links back to today', async () => {
  const user = await visit('/admin/branches')
  await user.click(await screen.findByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('button', { name: 'As of …' }))
  await user.click(await screen.findByRole('button', { name: 'Show' }))
  expect(await screen.findByText(/^As of .*23:59/)).toBeVisible()
  expect(await screen.findByRole('link', { name: 'Informatics' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Computer science' })).toBeNull()
  for (const name of ['Edit Informatics', 'New', 'Import'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'More' }))
  expect(screen.queryByRole('button', { name: 'Paste cells' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Export' }))
  const dialog = await screen.findByRole('dialog', { name: 'Export: Branches' })
  expect(within(dialog).getByText(/^As of .*23:59/)).toBeVisible()
  const download = vi.spyOn(navigation, 'download').mockImplementation(() => {})
  await user.click(within(dialog).getByRole('button', { name: 'Download 1 record' }))
  expect(await within(dialog).findByText(/^The download of 1 record has started/)).toBeVisible()
  expect(new URL(download.mock.calls[0]?.[0] ?? '', window.origin).searchParams.get('asOf')).toBe(
    daysAfter(today(new Date()), -1),
  )
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('link', { name: 'Informatics' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Informatics' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to today' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Computer science' })).toBeVisible()
})
