import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  oneTimeTokenIn,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions()
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

let userCount = 0
async function createUser(): Promise<{ id: string; username: string; email: string }> {
  userCount += 1
  const username = `person.${userCount}`
  return {
    id: await site.createAccount('reader', { username }),
    username,
    email: `${username}@univ.ro`,
  }
}

const requestPasswordReset = (email: unknown, browser: TestBrowser = site.browser()) =>
  browser.call<string>('POST', '/api/authentication/forgot-password', { email })
const reset = (token: string, password: string) =>
  site.browser().call('POST', '/api/authentication/reset-password', { token, password })
const mailsTo = async (address: string) =>
  (await site.deliverEmails()).filter((mail) => mail.to.address === address)

describe('a forgotten password (R-A04)', () => {
  test('is reset with an emailed link: the response contains the text to show, and the link works once', async () => {
    const { username, email } = await createUser()
    const old = site.browser()
    await old.signIn(username)
    const answer = await requestPasswordReset(email.toUpperCase())
    expect([answer.status, answer.data]).toEqual([
      200,
      'If an account with this email address exists, we have sent a link to choose a new password.',
    ])
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain('http://localhost:3000/reset#t=')
    const token = oneTimeTokenIn(mail)
    expect((await reset(token, otherPassword)).status).toBe(200)
    expect((await old.call('GET', '/api/authentication/check-auth')).status).toBe(401)
    expect((await site.browser().signIn(username, goodPassword)).status).toBe(401)
    expect((await site.browser().signIn(username, otherPassword)).status).toBe(200)
    const repeated = await reset(token, 'walnut tundra mosaic fjord')
    expect([repeated.status, repeated.failure.code]).toEqual([400, 'token.invalid'])
    expect((await mailsTo(email)).at(-1)?.subject).toBe('Your password was changed')
  })

  test('gets the same response for an unknown, inactive or malformed address', async () => {
    const { email, id } = await createUser()
    const known = await requestPasswordReset(email)
    await site.database.query('update users set is_active = false where id = $1', [id])
    for (const address of [email, 'nobody@univ.ro', 'not an address', 'a@b.ro\r\nBcc: c@d.ro']) {
      const answer = await requestPasswordReset(address)
      expect([answer.status, answer.text]).toEqual([known.status, known.text])
      expect({ ...answer.headers, date: '' }).toEqual({ ...known.headers, date: '' })
    }
    expect(
      (await site.deliverEmails()).filter((mail) => mail.to.address === 'nobody@univ.ro'),
    ).toEqual([])
    expect(await mailsTo(email)).toEqual([])
  })

  test('sends at most three emails an hour to one address, without revealing that', async () => {
    const { email } = await createUser()
    for (let i = 0; i < 8; i += 1)
      expect(
        (await requestPasswordReset(email, site.browser({ ip: `198.51.100.${i}` }))).status,
      ).toBe(200)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('gets a response in the language of the caller', async () => {
    const { email } = await createUser()
    const answer = await requestPasswordReset(email, site.browser({ language: 'de' }))
    expect(answer.data).toMatch(/^Wenn es ein Konto mit dieser E-Mail-Adresse gibt/)
    expect((await mailsTo(email))[0]?.subject).toBe('Wählen Sie ein neues Passwort')
  })

  test('keeps three links valid at a time, so that a stranger cannot invalidate the owner’s link', async () => {
    const { email } = await createUser()
    const tokens: string[] = []
    for (let i = 0; i < 4; i += 1) {
      await site.resetRateLimits()
      site.wait(1000)
      await requestPasswordReset(email)
      tokens.push(oneTimeTokenIn((await mailsTo(email)).at(-1)))
    }
    expect((await reset(tokens[0] ?? '', otherPassword)).failure.code).toBe('token.invalid')
    expect((await reset(tokens[1] ?? '', otherPassword)).status).toBe(200)
    expect((await reset(tokens[3] ?? '', 'walnut tundra mosaic fjord')).failure.code).toBe(
      'token.invalid',
    )
  })

  test('link expires after twenty minutes, and when the password is changed', async () => {
    const { email, username } = await createUser()
    await requestPasswordReset(email)
    const late = oneTimeTokenIn((await mailsTo(email)).at(-1))
    site.wait(20 * 60_000 + 1000)
    expect((await reset(late, otherPassword)).failure.code).toBe('token.invalid')

    await requestPasswordReset(email)
    const token = oneTimeTokenIn((await mailsTo(email)).at(-1))
    const browser = site.browser()
    await browser.signIn(username)
    await browser.call('POST', '/api/authentication/change-password', {
      currentPassword: goodPassword,
      password: otherPassword,
    })
    expect((await reset(token, 'walnut tundra mosaic fjord')).failure.code).toBe('token.invalid')
  })

  test('link remains valid after a refused password', async () => {
    const { email } = await createUser()
    await requestPasswordReset(email)
    const token = oneTimeTokenIn((await mailsTo(email)).at(-1))
    for (const [password, code] of [
      ['short', 'password.tooShort'],
      ['password1234', 'password.common'],
      [goodPassword, 'password.same'],
    ] as const) {
      const answer = await reset(token, password)
      expect([answer.status, answer.failure.fields?.password?.[0]?.code]).toEqual([400, code])
    }
    expect((await reset(token, otherPassword)).status).toBe(200)
  })

  test('link works once when it is used twice simultaneously', async () => {
    const { email } = await createUser()
    await requestPasswordReset(email)
    const token = oneTimeTokenIn((await mailsTo(email)).at(-1))
    const answers = await Promise.all([
      reset(token, otherPassword),
      reset(token, 'walnut tundra mosaic fjord'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  test('link cannot be guessed more than thirty times an hour from one address', async () => {
    const statuses = []
    for (let i = 0; i < 31; i += 1)
      statuses.push((await reset('A'.repeat(43), otherPassword)).status)
    expect(statuses.slice(0, 30).every((status) => status === 400)).toBe(true)
    expect(statuses[30]).toBe(429)
  })

  test('token is never stored unhashed', async () => {
    const { email } = await createUser()
    await requestPasswordReset(email)
    const token = oneTimeTokenIn((await mailsTo(email)).at(-1))
    const dump = JSON.stringify([
      await site.database.query('select * from one_time_token'),
      await site.database.query('select * from outbox_mail'),
    ])
    expect(dump).not.toContain(token)
  })
})

describe("changing one's own password", () => {
  test.each([
    [
      'a wrong current password',
      { currentPassword: 'not it at all, sorry', password: otherPassword },
      'currentPassword',
      'password.wrong',
    ],
    [
      'the same password',
      { currentPassword: goodPassword, password: goodPassword },
      'password',
      'password.same',
    ],
    [
      'a password of eleven characters',
      { currentPassword: goodPassword, password: 'kuf!9vwtzqx' },
      'password',
      'password.tooShort',
    ],
    [
      'a common password',
      { currentPassword: goodPassword, password: 'qwertyuiop12' },
      'password',
      'password.common',
    ],
    [
      'the user’s own name',
      { currentPassword: goodPassword, password: 'Ion-Student-2026' },
      'password',
      'password.common',
    ],
    ['none', { currentPassword: goodPassword }, 'password', 'required'],
  ])('is refused with %s', async (_, body, field, code) => {
    const { username } = await createUser()
    const browser = site.browser()
    await browser.signIn(username)
    const answer = await browser.call('POST', '/api/authentication/change-password', body)
    expect([answer.status, answer.failure.fields?.[field]?.[0]?.code]).toEqual([400, code])
    expect((await browser.call('GET', '/api/authentication/check-auth')).status).toBe(200)
  })

  test('cannot be brute-forced from a stolen session: ten attempts, then increasing delays', async () => {
    const { username } = await createUser()
    const browser = site.browser()
    await browser.signIn(username)
    const statuses = []
    for (let i = 0; i < 12; i += 1) {
      const body = { currentPassword: `wrong guess number ${i}`, password: otherPassword }
      statuses.push(
        (await browser.call('POST', '/api/authentication/change-password', body)).status,
      )
    }
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.at(-1)).toBe(429)
  })
})
