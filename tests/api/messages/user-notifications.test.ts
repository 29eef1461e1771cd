import type { Page, WireRecord, WireUnread } from '@matricola/schema/wire/wire.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runHousekeepingNow } from '#tests/support/clock.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
let admin: TestBrowser
let student: TestBrowser
const ids: { [name: string]: string } = {}
beforeAll(async () => {
  site = await startSessionApp()
  for (const role of ['admin', 'secretary', 'student'] as const)
    ids[role] = await site.createAccount(role, { username: role })
  ids.changing = await site.createAccount('professor', { username: 'changing' })
  admin = site.browser()
  student = site.browser()
  await admin.signIn('admin')
  await student.signIn('student')
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.database.query('delete from notifications')
  await site.database.query('delete from messages')
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
const send = (recipientId: string | undefined, subject = 'Orar nou') =>
  admin.call<WireRecord>('POST', '/api/messages/create', {
    recipientId,
    subject,
    body: 'Orarul s-a schimbat.',
  })

let createdCount = 0
async function studentRecord(): Promise<string> {
  createdCount += 1
  const create = async (path: string, body: object) =>
    (await admin.call<WireRecord>('POST', `/api/${path}/create`, body)).data.id
  const department = await create('department-profiles', { name: `Informatică ${createdCount}` })
  const specialization = await create('specializations', {
    name: `Informatică aplicată ${createdCount}`,
    code: `INFA-${createdCount}`,
    departmentProfileId: department,
    yearsOfStudy: 3,
    totalCredits: 180,
    creditsPerYear: 60,
  })
  await site.database.query('update students set user_id = null')
  return create('students', {
    lastName: 'Ionescu',
    firstName: 'Dan',
    matriculationNumber: `INF-00${createdCount}`,
    specializationId: specialization,
    academicYearOfEntry: '2026-2027',
    email: `s${createdCount}@stud.univ.ro`,
    userId: ids.student,
  })
}

describe('user notifications (R-S08)', () => {
  test.each([
    [true, 1],
    [false, 0],
  ])(
    "with the notification setting %s, a change of a student's status creates %i notifications",
    async (isOn, times) => {
      await setNotifications(isOn)
      const id = await studentRecord()
      const body = { statusReason: 'Mobilitate de un semestru', statusSince: '2026-10-01' }
      expect((await admin.call('POST', `/api/students/${id}/actions/suspend`, body)).status).toBe(
        200,
      )
      expect(await listNotifications()).toEqual(
        Array.from({ length: times }, () => ({
          type: 'studentStatus',
          user_id: ids.student,
          subject: null,
        })),
      )
      await admin.call('PATCH', '/api/students/update', { id, city: 'Gherla' })
      expect(await listNotifications()).toHaveLength(times)
    },
  )

  test.each([
    [true, 1],
    [false, 0],
  ])(
    'with the notification setting %s, a message creates %i notifications',
    async (isOn, times) => {
      await setNotifications(isOn)
      expect((await send(ids.student)).status).toBe(201)
      expect(await listNotifications()).toEqual(
        Array.from({ length: times }, () => ({
          type: 'message',
          user_id: ids.student,
          subject: 'Orar nou',
        })),
      )
    },
  )
})

test('notifications are deleted after half a year', async () => {
  await send(ids.student)
  await site.database.query("update notifications set sent_at = sent_at - interval '181 days'")
  await runHousekeepingNow(site.context)
  expect(await listNotifications()).toEqual([])
})

describe('messages', () => {
  test('have the caller as sender, even if the call names another', async () => {
    const { data } = await send(ids.student)
    expect(data).toMatchObject({
      senderId: ids.admin,
      senderName: 'Ion Admin',
      recipientId: ids.student,
      readAt: null,
    })
    const forgedMessage = await admin.call('POST', '/api/messages/create', {
      recipientId: ids.student,
      subject: 'x',
      body: 'y',
      senderId: ids.student,
    })
    expect(forgedMessage.failure.fields).toEqual({ senderId: [{ code: 'field.notWritable' }] })
  })

  test('are readable by sender and recipient, and name the author to users who cannot read accounts', async () => {
    const { data } = await send(ids.student)
    expect((await student.call<WireRecord>('GET', `/api/messages/${data.id}`)).data).toMatchObject({
      senderName: 'Ion Admin',
    })
    const secretary = site.browser()
    await secretary.signIn('secretary')
    expect((await secretary.call('GET', `/api/messages/${data.id}`)).status).toBe(404)
  })

  test('can be sent only to active users', async () => {
    const account = await site.createAccount('student', { username: 'gone' })
    await site.database.query('update users set is_active = false where id = $1', [account])
    expect((await send(account)).failure.fields).toEqual({
      recipientId: [{ code: 'reference.unknown' }],
    })
  })

  test('are marked as read with their notification when the recipient opens them, but not when the sender does (R-S08)', async () => {
    const { data } = await send(ids.student)
    await admin.call('POST', '/api/messages/read', { ids: [data.id] })
    expect(await unread(student)).toEqual({ notifications: 1, messages: 1 })
    const answer = await student.call<WireUnread>('POST', '/api/messages/read', { ids: [data.id] })
    expect(answer.data).toEqual({ notifications: 0, messages: 0 })
    expect((await admin.call<WireRecord>('GET', `/api/messages/${data.id}`)).data.readAt).toEqual(
      expect.any(String),
    )
  })

  test('are listed as received and as sent', async () => {
    await send(ids.admin, 'Pentru mine')
    await send(ids.student, 'Pentru student')
    const subjects = async (view: string) =>
      (await list(admin, `/api/messages?view=${view}`)).map(({ subject }) => subject)
    expect(await subjects('received')).toEqual(['Pentru mine'])
    expect((await subjects('sent')).toSorted()).toEqual(['Pentru mine', 'Pentru student'])
  })
})
