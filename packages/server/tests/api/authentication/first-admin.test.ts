import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areCookiesExposed } from '../../../session/cookies.ts'
import { createFirstAdminLink } from '../../../session/first-admin.ts'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions()
})
afterAll(() => site.close())

test('an empty installation prints a link for the first admin to set a password', async () => {
  const first = await createFirstAdminLink(site.context)
  const second = await createFirstAdminLink(site.context)
  expect(second).toMatch(/^http:\/\/localhost:3000\/invitation#t=[A-Za-z0-9_-]{43}$/)
  expect(second).not.toBe(first)
  const token = second?.split('#t=')[1]
  const accept = await site
    .browser()
    .call('POST', '/api/authentication/accept-invitation', { token, password: goodPassword })
  expect(accept.status).toBe(200)
  expect((await site.browser().signIn('admin')).data.role).toBe('admin')
  expect(await createFirstAdminLink(site.context)).toBeNull()
})

test.each([
  ['https://admitere.univ.ro', false],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
  ['http://[::1]:3000', false],
  ['http://admitere.univ.ro', true],
  ['http://localhost.evil.example', true],
])(
  'whether the cookies of %s can be intercepted in transit: %s',
  (publicOrigin, isInterceptable) => {
    expect(areCookiesExposed({ ...site.context.config, publicOrigin })).toBe(isInterceptable)
  },
)

const oddities = [
  null,
  [],
  'text',
  5,
  true,
  {},
  { username: null },
  { username: [], password: {} },
  { username: 'a\u0000b', password: 'x' },
]
const otherInputs = [
  { username: '\ud800', password: '\udfff' },
  { username: 'a'.repeat(300), password: 'b' },
  JSON.parse('{"__proto__": {"role": "admin"}, "username": "a", "password": "b"}'),
]
const calls = [
  'login',
  'forgot-password',
  'reset-password',
  'accept-invitation',
  'register',
  'refresh-token',
  'change-password',
  'confirm-password',
]
test.each(calls)('no malformed body makes %s fail with a 5xx', async (call) => {
  const browser = site.browser()
  await browser.signIn('admin')
  for (const body of [
    ...oddities,
    ...otherInputs,
    { email: 'a\u0000@b.ro' },
    { token: 'x\u0000', password: goodPassword },
  ]) {
    const answer = await browser.call('POST', `/api/authentication/${call}`, body)
    expect([JSON.stringify(body), answer.status < 500]).toEqual([JSON.stringify(body), true])
  }
})
