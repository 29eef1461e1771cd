import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  rateLimitAddress,
  rateLimits,
  refundAttempt,
  truncatedAddress,
  tryConsume,
} from '../../../session/rate-limits.ts'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions()
  site.freezeClock()
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const wrongPassword = 'not the password, sorry'

describe('guessing passwords', () => {
  test('of one account slows down after ten failures, from any address and in any spelling', async () => {
    await site.createAccount('reader', { username: 'victim' })
    const names = ['victim', 'VICTIM', ' victim ', 'victim@univ.ro', 'Victim@Univ.ro']
    const statuses: number[] = []
    for (let i = 0; i < 20; i += 1) {
      const attacker = site.browser({ ip: `203.0.113.${i}` })
      const answer = await attacker.call(
        'POST',
        '/api/authentication/login',
        { username: names[i % names.length], password: wrongPassword },
        { headers: { 'x-forwarded-for': `10.0.0.${i}`, forwarded: `for=10.0.0.${i}` } },
      )
      statuses.push(answer.status)
      if (answer.status === 429) expect(answer.headers['retry-after']).toBe('60')
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.slice(10).every((status) => status === 429)).toBe(true)
    site.wait(1500)
    expect((await site.browser().signIn('victim', wrongPassword)).status).toBe(401)
    expect((await site.browser().signIn('victim')).status).toBe(429)
    site.wait(2500)
    expect((await site.browser().signIn('victim')).status).toBe(200)
  })

  test('is slowed down in the same way for an unknown name', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 12; i += 1)
      statuses.push(
        (await site.browser({ ip: `203.0.113.${i}` }).signIn('nobody.here', wrongPassword)).status,
      )
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  })

  test("of one account stops at a hundred an hour, while the owner's own browser can still sign in", async () => {
    const id = await site.createAccount('reader', { username: 'owner' })
    const ownBrowser = site.browser()
    await ownBrowser.signIn('owner')
    let evaluated = 0
    for (let i = 0; i < 150; i += 1) {
      site.wait(20_000)
      // Calls the rate limit directly. The password hash has its own tests and would take minutes
      // here.
      const now = site.context.clock.now()
      if (
        (await tryConsume(site.database, rateLimits.loginAccountHour, id, now)) &&
        (await tryConsume(site.database, rateLimits.loginAccount, id, now))
      )
        evaluated += 1
    }
    expect(evaluated).toBeLessThanOrEqual(110)
    for (let i = 0; i < 12; i += 1)
      await site.browser({ ip: `203.0.113.${i}` }).signIn('owner', wrongPassword)
    expect((await site.browser().signIn('owner')).status).toBe(429)
    expect((await ownBrowser.signIn('owner')).status).toBe(200)
  })

  test('of many accounts from one address stops at a hundred in a quarter of an hour', async () => {
    let passed = 0
    for (let i = 0; i < 120; i += 1)
      if (
        await tryConsume(
          site.database,
          rateLimits.loginAddress,
          'one-address',
          site.context.clock.now(),
        )
      )
        passed += 1
    expect(passed).toBe(100)
  })

  test('is counted before it is checked: only ten of fifty simultaneous attempts are checked', async () => {
    await site.createAccount('reader', { username: 'raced' })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        site.browser({ ip: `203.0.113.${i}` }).signIn('raced', wrongPassword),
      ),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status !== 401 && status !== 429)).toEqual([])
  })

  test('does not limit successful calls: forty correct sign-ins in a row are accepted', async () => {
    await site.createAccount('reader', { username: 'busy' })
    for (let i = 0; i < 40; i += 1)
      expect((await site.browser().signIn('busy', goodPassword)).status).toBe(200)
  })
})

describe('the rate limiter', () => {
  const limit = { bucket: 'test', max: 4, windowMs: 1000 }
  const at = (ms: number) => new Date(1_800_000_000_000 + ms)

  test('uses a sliding window: earlier counts expire gradually', async () => {
    for (const ms of [0, 10, 20, 30])
      expect(await tryConsume(site.database, limit, 'a', at(ms))).toBe(true)
    expect(await tryConsume(site.database, limit, 'a', at(40))).toBe(false)
    expect(await tryConsume(site.database, limit, 'a', at(1010))).toBe(true)
    expect(await tryConsume(site.database, limit, 'a', at(1020))).toBe(false)
    expect(await tryConsume(site.database, limit, 'a', at(1600))).toBe(true)
    expect(await tryConsume(site.database, limit, 'a', at(5000))).toBe(true)
  })

  test('keeps subjects and buckets separate and can refund an attempt', async () => {
    for (let i = 0; i < 4; i += 1) await tryConsume(site.database, limit, 'b', at(0))
    expect(await tryConsume(site.database, limit, 'c', at(0))).toBe(true)
    expect(await tryConsume(site.database, { ...limit, bucket: 'other' }, 'b', at(0))).toBe(true)
    await refundAttempt(site.database, limit, 'b')
    expect(await tryConsume(site.database, limit, 'b', at(0))).toBe(true)
    expect(await tryConsume(site.database, limit, 'b', at(0))).toBe(false)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7', '192.0.2.0'],
    ['::ffff:192.0.2.7', '192.0.2.7', '192.0.2.0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2', '2001:db8:1::'],
    ['2001:db8::9', '2001:db8:0:0', '2001:db8:0::'],
    ['::1', '0:0:0:0', '0:0:0::'],
  ])('treats the address %s as %s and displays it as %s', (ip, limited, displayed) => {
    expect(rateLimitAddress(ip)).toBe(limited)
    expect(truncatedAddress(ip)).toBe(displayed)
  })
})

describe('a request from another site', () => {
  const login = {
    method: 'POST',
    path: '/api/authentication/login',
    body: { username: 'csrf', password: goodPassword },
  }
  const calls = [
    login,
    { method: 'POST', path: '/api/authentication/refresh-token', body: undefined },
    { method: 'DELETE', path: '/api/authentication/revoke-auth', body: undefined },
    { method: 'POST', path: '/api/authentication/forgot-password', body: { email: 'a@b.ro' } },
    { method: 'POST', path: '/api/authentication/register', body: {} },
    { method: 'PATCH', path: '/api/authentication/users/update', body: {} },
    { method: 'GET', path: '/api/settings/download-database-backup', body: undefined },
    { method: 'GET', path: '/api/settings/export', body: undefined },
  ]
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' },
  ]
  test.each(calls.flatMap((call) => foreign.map((headers) => ({ ...call, headers }))))(
    '$method $path with $headers is refused',
    async (call) => {
      const answer = await site
        .browser()
        .call(call.method, call.path, call.body, { headers: call.headers })
      // A GET without `Sec-Fetch-Site` but with `Origin` comes from a script of that origin.
      expect([answer.status, answer.failure.code]).toEqual([403, 'origin.foreign'])
    },
  )

  test('is distinguished from our own: same-origin calls and calls without a browser are accepted', async () => {
    await site.createAccount('reader', { username: 'csrf' })
    for (const headers of [
      {},
      { origin: 'http://localhost:3000' },
      { 'sec-fetch-site': 'same-origin' },
    ]) {
      expect(
        (await site.browser().call(login.method, login.path, login.body, { headers })).status,
      ).toBe(200)
    }
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json;charset=utf-16',
    ' application/json',
    'application/json\tx',
  ])('cannot sign in with the media type %j: 415', async (type) => {
    const answer = await site.browser().call('POST', login.path, undefined, {
      payload: JSON.stringify(login.body),
      headers: { 'content-type': type },
    })
    expect(answer.status).toBe(415)
  })
})
