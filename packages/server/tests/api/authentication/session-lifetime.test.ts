import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions()
  for (const name of ['maria', 'radu', 'elena', 'vlad'])
    await site.createAccount('reader', { username: name })
  await site.createAccount('librarian', { username: 'office' })
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const minute = 60_000
const hour = 60 * minute
const checkAuth = (browser: TestBrowser) => browser.call('GET', '/api/authentication/check-auth')
const refresh = (browser: TestBrowser) => browser.call('POST', '/api/authentication/refresh-token')
const signOut = (browser: TestBrowser) => browser.call('DELETE', '/api/authentication/revoke-auth')

async function signedIn(name: string, options = {}): Promise<TestBrowser> {
  const browser = site.browser(options)
  const answer = await browser.signIn(name)
  expect(answer.status).toBe(200)
  return browser
}

const copyOf = (browser: TestBrowser): TestBrowser => site.browser({ cookies: browser.jar })

describe('a session', () => {
  test('is required for check-auth: without a cookie 401 session.required (R-C03)', async () => {
    const answer = await checkAuth(site.browser())
    expect([answer.status, answer.failure.code]).toEqual([401, 'session.required'])
  })

  test('is missing with cookies that the program never issued: 401 session.expired', async () => {
    const browser = site.browser()
    browser.jar.set('at', 'A'.repeat(43))
    expect((await checkAuth(browser)).failure.code).toBe('session.expired')
  })

  test('is rejected when a session cookie is sent twice', async () => {
    const browser = await signedIn('maria')
    const cookie = `at=${'B'.repeat(43)}; at=${browser.jar.get('at')}`
    const answer = await site
      .browser()
      .call('GET', '/api/authentication/check-auth', undefined, { headers: { cookie } })
    expect([answer.status, answer.failure.code]).toEqual([401, 'session.required'])
  })

  test('returns 401 once the access token is ten minutes old, and continues after one refresh (R-A07)', async () => {
    const browser = await signedIn('maria')
    site.wait(10 * minute + 1000)
    expect((await checkAuth(browser)).failure.code).toBe('session.expired')
    const old = new Map(browser.jar)
    const answer = await refresh(browser)
    expect([answer.status, answer.data]).toEqual([200, {}])
    expect(browser.jar.get('at')).not.toBe(old.get('at'))
    expect(browser.jar.get('rt')).not.toBe(old.get('rt'))
    expect((await checkAuth(browser)).status).toBe(200)
  })

  test('of staff ends after an hour of inactivity, of a student after twelve hours', async () => {
    const office = await signedIn('office')
    const student = await signedIn('maria')
    site.wait(hour + 1000)
    expect((await refresh(office)).failure.code).toBe('session.expired')
    expect((await refresh(student)).status).toBe(200)
    site.wait(12 * hour + 1000)
    expect((await refresh(student)).failure.code).toBe('session.expired')
  })

  test('of staff ends after twelve hours at the latest, and its cookies expire with the browser', async () => {
    const office = site.browser()
    const cookies = [(await office.signIn('office')).headers['set-cookie']].flat().map(String)
    for (const cookie of cookies.filter((line) => /^(at|rt)=/.test(line)))
      expect(cookie).not.toMatch(/max-age|expires/i)
    for (let i = 0; i < 14; i += 1) {
      site.wait(55 * minute)
      await refresh(office)
    }
    expect((await refresh(office)).failure.code).toBe('session.required')
  })

  test('that fails to refresh says "Session expired. Please login again." and loses its cookies (R-A08)', async () => {
    const browser = await signedIn('maria')
    await signOut(copyOf(browser))
    const answer = await refresh(browser)
    expect([answer.status, answer.failure.message]).toEqual([
      401,
      'Session expired. Please login again.',
    ])
    expect(browser.jar.has('at')).toBe(false)
    expect(browser.jar.has('rt')).toBe(false)
  })

  test('is limited to ten per user: a new one removes the oldest', async () => {
    const first = await signedIn('vlad')
    const others: TestBrowser[] = []
    for (let i = 0; i < 10; i += 1) {
      site.wait(1000)
      others.push(await signedIn('vlad'))
    }
    expect((await checkAuth(first)).status).toBe(401)
    for (const other of others) expect((await checkAuth(other)).status).toBe(200)
  })

  test('is replaced when the same browser signs in again', async () => {
    const browser = await signedIn('maria')
    const fixedBrowser = copyOf(browser)
    await browser.signIn('radu')
    expect((await checkAuth(fixedBrowser)).status).toBe(401)
    expect((await refresh(fixedBrowser)).status).toBe(401)
    expect((await checkAuth(browser)).data).toMatchObject({ username: 'radu' })
  })
})

describe('signing out (R-A05)', () => {
  test('ends the session, clears cookies and cache and says "Successfully logout."', async () => {
    const browser = await signedIn('maria')
    const oldBrowser = copyOf(browser)
    const answer = await signOut(browser)
    expect([answer.status, answer.data, answer.message]).toEqual([200, {}, 'Successfully logout.'])
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(browser.jar.has('at') || browser.jar.has('rt')).toBe(false)
    expect((await checkAuth(oldBrowser)).status).toBe(401)
    expect((await refresh(oldBrowser)).status).toBe(401)
  })

  test('works with an expired access token, twice, and without a session', async () => {
    const browser = await signedIn('maria')
    const oldBrowser = copyOf(browser)
    site.wait(11 * minute)
    expect((await signOut(browser)).status).toBe(200)
    expect((await signOut(oldBrowser)).status).toBe(200)
    expect((await signOut(site.browser())).message).toBe('Successfully logout.')
    expect((await refresh(oldBrowser)).status).toBe(401)
  })

  test("keeps the user's other sessions", async () => {
    const [one, two] = [await signedIn('maria'), await signedIn('maria')]
    await signOut(one)
    expect((await checkAuth(two)).status).toBe(200)
  })
})

describe('refreshing', () => {
  const findUnusedTokens = (browser: TestBrowser) =>
    site.database.query(
      `select l.hash from refresh_token l join refresh_token mine on mine.session_id = l.session_id
       where mine.hash = encode(sha256($1::bytea), 'hex') and l.used_at is null and l.revoked_at is null`,
      [Buffer.from(browser.jar.get('rt') ?? '')],
    )

  test('fifty times simultaneously with one token rotates once and ends no session', async () => {
    const browser = await signedIn('maria')
    const tabs = Array.from({ length: 50 }, () => copyOf(browser))
    const answers = await Promise.all(tabs.map(refresh))
    const rotated = tabs.filter(
      (tab, i) => answers[i]?.status === 200 && tab.jar.get('rt') !== browser.jar.get('rt'),
    )
    expect(rotated).toHaveLength(1)
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    for (const [i, tab] of tabs.entries())
      if (answers[i]?.status === 200) expect((await checkAuth(tab)).status).toBe(200)
    expect(await findUnusedTokens(browser)).toHaveLength(1)
    site.wait(11 * minute)
    await site.resetRateLimits()
    const [winner] = rotated
    expect(winner && (await refresh(winner)).status).toBe(200)
  })

  test('with a used token ends the whole session once its successor has been seen', async () => {
    const browser = await signedIn('maria')
    const stolenBrowser = copyOf(browser)
    await refresh(browser)
    await checkAuth(browser)
    site.wait(11_000)
    const answer = await refresh(stolenBrowser)
    expect([answer.status, answer.failure.code]).toEqual([401, 'session.expired'])
    expect((await checkAuth(browser)).status).toBe(401)
    expect((await refresh(browser)).status).toBe(401)
    const events = await site.database.query(
      "select id from security_event where kind = 'tokenReused'",
    )
    expect(events.length).toBeGreaterThan(0)
    const mails = (await site.deliverEmails()).filter(
      (mail) => mail.subject === 'One of your sessions was ended',
    )
    expect(mails).toHaveLength(1)
  })

  test('with a token two generations old counts as theft even within the ten seconds', async () => {
    const browser = await signedIn('radu')
    const old = copyOf(browser)
    await refresh(browser)
    await refresh(browser)
    expect((await refresh(old)).status).toBe(401)
    expect((await checkAuth(browser)).status).toBe(401)
  })

  test('survives a lost response three times, but not a fourth', async () => {
    const browser = await signedIn('elena')
    const refreshAfterLoss = async () => {
      site.wait(11_000)
      return (await refresh(copyOf(browser))).status
    }
    expect(await refreshAfterLoss()).toBe(200)
    expect([await refreshAfterLoss(), await refreshAfterLoss(), await refreshAfterLoss()]).toEqual([
      200, 200, 200,
    ])
    expect(await refreshAfterLoss()).toBe(401)
  })

  test('keeps the session that recovered from a lost response', async () => {
    const browser = await signedIn('elena')
    await refresh(copyOf(browser))
    site.wait(11 * minute)
    expect((await refresh(browser)).status).toBe(200)
    expect((await checkAuth(browser)).status).toBe(200)
    expect(await findUnusedTokens(browser)).toHaveLength(1)
    site.wait(11 * minute)
    expect((await refresh(browser)).status).toBe(200)
  })

  test('does not accept an access token as a refresh token', async () => {
    const browser = await signedIn('maria')
    browser.jar.set('rt', browser.jar.get('at') ?? '')
    expect((await refresh(browser)).status).toBe(401)
  })
})

describe('every session of a user ends', () => {
  const events: [name: string, end: (id: string, browser: TestBrowser) => Promise<unknown>][] = [
    [
      'at a change of the password, except the current one',
      async (_, browser) => {
        const answer = await browser.call('POST', '/api/authentication/change-password', {
          currentPassword: goodPassword,
          password: otherPassword,
        })
        expect(answer.status).toBe(200)
        expect((await checkAuth(browser)).status).toBe(200)
      },
    ],
    [
      'at a deactivation in the database',
      (id) => site.database.query('update users set is_active = false where id = $1', [id]),
    ],
  ]
  test.each(events)('%s', async (name, end) => {
    const username = `ended${events.findIndex(([known]) => known === name)}`
    const id = await site.createAccount('reader', { username })
    const ownBrowser = await signedIn(username)
    const others = [await signedIn(username), await signedIn(username)]
    await end(id, ownBrowser)
    for (const other of others) {
      expect((await checkAuth(other)).failure.code).toBe('session.expired')
      expect((await refresh(other)).failure.code).toBe('session.expired')
    }
  })
})

describe("a user's own sessions", () => {
  const sessions = '/api/authentication/sessions'
  interface Entry {
    id: string
    isCurrent: boolean
    device: string
    address: string
  }

  test('are listed with browser and shortened address, and can be ended individually', async () => {
    await site.createAccount('reader', { username: 'own' })
    const ownBrowser = await signedIn('own')
    const otherBrowser = await signedIn('own', {
      ip: '198.51.100.23',
      agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18) Version/18 Safari/604',
    })
    const { list } = (await ownBrowser.call<{ list: Entry[] }>('GET', sessions)).data
    expect(list).toHaveLength(2)
    const other = list.find(({ isCurrent }) => !isCurrent)
    expect(other).toMatchObject({ device: 'Safari, iOS', address: '198.51.100.0' })
    expect((await ownBrowser.call('DELETE', `${sessions}/${other?.id}`)).status).toBe(200)
    expect((await checkAuth(otherBrowser)).status).toBe(401)
    expect((await checkAuth(ownBrowser)).status).toBe(200)
  })

  test('other than the current one require the password if it was entered more than five minutes ago', async () => {
    await site.createAccount('reader', { username: 'later' })
    const otherBrowser = await signedIn('later')
    const ownBrowser = await signedIn('later')
    site.wait(6 * minute)
    const { list } = (await ownBrowser.call<{ list: Entry[] }>('GET', sessions)).data
    const other = list.find(({ isCurrent }) => !isCurrent)
    const currentSession = list.find(({ isCurrent }) => isCurrent)
    const refusal = await ownBrowser.call('DELETE', `${sessions}/${other?.id}`)
    expect([refusal.status, refusal.failure.code]).toEqual([403, 'reauthentication.required'])
    expect((await checkAuth(otherBrowser)).status).toBe(200)
    await ownBrowser.call('POST', '/api/authentication/confirm-password', {
      password: goodPassword,
    })
    expect((await ownBrowser.call('DELETE', `${sessions}/${other?.id}`)).status).toBe(200)
    expect((await checkAuth(otherBrowser)).status).toBe(401)
    site.wait(6 * minute)
    await refresh(ownBrowser)
    expect((await ownBrowser.call('DELETE', `${sessions}/${currentSession?.id}`)).status).toBe(200)
  })

  test('do not include sessions of other users, which cannot be ended', async () => {
    const mine = await signedIn('radu')
    const otherSession = await signedIn('maria')
    const { list } = (await otherSession.call<{ list: Entry[] }>('GET', sessions)).data
    expect((await mine.call('DELETE', `${sessions}/${list[0]?.id}`)).status).toBe(404)
    expect((await checkAuth(otherSession)).status).toBe(200)
  })
})
