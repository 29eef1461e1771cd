import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { library, startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  oneTimeTokenIn,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildServer } from '../../../app/build-server.ts'

let site: SessionApp
let admin: TestBrowser
const update = '/api/authentication/users/update'
const ids = new Map<string, string>()
const usernames = [
  'leaver',
  'changer',
  'reset',
  'promoted',
  'dismissed',
  'ended',
  'refreshed',
  'replaced',
  'thief',
  'elsewhere',
  'busy',
]
beforeAll(async () => {
  site = await startLibrarySessions()
  // The clock is fixed, so no test depends on elapsed time.
  site.freezeClock()
  await site.createAccount('admin', { username: 'dean' })
  for (const username of usernames)
    ids.set(username, await site.createAccount('librarian', { username }))
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.resetRateLimits()
  admin = await signedIn('dean')
})

const checkAuth = async (browser: TestBrowser) =>
  (await browser.call('GET', '/api/authentication/check-auth')).status

/** A signed-in browser whose session is cached because it has just made a call. */
async function signedIn(username: string): Promise<TestBrowser> {
  const browser = site.browser()
  expect((await browser.signIn(username)).status).toBe(200)
  expect(await checkAuth(browser)).toBe(200)
  return browser
}

/** The same cookies in another browser. */
const copyOf = (browser: TestBrowser): TestBrowser => site.browser({ cookies: browser.jar })

async function write(username: string, values: object): Promise<void> {
  const { version } = (
    await admin.call<WireRecord>('GET', `/api/authentication/users/${ids.get(username)}`)
  ).data
  const answer = await admin.call('PATCH', update, { id: ids.get(username), version, ...values })
  expect(answer.status).toBe(200)
}

describe('a user whose session is cached is refused immediately after', () => {
  test('signing out', async () => {
    const browser = await signedIn('leaver')
    const copy = copyOf(browser)
    await browser.call('DELETE', '/api/authentication/revoke-auth')
    expect(await checkAuth(copy)).toBe(401)
  })

  test('changing the password in another session', async () => {
    const [browser, other] = [await signedIn('changer'), await signedIn('changer')]
    const body = { currentPassword: goodPassword, password: otherPassword }
    expect((await browser.call('POST', '/api/authentication/change-password', body)).status).toBe(
      200,
    )
    expect([await checkAuth(other), await checkAuth(browser)]).toEqual([401, 200])
  })

  test('setting a new password with an emailed link', async () => {
    const browser = await signedIn('reset')
    await site
      .browser()
      .call('POST', '/api/authentication/forgot-password', { email: 'reset@univ.ro' })
    const token = oneTimeTokenIn(
      (await site.deliverEmails()).find(({ to }) => to.address === 'reset@univ.ro'),
    )
    expect(await checkAuth(browser)).toBe(200)
    const answer = await site.browser().call('POST', '/api/authentication/reset-password', {
      token,
      password: 'walnut tundra mosaic fjord',
    })
    expect(answer.status).toBe(200)
    expect(await checkAuth(browser)).toBe(401)
  })

  test('getting another role', async () => {
    const browser = await signedIn('promoted')
    await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
    await write('promoted', { role: 'reader' })
    expect(await checkAuth(browser)).toBe(401)
  })

  test('being deactivated', async () => {
    const browser = await signedIn('dismissed')
    await write('dismissed', { isActive: false })
    expect(await checkAuth(browser)).toBe(401)
  })

  test('ending the session from another session', async () => {
    const [browser, other] = [await signedIn('ended'), await signedIn('ended')]
    const { list } = (
      await browser.call<{ list: { id: string; isCurrent: boolean }[] }>(
        'GET',
        '/api/authentication/sessions',
      )
    ).data
    const id = list.find(({ isCurrent }) => !isCurrent)?.id
    expect((await browser.call('DELETE', `/api/authentication/sessions/${id}`)).status).toBe(200)
    expect([await checkAuth(other), await checkAuth(browser)]).toEqual([401, 200])
  })

  test('signing in again in the same browser', async () => {
    const browser = await signedIn('replaced')
    const copy = copyOf(browser)
    await browser.signIn('replaced')
    expect([await checkAuth(copy), await checkAuth(browser)]).toEqual([401, 200])
  })

  test('the reuse of a refresh token', async () => {
    const browser = await signedIn('thief')
    const stolenBrowser = copyOf(browser)
    await browser.call('POST', '/api/authentication/refresh-token')
    expect(await checkAuth(browser)).toBe(200)
    site.wait(60_000)
    expect(await checkAuth(browser)).toBe(200)
    expect((await stolenBrowser.call('POST', '/api/authentication/refresh-token')).status).toBe(401)
    expect(await checkAuth(browser)).toBe(401)
  })
})

test('reauthentication takes effect on the next call', async () => {
  site.wait(10 * 60_000 - 60_000)
  expect(await checkAuth(admin)).toBe(200)
  const body = { id: ids.get('busy'), version: 1, email: 'moved@univ.ro' }
  expect((await admin.call('PATCH', update, body)).status).toBe(403)
  await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
  expect((await admin.call('PATCH', update, body)).status).toBe(200)
})

test('a session that another process ended is refused within a second', async () => {
  const browser = await signedIn('elsewhere')
  const copy = copyOf(browser)
  // A separate database object, as in another process, so that nothing is shared in memory.
  const { query, vitals, transaction, close, engine } = site.database
  const other = buildServer(library, {
    ...site.context,
    database: { query, vitals, transaction, close, engine },
  })
  const headers = {
    cookie: `at=${browser.jar.get('at')}; rt=${browser.jar.get('rt')}`,
    'content-type': 'application/json',
  }
  const answer = await other.inject({
    method: 'DELETE',
    url: '/api/authentication/revoke-auth',
    headers,
  })
  expect(answer.statusCode).toBe(200)
  site.wait(1000)
  expect(await checkAuth(copy)).toBe(401)
  await other.close()
})
