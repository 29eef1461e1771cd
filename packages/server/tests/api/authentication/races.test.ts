import {
  libraryEngines as engines,
  library,
  startLibrarySessions,
} from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  oneTimeTokenIn,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../mail/outbox.ts'

describe.each(engines)('simultaneous calls on $engine', ({ open }) => {
  let site: SessionApp
  beforeAll(async () => {
    site = await startLibrarySessions({}, open)
    site.freezeClock()
  })
  afterAll(() => site.close())
  beforeEach(() => site.resetRateLimits())

  const copyOf = (browser: TestBrowser): TestBrowser => site.browser({ cookies: browser.jar })
  const checkAuth = (browser: TestBrowser) => browser.call('GET', '/api/authentication/check-auth')

  test.each([1, 2, 3, 4])(
    'fifty refreshes with one token rotate it once and end no session (round %i)',
    async (round) => {
      await site.createAccount('reader', { username: `tabs${round}` })
      const browser = site.browser()
      await browser.signIn(`tabs${round}`)
      const tabs = Array.from({ length: 50 }, () => copyOf(browser))
      const answers = await Promise.all(
        tabs.map((tab) => tab.call('POST', '/api/authentication/refresh-token')),
      )
      expect(
        answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 429),
      ).toEqual([])
      expect(tabs.filter((tab) => tab.jar.get('rt') !== browser.jar.get('rt'))).toHaveLength(1)
      const [live] = await site.database.query<{ n: number }>(
        `select count(*) as n from refresh_token r join session s on s.id = r.session_id join users u on u.id = s.user_id
       where u.username = $1 and r.used_at is null and r.revoked_at is null and s.revoked_at is null`,
        [`tabs${round}`],
      )
      expect(live?.n).toBe(1)
      for (const [i, tab] of tabs.entries())
        if (answers[i]?.status === 200) expect((await checkAuth(tab)).status).toBe(200)
    },
  )

  test('only ten of fifty simultaneous password guesses are checked', async () => {
    await site.createAccount('reader', { username: 'guessed' })
    const guess = (i: number) =>
      site.browser({ ip: `203.0.113.${i}` }).signIn('guessed', `wrong guess number ${i}`)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(i)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => ![401, 429].includes(status))).toEqual([])
  })

  test('a reset link that is used twice simultaneously works once', async () => {
    await site.createAccount('reader', { username: 'forgetful' })
    await site
      .browser()
      .call('POST', '/api/authentication/forgot-password', { email: 'forgetful@univ.ro' })
    const token = oneTimeTokenIn((await site.deliverEmails()).at(-1))
    const reset = (password: string) =>
      site.browser().call('POST', '/api/authentication/reset-password', { token, password })
    const answers = await Promise.all([reset(otherPassword), reset('walnut tundra mosaic fjord')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('if two admins deactivate each other, one stays active', async () => {
    const ids = [
      await site.createAccount('admin', { username: 'first.admin' }),
      await site.createAccount('admin', { username: 'other.admin' }),
    ]
    const [one, two] = [site.browser(), site.browser()]
    await one.signIn('first.admin')
    await two.signIn('other.admin')
    const update = '/api/authentication/users/update'
    await Promise.all([
      one.call('PATCH', update, { id: ids[1], isActive: false }),
      two.call('PATCH', update, { id: ids[0], isActive: false }),
    ])
    expect(
      await site.database.query("select id from users where role = 'admin' and is_active"),
    ).toHaveLength(1)
  })

  test('several mail senders send each email once', async () => {
    await site.database.query('delete from outbox_mail')
    const before = site.emails.length
    for (let i = 0; i < 6; i += 1) {
      await site.createAccount('reader', { username: `mailed${i}` })
      await site
        .browser({ ip: `198.51.100.${i}` })
        .call('POST', '/api/authentication/forgot-password', { email: `mailed${i}@univ.ro` })
    }
    await Promise.all(
      [1, 2, 3, 4].map(() => sendDueMails(site.context, library.packs.mails(site.context))),
    )
    const addresses = site.emails.slice(before).map((mail) => mail.to.address)
    expect(addresses.sort()).toEqual([0, 1, 2, 3, 4, 5].map((i) => `mailed${i}@univ.ro`))
  })

  test('eleven sign-ins leave ten sessions', async () => {
    const id = await site.createAccount('reader', { username: 'many' })
    const answers = await Promise.all(
      Array.from({ length: 11 }, () => site.browser().signIn('many', goodPassword)),
    )
    expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
    const live = await site.database.query(
      'select id from session where user_id = $1 and revoked_at is null',
      [id],
    )
    expect(live.length).toBeLessThanOrEqual(10)
  })
})
