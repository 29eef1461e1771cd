import * as inboxCalls from '@matricola/schema/calls/inbox.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { NewNotification } from '@matricola/server/mail/notify.ts'
import { queryString, recordRequests, requestBodies } from '@matricola/testing/pages/network.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { setUpConsoleApp } from '../support/console-app.tsx'

const site = setUpConsoleApp(async () => {})

/** Sends a user the same notification a number of times. */
async function addNotifications(
  role: Role,
  notification: Omit<NewNotification, 'userId'>,
  times = 1,
): Promise<void> {
  const { notifyAll } = await import('@matricola/server/mail/notify.ts')
  const { database, registry, clock } = site.api.context
  const all = Array.from({ length: times }, () => ({ ...notification, userId: site.as(role).id }))
  await database.transaction((queries) => notifyAll(queries, { registry, now: clock.now() }, all))
}
/** Sends a message from the secretary, which also notifies the recipient. */
const write = async (to: Role, subject = 'Orar nou') => {
  const messageBody = { recipientId: site.as(to).id, subject, body: 'Textul mesajului' }
  return (
    await site.api.call<WireRecord>(
      site.as('secretary'),
      'POST',
      '/api/messages/create',
      messageBody,
    )
  ).data
}
async function open(role: Role = 'admin', isNarrow = false) {
  const user = await site.open(
    role === 'admin' ? '/admin/departments' : `/${role}/academic-years`,
    { role, isNarrow },
  )
  return { user, bar: await screen.findByRole('banner') }
}

test('bell and inbox show the unread count in the badge, in their names and at the end of the title (R-S08)', async () => {
  await addNotifications('admin', { type: 'roleChanged', link: 'account' }, 9)
  for (const subject of ['Orar nou', 'Sesiune', 'Examen']) await write('admin', subject)
  const { bar } = await open()
  const bell = await within(bar).findByRole('button', { name: 'Notifications, 12 unread' })
  expect(within(bell).getByText('9+')).toBeTruthy()
  const inbox = within(bar).getByRole('button', { name: 'Inbox, 3 unread' })
  expect(within(inbox).getByText('3')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Departments – Matricola (15)'))
})

test('if nothing is unread there is no badge, and no number in the title (R-S08)', async () => {
  const { user, bar } = await open()
  for (const name of ['Notifications', 'Inbox']) {
    const button = within(bar).getByRole('button', { name })
    expect(button.textContent).toBe('')
    await user.click(button)
    const panel = screen.getByRole('group', { name })
    expect(await within(panel).findByText('No items found')).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: 'Mark all as read' })).toBeNull()
    await user.keyboard('{Escape}')
  }
  expect(document.title).toBe('Departments – Matricola')
})

test('the bell lists notifications, marks unread ones, and links to their records (R-S08)', async () => {
  await addNotifications('student', { type: 'passwordChanged', link: 'account' })
  await site.api.call(
    site.as('student'),
    inboxCalls.markNotificationsRead.method,
    inboxCalls.markNotificationsRead.path,
    { all: true },
  )
  const { id } = await write('student')
  const { user, bar } = await open('student')
  await user.click(await within(bar).findByRole('button', { name: 'Notifications, 1 unread' }))
  const panel = screen.getByRole('group', { name: 'Notifications' })
  const unread = await within(panel).findByRole('link', {
    name: /^Unread ?You have a new message\. ?Orar nou/,
  })
  expect(unread.getAttribute('href')).toBe(`/student/messages/${id}`)
  const read = within(panel).getByRole('link', { name: /^Your password was changed\./ })
  expect(read.getAttribute('href')).toBe('/student/account')
  expect(within(panel).getByRole('link', { name: 'See all' }).getAttribute('href')).toBe(
    '/student/notifications',
  )
  expect(within(panel).queryByRole('link', { name: 'New message' })).toBeNull()
})

test('one button marks everything as read and removes the badge (R-S08)', async () => {
  await addNotifications('admin', { type: 'roleChanged', link: 'account' })
  const { user, bar } = await open()
  const readRequests = recordRequests(inboxCalls.markNotificationsRead)
  await user.click(await within(bar).findByRole('button', { name: 'Notifications, 1 unread' }))
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  expect(await within(bar).findByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(await requestBodies(readRequests.requests)).toEqual([{ all: true }])
})

test('the inbox shows the senders, requests only received messages, and offers an admin a new one (R-S08)', async () => {
  const { id } = await write('admin')
  const { user, bar } = await open()
  const inbox = recordRequests(endpointsOf(getResource('messages')).list)
  await user.click(await within(bar).findByRole('button', { name: 'Inbox, 1 unread' }))
  const panel = screen.getByRole('group', { name: 'Inbox' })
  const link = await within(panel).findByRole('link', { name: /Orar nou ?Ana Pop/ })
  expect(link.getAttribute('href')).toBe(`/admin/messages/${id}`)
  expect(queryString(inbox.requests[0])).toContain('view=received')
  expect(within(panel).getByRole('link', { name: 'New message' }).getAttribute('href')).toBe(
    '/admin/messages/create',
  )
})

test('opening a message marks it as read (R-S08)', async () => {
  const { id } = await write('student')
  const readRequests = recordRequests(inboxCalls.markMessagesRead)
  await site.open(`/student/messages/${id}`, { role: 'student' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Orar nou' })).toBeTruthy()
  expect(await screen.findByText('Textul mesajului')).toBeTruthy()
  await waitFor(async () =>
    expect(await requestBodies(readRequests.requests)).toEqual([{ ids: [id] }]),
  )
  const { method, path } = inboxCalls.unread
  await waitFor(async () =>
    expect((await site.api.call(site.as('student'), method, path)).data).toMatchObject({
      messages: 0,
    }),
  )
})

test('a message that arrives while the page is open is announced politely (R-S08)', async () => {
  await addNotifications('admin', { type: 'roleChanged', link: 'account' })
  const { user, bar } = await open()
  await within(bar).findByRole('button', { name: 'Notifications, 1 unread' })
  await write('admin')
  await user.click(within(bar).getByRole('button', { name: 'Inbox' }))
  const notice = await within(bar).findByText('1 new notification, 1 new message')
  expect(notice.getAttribute('role')).toBe('status')
})

test('on a phone the inbox is in the drawer, with its count (R-S08)', async () => {
  for (const subject of ['Orar nou', 'Sesiune']) await write('admin', subject)
  const { user, bar } = await open('admin', true)
  await user.click(await within(bar).findByRole('button', { name: /^Open menu/ }))
  const link = await screen.findByRole('link', { name: 'Inbox, 2 unread' })
  expect(link.getAttribute('href')).toBe('/admin/messages')
})
