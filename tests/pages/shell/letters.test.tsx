import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Role } from '#model/vocabulary.ts'
import type { WireRecord } from '#model/wire.ts'
import * as letterCalls from '#resources/calls/letters.ts'
import { idOf, openConsole, pageOfRecords, queryOf, wireRecord } from '../support/console.tsx'
import { on, success } from '../support/network.ts'

const sentAt = '2026-11-20T08:30:00.000Z'
const told = (number: number, type: string, parts: object = {}) =>
  wireRecord(number, type, { type, subject: null, link: 'account', sentAt, readAt: null, ...parts })
const message = (number: number, subject: string, readAt: string | null = null) =>
  wireRecord(number, subject, { subject, senderName: 'Ana Pop', body: 'Textul mesajului', sentAt, readAt })

interface Stored {
  readonly notifications?: readonly WireRecord[]
  readonly messages?: readonly WireRecord[]
  readonly unread?: { readonly notifications: number; readonly messages: number }
  readonly role?: Role
  readonly isNarrow?: boolean
}

async function open({
  notifications = [],
  messages = [],
  unread = { notifications: 0, messages: 0 },
  role = 'admin',
  isNarrow = false,
}: Stored) {
  on({ method: 'GET', path: '/api/department-profiles' }, (request) => success(pageOfRecords(request, [])))
  on({ method: 'GET', path: '/api/academic-years' }, (request) => success(pageOfRecords(request, [])))
  on({ method: 'GET', path: '/api/notifications' }, (request) => success(pageOfRecords(request, notifications)))
  const inbox = on({ method: 'GET', path: '/api/messages' }, (request) => success(pageOfRecords(request, messages)))
  on(letterCalls.unread, () => success(unread))
  const opened = await openConsole(role === 'admin' ? '/admin/departments' : `/${role}/academic-years`, { role, isNarrow })
  return { ...opened, inbox, bar: await screen.findByRole('banner') }
}

test('bell and inbox say how much is unread, in the badge, in their names and at the end of the title (R-S08, LANG-19)', async () => {
  const { bar } = await open({ unread: { notifications: 12, messages: 3 } })
  const bell = await within(bar).findByRole('button', { name: 'Notifications, 12 unread' })
  expect(within(bell).getByText('9+')).toBeTruthy()
  const inbox = within(bar).getByRole('button', { name: 'Inbox, 3 unread' })
  expect(within(inbox).getByText('3')).toBeTruthy()
  await waitFor(() => expect(document.title).toBe('Departments – Matricola (15)'))
})

test('with nothing unread there is no badge, no number in the title and nothing invented (R-S08)', async () => {
  const { hands, bar } = await open({})
  for (const name of ['Notifications', 'Inbox']) {
    const button = within(bar).getByRole('button', { name })
    expect(button.textContent).toBe('')
    await hands.click(button)
    const panel = screen.getByRole('group', { name })
    expect(await within(panel).findByText('No items found')).toBeTruthy()
    expect(within(panel).queryByRole('button', { name: 'Mark all read' })).toBeNull()
    await hands.keyboard('{Escape}')
  }
  expect(document.title).toBe('Departments – Matricola')
})

test('the bell tells what happened, marks what is unread, and leads to what it tells of (R-S08)', async () => {
  const { hands, bar } = await open({
    role: 'student',
    notifications: [
      told(1, 'message', { subject: 'Orar nou', link: `messages/${idOf(7)}` }),
      told(2, 'passwordChanged', { readAt: sentAt }),
    ],
    unread: { notifications: 1, messages: 0 },
  })
  await hands.click(await within(bar).findByRole('button', { name: 'Notifications, 1 unread' }))
  const panel = screen.getByRole('group', { name: 'Notifications' })
  const unread = await within(panel).findByRole('link', { name: /^Unread ?You have a new message\. ?Orar nou/ })
  expect(unread.getAttribute('href')).toBe(`/student/messages/${idOf(7)}`)
  const read = within(panel).getByRole('link', { name: /^Your password was changed\./ })
  expect(read.getAttribute('href')).toBe('/student/account')
  expect(within(panel).getByRole('link', { name: 'See all' }).getAttribute('href')).toBe('/student/notifications')
  expect(within(panel).queryByRole('link', { name: 'New message' })).toBeNull()
})

test('everything is marked as read by one button, and the badge goes (R-S08)', async () => {
  const { hands, bar } = await open({ notifications: [told(1, 'roleChanged')], unread: { notifications: 1, messages: 0 } })
  const marked = on(letterCalls.readNotifications, () => success({ notifications: 0, messages: 0 }))
  await hands.click(await within(bar).findByRole('button', { name: 'Notifications, 1 unread' }))
  await hands.click(await screen.findByRole('button', { name: 'Mark all read' }))
  expect(await within(bar).findByRole('button', { name: 'Notifications' })).toBeTruthy()
  expect(await marked.seen[0]?.json()).toEqual({ all: true })
})

test('the inbox shows who wrote, asks for received messages only, and offers an admin a new one (R-S08)', async () => {
  const { hands, bar, inbox } = await open({ messages: [message(7, 'Orar nou')], unread: { notifications: 0, messages: 1 } })
  await hands.click(await within(bar).findByRole('button', { name: 'Inbox, 1 unread' }))
  const panel = screen.getByRole('group', { name: 'Inbox' })
  const link = await within(panel).findByRole('link', { name: /Orar nou ?Ana Pop/ })
  expect(link.getAttribute('href')).toBe(`/admin/messages/${idOf(7)}`)
  expect(queryOf(inbox.seen[0])).toContain('view=received')
  expect(within(panel).getByRole('link', { name: 'New message' }).getAttribute('href')).toBe('/admin/messages/create')
})

test('opening a message marks it as read (R-S08)', async () => {
  const letter = {
    ...{ id: idOf(7), from: 'Ana Pop', to: 'Dan', isOwn: false, isToMany: false, isUnread: true, subject: 'Orar nou' },
    ...{ body: 'Textul mesajului', sentAt, readAt: null, readBy: null },
  }
  const thread = { letters: [letter], answer: { id: idOf(7), to: 'Ana Pop' } }
  on({ method: 'GET', path: `/api/messages/${idOf(7)}` }, () => success({ ...message(7, 'Orar nou'), thread }))
  const marked = on(letterCalls.readMessages, () => success({ notifications: 0, messages: 0 }))
  await openConsole(`/student/messages/${idOf(7)}`, { role: 'student' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Orar nou' })).toBeTruthy()
  expect(await screen.findByText('Textul mesajului')).toBeTruthy()
  await waitFor(() => expect(marked.seen).toHaveLength(1))
  expect(await marked.seen[0]?.json()).toEqual({ ids: [idOf(7)] })
})

test('what comes while the page is open is said politely (R-S08)', async () => {
  let unread = { notifications: 1, messages: 0 }
  const { hands, bar } = await open({ unread })
  await within(bar).findByRole('button', { name: 'Notifications, 1 unread' })
  unread = { notifications: 2, messages: 1 }
  on(letterCalls.unread, () => success(unread))
  await hands.click(within(bar).getByRole('button', { name: 'Inbox' }))
  const notice = await within(bar).findByText('1 new notification, 1 new message')
  expect(notice.getAttribute('role')).toBe('status')
})

test('on a phone the inbox stands in the drawer, with its number (R-S08)', async () => {
  const { hands, bar } = await open({ isNarrow: true, unread: { notifications: 0, messages: 2 } })
  await hands.click(within(bar).getByRole('button', { name: 'Open menu' }))
  const link = await screen.findByRole('link', { name: 'Inbox, 2 unread' })
  expect(link.getAttribute('href')).toBe('/admin/messages')
})
