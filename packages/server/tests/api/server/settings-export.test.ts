import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: SessionApp
let admin: TestBrowser
beforeAll(async () => {
  site = await startLibrarySessions()
  for (const role of ['admin', 'librarian', 'reader'] as const)
    await site.createAccount(role, { username: role })
  await site.createAccount('admin', { username: 'second' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.resetRateLimits()
  admin = site.browser()
  await admin.signIn('admin')
})

const backup = '/api/settings/download-database-backup'

describe('the export of the settings (R-C06)', () => {
  test('is a JSON file with every setting and the whole history', async () => {
    await admin.call('PUT', '/api/settings/update', {
      universityName: 'Biblioteca Astra',
      reason: 'New name',
    })
    await admin.call('PUT', '/api/settings/update', { notificationEnabled: false })
    const answer = await admin.call('GET', '/api/settings/export')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="settings-\d{4}-\d\d-\d\d\.json"$/,
    )
    const content = JSON.parse(answer.text)
    expect(content.settings).toMatchObject({
      universityName: 'Biblioteca Astra',
      notificationEnabled: false,
      logo: null,
    })
    expect(content.history).toHaveLength(2)
    expect(content.history[1]).toMatchObject({
      reason: 'New name',
      actor: { name: 'Ion Admin' },
      changes: [
        { field: 'universityName', before: 'Biblioteca Județeană', after: 'Biblioteca Astra' },
      ],
    })
  })

  test.each(['librarian', 'reader'])('is forbidden for a %s', async (username) => {
    const browser = site.browser()
    await browser.signIn(username)
    expect((await browser.call('GET', '/api/settings/export')).failure.code).toBe('access.denied')
    expect((await browser.call('GET', backup)).failure.code).toBe('access.denied')
  })
})

describe('the database backup (R-C06)', () => {
  async function download(browser: TestBrowser) {
    const cookie = [...browser.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    return await site.app.inject({
      method: 'GET',
      url: backup,
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
  }

  test('is a complete archive for an admin who just reauthenticated, without sessions and links', async () => {
    const answer = await download(admin)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="matricola-[\d-]+\.tar\.gz"$/,
    )
    const names: string[] = []
    const archive = Readable.from([answer.rawPayload]).pipe(createGunzip()).pipe(extract())
    for await (const entry of archive) {
      names.push(entry.header.name)
      entry.resume()
    }
    expect(names).toContain('manifest.json')
    expect(names).toContain('tables/users.ndjson')
    expect(names.filter((name) => /session\.|token|device|repeated/.test(name))).toEqual([])
  })

  test('requires the password again once five minutes have passed', async () => {
    site.wait(5 * 60_000 + 1000)
    expect((await admin.call('GET', backup)).failure.code).toBe('reauthentication.required')
    await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
    expect((await download(admin)).statusCode).toBe(200)
  })

  test('can be made twice an hour at most, and is logged and reported to every admin', async () => {
    const events = () =>
      site.database.query("select id from security_event where kind = 'backupTaken'")
    const [mailsBefore, eventsBefore] = [
      (await site.deliverEmails()).length,
      (await events()).length,
    ]
    const statuses = [
      (await download(admin)).statusCode,
      (await download(admin)).statusCode,
      (await download(admin)).statusCode,
    ]
    expect(statuses).toEqual([200, 200, 429])
    expect((await events()).length - eventsBefore).toBe(2)
    const mails = (await site.deliverEmails()).slice(mailsBefore)
    expect(mails.map((mail) => mail.to.address).sort()).toEqual([
      'admin@univ.ro',
      'admin@univ.ro',
      'second@univ.ro',
      'second@univ.ro',
    ])
    expect(mails[0]?.text).toContain('Ion Admin downloaded a backup of the database')
  })
})
