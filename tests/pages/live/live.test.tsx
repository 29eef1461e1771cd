import * as inboxCalls from '@matricola/schema/calls/inbox.ts'
import * as liveCalls from '@matricola/schema/calls/live.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import {
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openConsole, serverSide } from '../support/console-app.tsx'
import { openStreams, sendEvent } from './support.ts'

let api: TestApp
const admin = createCaller('admin')
let departments: WireRecord[] = []
beforeAll(async () => {
  api = await (await serverSide()).startApp()
})
afterAll(() => api.close())

const create = async (name: string) =>
  (
    await api.call<WireRecord>(admin, 'POST', '/api/department-profiles/create', {
      name,
      phone: '0264123456',
    })
  ).data
const current = async (id: string) =>
  (await api.call<WireRecord>(admin, 'GET', `/api/department-profiles/${id}`)).data
/** Another user changes a record, and the page receives the event. */
async function change(record: WireRecord | undefined, values: object) {
  const { id, version } = await current(record?.id ?? '')
  const { data } = await api.call<WireRecord>(admin, 'PATCH', '/api/department-profiles/update', {
    id,
    version,
    ...values,
  })
  sendEvent({
    type: 'change',
    resource: 'departments',
    id,
    version: data.version,
    action: 'update',
    by: 'Ana Pop',
  })
  return data
}
beforeEach(async () => {
  await api.context.database.query('delete from change')
  await api.context.database.query('delete from departments')
  departments = [await create('Algebra'), await create('Botany'), await create('Chemistry')]
})

const visit = (address: string, before?: () => unknown) =>
  openConsole(address, { api, caller: admin, ...(before && { before }) })
const names = () =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)

describe('a list with live updates', () => {
  test('shows a changed row with its current values, in place, and highlights it for a moment', async () => {
    await visit('/admin/departments')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    expect(openStreams().map(({ url }) => url)).toEqual(['/api/live'])
    await change(departments[0], { name: 'Zoology' })
    expect(await screen.findByRole('link', { name: 'Zoology' })).toBeVisible()
    expect(names()).toEqual(['Zoology', 'Botany', 'Chemistry'])
    expect(screen.getByRole('row', { name: /Zoology/ })).toHaveAttribute('data-fresh', 'true')
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Zoology/ })).not.toHaveAttribute('data-fresh'),
    )
    expect(screen.queryByRole('button', { name: /match/ })).toBeNull()
  })

  test('counts new rows and rows that no longer match, and updates the list on click', async () => {
    const user = await visit('/admin/departments?filters[isActive]=true&pageNumber=1&pageSize=25')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    const { id, version } = await create('Astronomy')
    sendEvent({
      type: 'change',
      resource: 'departments',
      id,
      version,
      action: 'create',
      by: 'Ana Pop',
    })
    expect(
      await screen.findByRole('button', { name: '1 new record matches this view' }),
    ).toBeVisible()
    const { version: newer } = await change(departments[1], { isActive: false })
    expect(newer).toBe(2)
    const button = await screen.findByRole('button', {
      name: '1 new record matches this view, 1 record no longer matches',
    })
    expect(names()).toEqual(['Algebra', 'Botany', 'Chemistry'])
    await user.click(button)
    await waitFor(() => expect(names()).toEqual(['Algebra', 'Astronomy', 'Chemistry']))
    expect(screen.queryByRole('button', { name: /match/ })).toBeNull()
  })

  test('reloads all its rows after very many changes, or after missed events', async () => {
    await visit('/admin/departments')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    const { version } = await current(departments[2]?.id ?? '')
    await api.call(admin, 'PATCH', '/api/department-profiles/update', {
      id: departments[2]?.id,
      version,
      name: 'Chess',
    })
    sendEvent({ type: 'many', resource: 'departments' })
    expect(await screen.findByRole('link', { name: 'Chess' })).toBeVisible()
    await api.call(admin, 'PATCH', '/api/department-profiles/update', {
      id: departments[2]?.id,
      version: version + 1,
      name: 'Choir',
    })
    sendEvent({ type: 'reset' })
    expect(await screen.findByRole('link', { name: 'Choir' })).toBeVisible()
  })

  test('marks rows that other users have open, but not the user’s own', async () => {
    await visit('/admin/departments')
    const row = await screen.findByRole('row', { name: /Botany/ })
    const id = departments[1]?.id ?? ''
    sendEvent({
      type: 'presence',
      resource: 'departments',
      id,
      people: [
        { id: createCaller('admin').id, name: 'Ana-Maria Pop' },
        { id: admin.id, name: 'I' },
      ],
    })
    expect(within(row).getByText('Also viewing: Ana-Maria Pop')).toBeInTheDocument()
    expect(within(row).getByText('AP')).toBeVisible()
    sendEvent({ type: 'presence', resource: 'departments', id, people: [] })
    expect(within(row).queryByText('AP')).toBeNull()
  })
})

describe('the page of a record', () => {
  test('shows who changed the record, and reloads it on click', async () => {
    const user = await visit(`/admin/departments/${departments[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Algebra' })).toBeVisible()
    await change(departments[0], { name: 'Algebra and more' })
    expect(
      await screen.findByText('Ana Pop changed this record.', { selector: 'span' }),
    ).toBeVisible()
    expect(screen.getByRole('heading', { level: 1, name: 'Algebra' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Algebra and more' })).toBeVisible()
    expect(screen.queryByText('Ana Pop changed this record.', { selector: 'span' })).toBeNull()
  })

  test('reports that the user has it open, and shows who else does', async () => {
    const presence = recordRequests(liveCalls.presence)
    const notes = () => requestBodies(presence.requests)
    const user = await visit(`/admin/departments/${departments[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Algebra' })).toBeVisible()
    const record = { resource: 'departments', id: departments[0]?.id ?? '' }
    await waitFor(async () => expect(await notes()).toEqual([{ ...record, isOpen: true }]))
    sendEvent({
      type: 'presence',
      ...record,
      people: [{ id: createCaller('admin').id, name: 'Ana Pop' }],
    })
    expect(
      await screen.findByText('Also viewing: Ana Pop', { selector: '[aria-hidden]' }),
    ).toBeVisible()
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Departments' }))
    await waitFor(async () => expect((await notes()).at(-1)).toEqual({ ...record, isOpen: false }))
  })
})

describe('the bell', () => {
  test('shows the count that the server pushes, without making a request', async () => {
    await visit('/admin/departments')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    handle(inboxCalls.unread, () => failureResponse(500, 'server.failed', 'Not now'))
    sendEvent({ type: 'unread', notifications: 3, messages: 0 })
    expect(await screen.findByRole('button', { name: /3 unread/ })).toBeVisible()
  })
})
