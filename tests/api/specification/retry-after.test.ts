import { consume, type RateLimit } from '@matricola/server/session/rate-limits.ts'
import { goodPassword, type SessionApp, type TestBrowser } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
let admin: TestBrowser

beforeAll(async () => {
  site = await startSessionApp()
  await site.createAccount('admin', { username: 'admin' })
  admin = site.browser()
  await admin.signIn('admin')
})
afterAll(() => site.close())

const minute = 60_000
const hourly: RateLimit = { bucket: 'test.hourly', max: 2, windowMs: 60 * minute }

test('a caller who is refused for too many attempts gets the waiting time, and can continue after it', async () => {
  const startTime = Date.parse('2026-07-20T09:00:00.000Z')
  const attempt = (at: number) =>
    consume(site.database, hourly, 'caller', new Date(at)).then(
      () => 0,
      (error: { details: { retryAfterSeconds: number } }) => error.details.retryAfterSeconds,
    )
  expect([await attempt(startTime + minute), await attempt(startTime + 10 * minute)]).toEqual([
    0, 0,
  ])
  const wait = await attempt(startTime + 15 * minute)
  expect(wait).toBe(45 * 60)
  expect(await attempt(startTime + 15 * minute + wait * 1000 - 2 * minute)).toBeGreaterThan(0)
  expect(await attempt(startTime + 15 * minute + wait * 1000 + 1000)).toBe(0)
})

test('a third backup within an hour is refused with the waiting time, in the language of the call', async () => {
  site.freezeClock()
  const backup = (language: string) =>
    admin.call('GET', '/api/settings/download-database-backup', undefined, {
      headers: { 'accept-language': language },
    })
  await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword })
  for (let count = 0; count < 2; count++) expect((await backup('en')).status).toBe(200)
  const refusal = await backup('en')
  const minutes = Number(refusal.headers['retry-after']) / 60
  expect(refusal.status).toBe(429)
  expect(minutes).toBeGreaterThanOrEqual(1)
  const waitText = (unit: string, units: string) =>
    `${minutes <= 90 ? minutes : Math.ceil(minutes / 60)} ${minutes === 1 ? unit : units}`
  expect(refusal.message).toBe(`Too many attempts. Try again in ${waitText('minute', 'minutes')}.`)
  expect((await backup('de')).message).toBe(
    `Zu viele Versuche. Versuchen Sie es in ${waitText('Minute', 'Minuten')} erneut.`,
  )
})
