import { hasRecords } from '@matricola/server/backup/rows.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { openTestDatabase } from '#tests/support/databases.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

interface Event {
  readonly kind: string
  readonly user_id: string | null
  readonly ip_truncated: string
  readonly details: { readonly [name: string]: unknown }
}

let site: SessionApp
let admin: TestBrowser
let adminId: string
let student: TestBrowser
let studentId: string
beforeAll(async () => {
  site = await startSessionApp()
  adminId = await site.createAccount('admin', { username: 'root' })
  studentId = await site.createAccount('student', { username: 'ana' })
  admin = site.browser()
  student = site.browser()
  await admin.signIn('root')
  await student.signIn('ana')
})
afterAll(() => site.close())
beforeEach(() => site.database.query('delete from security_event'))

const events = () =>
  site.database.query<Event>(
    'select kind, user_id, ip_truncated, details from security_event order by at, kind',
  ) as Promise<Event[]>

test('a sign-in and a refused one are logged, with a shortened address and no name', async () => {
  await site.browser({ ip: '198.51.100.23' }).signIn('ana')
  await site.browser({ ip: '198.51.100.23' }).signIn('ana', 'not the password at all')
  await site.browser({ ip: '198.51.100.23' }).signIn('nobody.of.that.name')
  expect(await events()).toMatchObject([
    { kind: 'signedIn', user_id: studentId, ip_truncated: '198.51.100.0' },
    { kind: 'signInFailed', user_id: studentId, ip_truncated: '198.51.100.0' },
    { kind: 'signInFailed', user_id: null, ip_truncated: '198.51.100.0' },
  ])
  expect(JSON.stringify(await events())).not.toContain('nobody.of')
})

test("a forbidden call is logged with its route but without the record's id, at most sixty times an hour", async () => {
  const call = () => student.call('PUT', '/api/settings/update', { universityName: 'Mine' })
  expect((await call()).status).toBe(403)
  expect((await site.browser().call('PUT', '/api/settings/update', {})).status).toBe(401)
  expect(await events()).toEqual([
    {
      kind: 'accessDenied',
      user_id: studentId,
      ip_truncated: '192.0.2.0',
      details: { method: 'PUT', route: '/api/settings/update' },
    },
  ])
  await student.call('POST', `/api/authentication/users/${adminId}/invitation`)
  expect((await events()).at(-1)?.details).toEqual({
    method: 'POST',
    route: '/api/authentication/users/:id/invitation',
  })
  for (let i = 0; i < 70; i += 1) expect((await call()).status).toBe(403)
  expect(await events()).toHaveLength(60)
})

test('a change to the settings is logged with the names of the changed settings', async () => {
  expect(
    (await admin.call('PUT', '/api/settings/update', { universityName: 'Universitatea de Vest' }))
      .status,
  ).toBe(200)
  expect(await events()).toMatchObject([
    { kind: 'settingsChanged', user_id: adminId, details: { fields: 'universityName' } },
  ])
  // Nothing has changed, so nothing is reported.
  await admin.call('PUT', '/api/settings/update', { universityName: 'Universitatea de Vest' })
  expect(await events()).toHaveLength(1)
})

test('a change of role is logged with both roles, and not logged when it was refused', async () => {
  const id = await site.createAccount('professor', { username: 'riser' })
  const change = (role: string) =>
    admin.call('PATCH', '/api/authentication/users/update', { id, role })
  expect((await change('secretary')).status).toBe(200)
  expect((await change('emperor')).status).toBe(400)
  expect(await events()).toMatchObject([
    {
      kind: 'roleChanged',
      user_id: adminId,
      details: { account: id, from: 'professor', to: 'secretary' },
    },
  ])
})

test('the export of the settings and a backup are logged before their first byte is sent', async () => {
  await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
  await admin.call('GET', '/api/settings/export')
  await site.app.inject({
    url: '/api/settings/download-database-backup',
    headers: { cookie: [...admin.jar].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  expect(await events()).toMatchObject([
    { kind: 'settingsExported', user_id: adminId },
    { kind: 'backupTaken', user_id: adminId },
  ])
})

test('a database that contains only entries about migrations, starts and stops counts as empty', async () => {
  const database = await openTestDatabase()
  for (const kind of ['migrated', 'started', 'stopped'] as const)
    await recordSecurityEvent(database, new Date(), { kind })
  expect(await hasRecords(database, registry)).toBe(false)
  await database.close()
})
