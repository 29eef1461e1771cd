import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import type { SessionApp, TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSlidingWindow } from '../../../http/request-limit.ts'

const minute = 60_000
let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions({ requestsPerMinute: 20 })
  site.freezeClock()
  await site.createAccount('reader', { username: 'maria' })
})
afterAll(() => site.close())

const checkAuth = (browser: TestBrowser, ip?: string) =>
  browser.call(
    'GET',
    '/api/authentication/check-auth',
    undefined,
    ip === undefined ? {} : { remoteAddress: ip },
  )
const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const found: number[] = []
  for (let i = 0; i < times; i += 1) found.push((await call()).status)
  return found
}

describe('calls without a specific limit', () => {
  test('in one session are refused above the limit per minute, from any address, and accepted again a minute later', async () => {
    const browser = site.browser()
    await browser.signIn('maria')
    let calls = 0
    const call = () => {
      calls += 1
      return checkAuth(browser, `198.51.100.${calls}`)
    }
    expect(await statuses(20, call)).toEqual(Array(20).fill(200))
    const refusal = await call()
    expect([refusal.status, refusal.failure.code, refusal.headers['retry-after']]).toEqual([
      429,
      'requests.tooMany',
      '60',
    ])
    const other = site.browser()
    await other.signIn('maria')
    expect((await checkAuth(other)).status).toBe(200)
    site.wait(2 * minute)
    expect((await call()).status).toBe(200)
  })

  test('from one address are refused above twice the limit, signed in or not, and an IPv6 network counts as one address', async () => {
    site.wait(2 * minute)
    let calls = 0
    // Forwarding headers that no trusted proxy added are ignored.
    const call = (path: string) => {
      calls += 1
      const headers = { 'x-forwarded-for': `203.0.113.${calls}` }
      return site
        .browser()
        .call('GET', path, undefined, { remoteAddress: `2001:db8:7:8::${calls}`, headers })
    }
    expect(await statuses(20, () => call('/api/settings'))).toEqual(Array(20).fill(200))
    expect(await statuses(20, () => call('/api/nothing'))).toEqual(Array(20).fill(404))
    expect((await call('/api/settings')).status).toBe(429)
    expect((await site.browser().signIn('maria')).status).toBe(200)
    // Health checks and pages do not count as API calls.
    expect((await call('/healthz')).status).toBe(200)
    expect((await call('/locales/en/errors.json')).status).toBe(200)
  })
})

test('a sliding window accepts no more than the limit in any minute', () => {
  const isAllowed = createSlidingWindow(100)
  const at = (ms: number) => new Date(1_800_000_000_000 + ms)
  const passed = (from: number, to: number) => {
    let count = 0
    for (let ms = from; ms < to; ms += 100) if (isAllowed('someone', at(ms))) count += 1
    return count
  }
  expect(passed(50_000, 60_000)).toBe(100)
  expect(passed(60_000, 61_000)).toBeLessThanOrEqual(2)
  expect(passed(61_000, 90_000)).toBeLessThanOrEqual(51)
  expect(isAllowed('another caller', at(90_000))).toBe(true)
  expect(passed(240_000, 250_000)).toBe(100)
})
