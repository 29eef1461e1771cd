import type { Page, WireRecord, WireUnread } from '@matricola/schema/wire/wire.ts'
import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: SessionApp
let admin: TestBrowser
let reader: TestBrowser
const ids: { [name: string]: string } = {}
beforeAll(async () => {
  site = await startLibrarySessions()
  for (const role of ['admin', 'librarian', 'reader'] as const)
    ids[role] = await site.createAccount(role, { username: role })
  ids.changing = await site.createAccount('reader', { username: 'changing' })
  admin = site.browser()
  reader = site.browser()
  await admin.signIn('admin')
  await reader.signIn('reader')
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.query('delete from notifications')
  await setNotifications(true)
})

const setNotifications = (isOn: boolean) =>
  site.database.query('update settings set notification_enabled = $1', [isOn])
const listNotifications = () =>
  site.database.query<{ type: string; user_id: string; subject: string | null }>(
    'select type, user_id, subject from notifications',
  )
const list = async (browser: TestBrowser, path = '/api/notifications') =>
  (await browser.call<Page<WireRecord>>('GET', path)).data.list
const unread = async (browser: TestBrowser) =>
  (await browser.call<WireUnread>('GET', '/api/notifications/unread')).data
let count = 0
/** Lends a new book with this title, which notifies the reader. */
const send = async (readerId: string | undefined, title = 'Ion') => {
  count += 1
  const book = await admin.call<WireRecord>('POST', '/api/books/create', {
    title,
    isbn: String(9780000000000 + count),
  })
  return admin.call<WireRecord>('POST', '/api/loans/create', {
    bookId: book.data.id,
    readerId,
    dueOn: '2027-01-01',
  })
}

async function signInTwice() {
  for (const _ of [1, 2]) await site.browser().signIn('librarian')
}

async function changePassword() {
  const browser = site.browser()
  await browser.signIn('changing')
  const answer = await browser.call('POST', '/api/authentication/change-password', {
    currentPassword: goodPassword,
    password: otherPassword,
  })
  return answer
}

describe('user notifications (R-S08)', () => {
  test('a changed password creates exactly one notification', async () => {
    await setNotifications(false)
    await changePassword()
    expect(await listNotifications()).toEqual([
      { type: 'passwordChanged', user_id: ids.changing, subject: null },
    ])
  })

  test('a staff sign-in from another browser creates a notification, even when notifications are off', async () => {
    await setNotifications(false)
    await signInTwice()
    expect(await listNotifications()).toEqual([
      { type: 'newDevice', user_id: ids.librarian, subject: 'Firefox, Linux' },
    ])
  })

  test('a new role creates a notification, even when notifications are off', async () => {
    await setNotifications(false)
    const id = await site.createAccount('reader', { username: 'promoted' })
    expect(
      (await admin.call('PATCH', '/api/authentication/users/update', { id, role: 'librarian' }))
        .status,
    ).toBe(200)
    expect(await listNotifications()).toEqual([{ type: 'roleChanged', user_id: id, subject: null }])
  })

  test.each([
    [true, 1],
    [false, 0],
  ])('with the notification setting %s, a loan creates %i notifications', async (isOn, times) => {
    await setNotifications(isOn)
    const { data, status } = await send(ids.reader)
    expect(status).toBe(201)
    expect(await listNotifications()).toEqual(
      Array.from({ length: times }, () => ({
        type: 'bookLent',
        user_id: ids.reader,
        subject: 'Ion',
      })),
    )
    await admin.call('PATCH', '/api/loans/update', { id: data.id, dueOn: '2027-02-01' })
    expect(await listNotifications()).toHaveLength(times)
  })
})

describe('notifications', () => {
  test('are readable only by their recipient', async () => {
    await send(ids.reader)
    const [ownNotification] = await list(reader)
    expect(ownNotification).toMatchObject({
      type: 'bookLent',
      subject: 'Ion',
      readAt: null,
      link: expect.stringMatching(/^loans\//),
    })
    expect(await list(admin)).toEqual([])
    expect((await admin.call('GET', `/api/notifications/${ownNotification?.id}`)).status).toBe(404)
    expect(
      (
        await admin.call<WireUnread>('POST', '/api/notifications/read', {
          ids: [ownNotification?.id],
        })
      ).data.notifications,
    ).toBe(0)
    expect(await unread(reader)).toEqual({ notifications: 1, messages: 0 })
  })

  test('can be marked as read individually or all together, and are counted while unread', async () => {
    for (const subject of ['Unu', 'Doi', 'Trei']) await send(ids.reader, subject)
    const [first] = await list(reader)
    const after = await reader.call<WireUnread>('POST', '/api/notifications/read', {
      ids: [first?.id],
    })
    expect(after.data).toEqual({ notifications: 2, messages: 0 })
    expect(await list(reader, '/api/notifications?view=unread')).toHaveLength(2)
    expect(
      (await reader.call<WireUnread>('POST', '/api/notifications/read', { all: true })).data
        .notifications,
    ).toBe(0)
    expect(await list(reader, '/api/notifications?view=unread')).toEqual([])
  })

  test.each([{}, { ids: ['x'] }, { all: false }, { ids: [], userId: '1' }])(
    'are not marked as read by a body without a valid selection: %j',
    async (body) => {
      const answer = await reader.call('POST', '/api/notifications/read', body)
      expect([answer.status, answer.failure.code]).toEqual([400, 'input.invalid'])
    },
  )

  test('cannot be created by any caller', async () => {
    expect(
      (await admin.call('POST', '/api/notifications/create', { type: 'message' })).status,
    ).toBe(404)
  })
})
