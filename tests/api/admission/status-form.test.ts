/** The status search as a plain HTML form, for browsers without scripts. */

import { buildServer } from '@matricola/server/app/build-server.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import { applyPath, statusPath } from '#resources/paths.ts'
import { parsePage } from '#tests/support/parse-page.ts'
import { seedProgramme } from '#tests/support/seed-programme.ts'
import { validCnp } from '#tests/support/seed-university.ts'
import { startSessionApp } from '#tests/support/session-app.ts'
import { sourcePageRenderer } from '#tests/support/source-page-renderer.ts'
import {
  applicationForm,
  submitMultipart,
  updateSettings,
} from '#tests/support/submit-application.ts'
import { testedApp } from '#tests/support/tested-app.ts'

let site: SessionApp
let app: FastifyInstance
let first: WireSubmitted
const [known, unknown] = [validCnp(401), validCnp(499)]

beforeAll(async () => {
  site = await startSessionApp()
  site.freezeClock()
  const programme = await seedProgramme(site, { name: 'Logică & <b>calcul</b>' })
  await updateSettings(site, { registrationOpen: true })
  first = (await submitMultipart(site.browser(), applicationForm(401, programme))).data
  app = buildServer(testedApp, site.context, { loadPageRenderer: sourcePageRenderer })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await site.close()
})
beforeEach(() => site.resetRateLimits())

async function send(cnp: string, headers: Record<string, string> = {}, ip = '192.0.2.1') {
  const answer = await app.inject({
    method: 'POST',
    url: statusPath,
    remoteAddress: ip,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'accept-language': 'en',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    payload: new URLSearchParams({ cnp }).toString(),
  })
  const document = parsePage(answer.body)
  const mainText = (document.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' ')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    html: answer.body,
    document,
    mainText: mainText,
  }
}

describe('the form returns a page', () => {
  test('with programme, status and dates of each application, and no personal data', async () => {
    const { status, headers, mainText, document, html } = await send(known)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    for (const text of [
      'Logică & <b>calcul</b>',
      'Submitted',
      first.reference,
      'We have received your application.',
    ])
      expect(mainText).toContain(text)
    expect(document.querySelectorAll('main b, main button')).toHaveLength(0)
    for (const secret of [known, 'Pop', 'applicant.401', 'CJ100401'])
      expect(html).not.toContain(secret)
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  })

  test('that reports no application, with a link to the form (R-T05)', async () => {
    const { status, mainText, document } = await send(unknown)
    expect(status).toBe(200)
    expect(mainText).toContain(`No previous registrations found for Identity ID: ${unknown}`)
    expect(
      [...document.querySelectorAll('main a')].map((link) => link.getAttribute('href')),
    ).toEqual([statusPath, applyPath])
  })

  test('in the language of the reader', async () => {
    const { document } = await send(unknown, { 'accept-language': 'ro' })
    expect([document.documentElement.lang, document.querySelector('h1')?.textContent]).toEqual([
      'ro',
      'Starea înscrierii',
    ])
  })

  test('that explains an invalid number, keeps it, and sends no query to the database', async () => {
    const { status, mainText, document } = await send('505 041 512 9914"><b>')
    expect([status, document.title]).toEqual([
      400,
      expect.stringMatching(/^Error: Application status – /),
    ])
    expect(mainText).toContain(
      'Check each digit of the CNP: the last digit does not match the others.',
    )
    expect(document.querySelector('input')?.getAttribute('value')).toBe('505 041 512 9914"><b>')
    expect(document.querySelector('form')?.getAttribute('action')).toBe(statusPath)
    expect(await site.database.query("select 1 from rate_limit where key like 'status.%'")).toEqual(
      [],
    )
  })

  test('at the URL with a trailing slash as well, to which a page opened there posts', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'en' }
    const { body } = await app.inject({
      method: 'POST',
      url: `${statusPath}/`,
      headers,
      payload: `cnp=${known}`,
    })
    expect(body).toContain(first.reference)
  })

  test('for numbers with and without spaces', async () => {
    expect((await send(known.replace(/(\d{3})/g, '$1 '))).mainText).toContain(first.reference)
  })
})

describe('the form follows the rules of the call', () => {
  test('with ten searches a minute per address, counted together with those of the call', async () => {
    const statuses = []
    for (let i = 0; i < 11; i += 1) statuses.push((await send(i % 2 ? known : unknown)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
    const { headers, mainText } = await send(known)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(mainText).not.toContain(first.reference)
    expect((await send(known, {}, '198.51.100.7')).status).toBe(200)
    const called = await app.inject({
      ...{
        method: 'POST',
        url: '/api/registrations/status-search',
        remoteAddress: '192.0.2.1',
        payload: { cnp: known },
      },
    })
    expect(called.statusCode).toBe(429)
  })

  test('with twenty searches an hour for one number, regardless of the caller', async () => {
    const statuses = []
    for (let i = 0; i < 21; i += 1) statuses.push((await send(known, {}, `203.0.113.${i}`)).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
  })

  test('and each search counts towards the lookup throttle', async () => {
    await send(unknown)
    expect(
      await site.database.query(
        "select key, count from rate_limit where key like 'status.%s' order by key",
      ),
    ).toEqual([
      { key: 'status.lookups', count: 1 },
      { key: 'status.misses', count: 1 },
    ])
  })

  test.each(['code', 'off'])(
    'with publicStatus %s a number with applications gets the same response as one without',
    async (publicStatus) => {
      await updateSettings(site, { publicStatus })
      const [hit, miss] = [await send(known), await send(unknown)]
      expect([hit.status, hit.mainText]).toEqual([miss.status, miss.mainText])
      expect(hit.mainText).not.toContain(first.reference)
      await updateSettings(site, { publicStatus: 'minimal' })
    },
  )

  test('and another site cannot submit it', async () => {
    expect((await send(known, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await send(known, { 'sec-fetch-site': '', origin: 'https://evil.test' })).status).toBe(
      403,
    )
  })

  test('and only a small form is accepted, while other calls accept no form', async () => {
    expect((await send('1'.repeat(5000))).status).toBe(413)
    expect((await send(known, { 'content-type': 'text/plain' })).status).toBe(415)
    const login = await app.inject({
      ...{ method: 'POST', url: '/api/authentication/login', payload: 'username=a&password=b' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(login.statusCode).toBe(415)
  })

  test('and counts towards the calls a minute that one address can make', async () => {
    // A fixed clock, so that the minute does not change during the test.
    const now = site.context.clock.now()
    const context = {
      ...site.context,
      clock: { now: () => now },
      config: { ...site.context.config, requestsPerMinute: 1 },
    }
    const limited = buildServer(testedApp, context, { loadPageRenderer: sourcePageRenderer })
    const statuses = []
    for (let i = 0; i < 3; i += 1) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      statuses.push(
        (await limited.inject({ method: 'POST', url: statusPath, headers, payload: 'cnp=1' }))
          .statusCode,
      )
    }
    expect(statuses).toEqual([400, 400, 429])
    await limited.close()
  })
})
