import { createLog } from '@matricola/server/http/request-log.ts'
import {
  goodPassword,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { validCnp } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

const cnp = validCnp(417)
const email = 'planted.person@univ.ro'
const name = 'Zefirina Plantata'
const token = 'Pl4ntedT0ken'.padEnd(43, 'x')

/** Everything that must not appear in a log. */
const secrets: Record<string, string> = {
  cnp,
  email,
  name,
  token,
  password: goodPassword,
  otherPassword,
  search: 'cuvântcăutat',
}

/** Makes valid and invalid calls of all kinds, with personal data in every part of the request. */
async function callEverything(site: SessionApp): Promise<void> {
  const adminId = await site.createAccount('admin', { username: 'root' })
  const admin = site.browser()
  const rememberSecrets = (browser: TestBrowser) => {
    for (const [cookie, value] of browser.jar) secrets[`${cookie} ${value.slice(0, 4)}`] = value
  }
  await admin.signIn('root')
  rememberSecrets(admin)
  await admin.call('POST', '/api/authentication/refresh-token')
  rememberSecrets(admin)
  await site.browser().signIn(email, otherPassword)
  await site.browser().call('POST', '/api/authentication/forgot-password', { email })
  await site
    .browser()
    .call('POST', '/api/authentication/reset-password', { token, password: goodPassword })
  const person = { name, email, cnp }
  await admin.call('POST', '/api/authentication/register', {
    ...person,
    username: 'zefirina',
    role: 'student',
  })
  await admin.call('POST', '/api/students/create', person)
  await admin.call('PATCH', '/api/students/update', { id: adminId, ...person })
  await admin.call(
    'GET',
    `/api/students?search=${encodeURIComponent(secrets.search ?? '')}&filters[cnp]=${cnp}`,
  )
  await admin.call('GET', `/api/search?q=${cnp}`)
  await admin.call('GET', `/api/students/${cnp}`)
  await admin.call('GET', `/api/nothing/${email}/${token}`)
  await admin.call('POST', '/api/students/create', undefined, {
    payload: `{"cnp":"${cnp}","name":"${name}"`,
  })
  await admin.call('GET', '/api/students', undefined, {
    headers: { 'x-planted': `${cnp} ${email}`, referer: `http://localhost/${cnp}` },
  })
  await admin.call('GET', '/api/students', undefined, {
    headers: { cookie: `at=${token}; at=${token}` },
  })
  await site.app.inject({
    url: '/api/students',
    headers: { origin: `https://${email}` },
    method: 'POST',
  })
  await site.deliverEmails()
}

let site: SessionApp
const scrubbed: string[] = []
const raw: string[] = []
beforeAll(async () => {
  // The log of one application with the final scrubbing, and that of another one without it.
  const written = createLog('trace', { write: (line) => scrubbed.push(line) })
  const rawLogger = pino({ level: 'trace' }, { write: (line: string) => raw.push(line) })
  site = await startSessionApp({}, undefined, { log: written })
  await callEverything(site)
  const second = await startSessionApp({}, undefined, { log: rawLogger })
  await callEverything(second)
  await second.close()
})
afterAll(() => site.close())

describe('after calls with personal data in every part of a request, the log', () => {
  test('contains a line for each call', () => {
    expect(scrubbed.filter((line) => line.includes('"route"')).length).toBeGreaterThan(15)
    for (const status of [200, 400, 401, 404])
      expect(scrubbed.join('')).toContain(`"status":${status}`)
    expect(Object.keys(secrets).length).toBeGreaterThan(10)
  })

  test('contains no personal number, address, name, password, token or search term', () => {
    const text = scrubbed.join('')
    expect(Object.entries(secrets).filter(([, value]) => text.includes(value))).toEqual([])
    expect(text).not.toMatch(/\b[1-9]\d{12}\b|@univ\.ro/)
  })

  test('would contain no personal data even without the scrubber', () => {
    const text = raw.join('')
    expect(raw.length).toBeGreaterThan(15)
    expect(Object.entries(secrets).filter(([, value]) => text.includes(value))).toEqual([])
  })
})
