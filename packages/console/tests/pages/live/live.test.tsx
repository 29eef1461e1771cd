import * as inboxCalls from '@matricola/schema/calls/inbox.ts'
import * as liveCalls from '@matricola/schema/calls/live.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { openConsole, serverSide } from '@matricola/testing/library/pages.tsx'
import { openStreams, sendEvent } from '@matricola/testing/pages/event-source.ts'
import {
  failureResponse,
  handle,
  recordRequests,
  requestBodies,
} from '@matricola/testing/pages/network.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let api: TestApp
const admin = createCaller('admin')
let branches: WireRecord[] = []
beforeAll(async () => {
  api = await (await serverSide()).startApp()
})
afterAll(() => api.close())

const create = async (name: string) =>
  (
    await api.call<WireRecord>(admin, 'POST', '/api/branches/create', {
      name,
      phone: '0264123456',
    })
  ).data
const current = async (id: string) =>
  (await api.call<WireRecord>(admin, 'GET', `/api/branches/${id}`)).data
/** Another user changes a record, and the page receives the event. */
async function change(record: WireRecord | undefined, values: object) {
  const { id, version } = await current(record?.id ?? '')
  const { data } = await api.call<WireRecord>(admin, 'PATCH', '/api/branches/update', {
    id,
    version,
    ...values,
  })
  sendEvent({
    type: 'change',
    resource: 'branches',
    id,
    version: data.version,
    action: 'update',
    by: 'Ana Pop',
  })
  return data
}
beforeEach(async () => {
  await api.context.database.query('delete from change')
  await api.context.database.query('delete from branches')
  branches = [await create('Algebra'), await create('Botany'), await create('Chemistry')]
})

const visit = (address: string, before?: () => unknown) =>
  openConsole(address, { api, caller: admin, ...(before && { before }) })
const names = () =>
  screen.getAllByRole('rowheader').map((cell) => within(cell).getByRole('link').textContent)

describe('a list with live updates', () => {
  test('shows a changed row with its current values, in place, and highlights it for a moment', async () => {
    await visit('/admin/branches')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    expect(openStreams().map(({ url }) => url)).toEqual(['/api/live'])
    await change(branches[0], { name: 'Zoology' })
    expect(await screen.findByRole('link', { name: 'Zoology' })).toBeVisible()
    expect(names()).toEqual(['Zoology', 'Botany', 'Chemistry'])
    expect(screen.getByRole('row', { name: /Zoology/ })).toHaveAttribute('data-fresh', 'true')
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Zoology/ })).not.toHaveAttribute('data-fresh'),
    )
    expect(screen.queryByRole('button', { name: /match/ })).toBeNull()
  })

  test('counts new rows and rows that no longer match, and updates the list on click', async () => {
    const user = await visit('/admin/branches?filters[isActive]=true&pageNumber=1&pageSize=25')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    const { id, version } = await create('Astronomy')
    sendEvent({
      type: 'change',
      resource: 'branches',
      id,
      version,
      action: 'create',
      by: 'Ana Pop',
    })
    expect(
      await screen.findByRole('button', { name: '1 new record matches this view' }),
    ).toBeVisible()
    const { version: newer } = await change(branches[1], { isActive: false })
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
    await visit('/admin/branches')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    const { version } = await current(branches[2]?.id ?? '')
    await api.call(admin, 'PATCH', '/api/branches/update', {
      id: branches[2]?.id,
      version,
      name: 'Chess',
    })
    sendEvent({ type: 'many', resource: 'branches' })
    expect(await screen.findByRole('link', { name: 'Chess' })).toBeVisible()
    await api.call(admin, 'PATCH', '/api/branches/update', {
      id: branches[2]?.id,
      version: version + 1,
      name: 'Choir',
    })
    sendEvent({ type: 'reset' })
    expect(await screen.findByRole('link', { name: 'Choir' })).toBeVisible()
  })

  test('marks rows that other users have open, but not the user’s own', async () => {
    await visit('/admin/branches')
    const row = await screen.findByRole('row', { name: /Botany/ })
    const id = branches[1]?.id ?? ''
    sendEvent({
      type: 'presence',
      resource: 'branches',
      id,
      people: [
        { id: createCaller('admin').id, name: 'Ana-Maria Pop' },
        { id: admin.id, name: 'I' },
      ],
    })
    expect(within(row).getByText('Also viewing: Ana-Maria Pop')).toBeInTheDocument()
    expect(within(row).getByText('AP')).toBeVisible()
    sendEvent({ type: 'presence', resource: 'branches', id, people: [] })
    expect(within(row).queryByText('AP')).toBeNull()
  })
})

describe('the page of a record', () => {
  test('shows who changed the record, and reloads it on click', async () => {
    const user = await visit(`/admin/branches/${branches[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Algebra' })).toBeVisible()
    await change(branches[0], { name: 'Algebra and more' })
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
    const user = await visit(`/admin/branches/${branches[0]?.id}`)
    expect(await screen.findByRole('heading', { level: 1, name: 'Algebra' })).toBeVisible()
    const record = { resource: 'branches', id: branches[0]?.id ?? '' }
    await waitFor(async () => expect(await notes()).toEqual([{ ...record, isOpen: true }]))
    sendEvent({
      type: 'presence',
      ...record,
      people: [{ id: createCaller('admin').id, name: 'Ana Pop' }],
    })
    expect(
      await screen.findByText('Also viewing: Ana Pop', { selector: '[aria-hidden]' }),
    ).toBeVisible()
    await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Branches' }))
    await waitFor(async () => expect((await notes()).at(-1)).toEqual({ ...record, isOpen: false }))
  })
})

describe('the bell', () => {
  test('shows the count that the server pushes, without making a request', async () => {
    await visit('/admin/branches')
    expect(await screen.findByRole('link', { name: 'Botany' })).toBeVisible()
    handle(inboxCalls.unread, () => failureResponse(500, 'server.failed', 'Not now'))
    sendEvent({ type: 'unread', notifications: 3, messages: 0 })
    expect(await screen.findByRole('button', { name: /3 unread/ })).toBeVisible()
  })
})
