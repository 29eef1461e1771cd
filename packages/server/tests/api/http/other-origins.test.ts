/**
 * Pages of other origins. Those listed in `CORS_ORIGINS` may call the API as the program's own
 * pages do; all others cannot use a user's cookies.
 */

import { openEventStream } from '@matricola/testing/event-stream.ts'
import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  type BrowserResponse,
  goodPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const apiOrigin = 'https://api.library.test'
const portal = 'https://portal.library.test'
const otherSite = 'https://admitere.example.org'
const stranger = 'https://evil.test'
const login = '/api/authentication/login'
const checkAuth = '/api/authentication/check-auth'
const file = '/api/files/0199a000-0000-7000-8000-000000000009'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions({ publicOrigin: apiOrigin, corsOrigins: [portal, otherSite] })
  await site.createAccount('admin', { username: 'ana.pop' })
})
afterAll(() => site.close())

/** Headers that a browser adds to a page's request. */
const from = (origin: string, site = origin === portal ? 'same-site' : 'cross-site') => ({
  headers: { origin, 'sec-fetch-site': site },
})

const signInFrom = (origin: string, browser: TestBrowser) =>
  browser.call('POST', login, { username: 'ana.pop', password: goodPassword }, from(origin))

const cookiesOf = ({ headers }: BrowserResponse) => [headers['set-cookie'] ?? []].flat().map(String)
const corsHeaders = ({ headers }: BrowserResponse) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'))

describe('a listed origin (R-C02)', () => {
  test.each([portal, otherSite])(
    '%s can read successful and error responses, including their headers',
    async (origin) => {
      const browser = site.browser()
      for (const [path, status] of [
        ['/api/settings', 200],
        [checkAuth, 401],
        [file, 401],
        ['/api/nothing', 404],
        [`/api/books?x=${'y'.repeat(5000)}`, 414],
      ] as const) {
        const answer = await browser.call('GET', path, undefined, from(origin))
        expect([path.slice(0, 20), answer.status]).toEqual([path.slice(0, 20), status])
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': origin,
          'access-control-allow-credentials': 'true',
          'access-control-expose-headers':
            'Content-Disposition, Retry-After, query-token, preference-applied',
          vary: 'Origin',
        })
      }
    },
  )

  test('sends a preflight request, which reaches no route and counts towards no limit', async () => {
    const limited = await startLibrarySessions({
      publicOrigin: apiOrigin,
      corsOrigins: [portal],
      requestsPerMinute: 1,
    })
    limited.freezeClock()
    const browser = limited.browser()
    const headers = {
      ...from(portal).headers,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type',
    }
    for (let attempt = 0; attempt < 5; attempt += 1) {
      const answer = await browser.call('OPTIONS', '/api/books/update', undefined, { headers })
      expect([answer.status, answer.text]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': portal,
        'access-control-allow-methods': 'GET, HEAD, POST, PATCH, PUT, DELETE',
        'access-control-allow-headers':
          'Content-Type, If-Match, Idempotency-Key, Queue-Ticket, Accept-Language, Last-Event-ID, Prefer',
      })
    }
    // The limit allows two calls per address. The page may read the refusal of the third call.
    await browser.call('GET', checkAuth, undefined, from(portal))
    await browser.call('GET', checkAuth, undefined, from(portal))
    const refusal = await browser.call('GET', checkAuth, undefined, from(portal))
    expect(refusal.status).toBe(429)
    expect(refusal.headers).toMatchObject({
      'access-control-allow-origin': portal,
      'retry-after': '60',
    })
    await limited.close()
  })

  test('of another site gets cookies that only that site sends back, and can use them for calls and signing out', async () => {
    const browser = site.browser()
    const cookies = cookiesOf(await signInFrom(otherSite, browser))
    expect(cookies).toHaveLength(3)
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-(at|rt|dev)=[^;]+; Path=\/; HttpOnly; SameSite=None; Secure; Partitioned(; Max-Age=\d+)?$/,
      )
    expect((await browser.call('GET', checkAuth, undefined, from(otherSite))).status).toBe(200)
    expect((await browser.call('GET', file, undefined, from(otherSite))).failure.code).toBe(
      'record.missing',
    )
    const events = await openEventStream(site.app, browser, from(otherSite).headers)
    expect([events.status, events.headers.get('access-control-allow-origin')]).toEqual([
      200,
      otherSite,
    ])
    events.close()
    const cookiesAfterRevoke = cookiesOf(
      await browser.call('DELETE', '/api/authentication/revoke-auth', undefined, from(otherSite)),
    )
    expect(cookiesAfterRevoke.map((cookie) => cookie.replace(/^__Host-/, ''))).toEqual(
      ['at', 'rt'].map(
        (name) => `${name}=; Path=/; HttpOnly; SameSite=None; Secure; Partitioned; Max-Age=0`,
      ),
    )
    expect((await browser.call('GET', checkAuth, undefined, from(otherSite))).status).toBe(401)
  })

  test('of the same site gets the same cookies as the program’s own pages', async () => {
    for (const options of [from(portal), from(apiOrigin, 'same-origin'), {}]) {
      const answer = await site
        .browser()
        .call('POST', login, { username: 'ana.pop', password: goodPassword }, options)
      for (const cookie of cookiesOf(answer))
        expect(cookie).toMatch(/^__Host-\w+=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure/)
    }
  })

  test('is recognised by its Origin header if the browser does not send Sec-Fetch-Site', async () => {
    const browser = site.browser()
    const options = { headers: { origin: otherSite } }
    const answer = await browser.call(
      'POST',
      login,
      { username: 'ana.pop', password: goodPassword },
      options,
    )
    expect(cookiesOf(answer)[0]).toContain('; SameSite=None; Secure; Partitioned')
    expect((await browser.call('GET', checkAuth, undefined, options)).status).toBe(200)
  })

  test('gets cross-site cookies without HTTPS on localhost only', async () => {
    for (const [publicOrigin, reach] of [
      ['http://localhost:4000', 'SameSite=None; Secure; Partitioned'],
      ['http://matricola.internal', 'SameSite=Strict'],
    ] as const) {
      const plain = await startLibrarySessions({ publicOrigin, corsOrigins: [otherSite] })
      await plain.createAccount('admin', { username: 'ana.pop' })
      const [cookie] = cookiesOf(await signInFrom(otherSite, plain.browser()))
      expect(cookie).toMatch(new RegExp(`^at=[^;]+; Path=/; HttpOnly; ${reach}$`))
      await plain.close()
    }
  })
})

describe('an unlisted origin (R-C02)', () => {
  const strangers = [
    stranger,
    `${otherSite}.evil.test`,
    otherSite.replace('https', 'http'),
    `${otherSite}:8443`,
    'null',
  ]

  test.each(strangers)(
    "%s cannot change or read anything, with or without a user's cookies",
    async (origin) => {
      const browser = site.browser()
      await signInFrom(otherSite, browser)
      for (const [method, path] of [
        ['POST', login],
        ['POST', '/api/books/create'],
        ['PATCH', '/api/books/update'],
        ['DELETE', '/api/authentication/revoke-auth'],
        ['GET', file],
        ['GET', '/api/live'],
      ] as const) {
        const answer = await browser.call(
          method,
          path,
          method === 'GET' ? undefined : {},
          from(origin),
        )
        expect([path, answer.failure.code, corsHeaders(answer)]).toEqual([
          path,
          'origin.foreign',
          [],
        ])
        expect(answer.headers.vary).toBe('Origin')
      }
      expect(
        corsHeaders(await browser.call('OPTIONS', '/api/books/update', undefined, from(origin))),
      ).toEqual([])
    },
  )

  test('is treated as an anonymous caller, even if a browser sends cookies', async () => {
    const browser = site.browser()
    await signInFrom(otherSite, browser)
    for (const headers of [
      { origin: stranger, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: stranger },
    ]) {
      const answer = await browser.call('GET', checkAuth, undefined, { headers })
      expect([answer.failure.code, corsHeaders(answer)]).toEqual(['session.required', []])
    }
    // Typing the address into the browser is not a cross-site request.
    expect(
      (await browser.call('GET', checkAuth, undefined, { headers: { 'sec-fetch-site': 'none' } }))
        .status,
    ).toBe(200)
  })
})

test('only the API is open to other origins: other responses have no CORS headers', async () => {
  for (const path of ['/healthz', '/locales/en/errors.json', '/apis', '/'])
    expect(corsHeaders(await site.browser().call('GET', path, undefined, from(otherSite)))).toEqual(
      [],
    )
})

test('without a list, only the program’s own origin is accepted', async () => {
  const singleOrigin = await startLibrarySessions({ publicOrigin: apiOrigin })
  const answer = await singleOrigin.browser().call('GET', checkAuth, undefined, from(otherSite))
  expect([corsHeaders(answer), answer.headers.vary]).toEqual([[], undefined])
  expect((await signInFrom(otherSite, singleOrigin.browser())).failure.code).toBe('origin.foreign')
  expect(
    (await singleOrigin.browser().call('OPTIONS', checkAuth, undefined, from(otherSite))).status,
  ).toBe(405)
  await singleOrigin.close()
})
