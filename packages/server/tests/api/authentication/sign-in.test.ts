import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import { goodPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'

let site: SessionApp
beforeAll(async () => {
  site = await startLibrarySessions()
  await site.createAccount('admin', { username: 'ana.pop' })
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const checkAuth = '/api/authentication/check-auth'

describe('signing in (R-A01, R-C03)', () => {
  test('by user name and password returns the user and sets two cookies that no script can read', async () => {
    const browser = site.browser()
    const answer = await browser.signIn('ana.pop')
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({
      id: expect.any(String),
      applicationUserId: answer.data.id,
      username: 'ana.pop',
      name: 'Ion Admin',
      email: 'ana.pop@univ.ro',
      role: 'admin',
      imagePath: null,
      mustChangePassword: false,
      universityLanguage: 'ro',
      listPageSize: 5,
    })
    const cookies = [answer.headers['set-cookie']].flat().map(String)
    const session = cookies.filter((cookie) => /^(at|rt)=/.test(cookie))
    expect(session).toHaveLength(2)
    for (const cookie of session)
      expect(cookie).toMatch(/^(at|rt)=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.call('GET', checkAuth)).data).toEqual(answer.data)
  })

  test.each(['ana.pop', 'ANA.POP', ' Ana.Pop ', 'ana.pop@univ.ro', 'Ana.Pop@Univ.RO'])(
    'accepts %j: the user name or the email address, in upper or lower case',
    async (name) => {
      expect((await site.browser().signIn(name)).status).toBe(200)
    },
  )

  test("records the time of the user's last sign-in", async () => {
    const browser = site.browser()
    const before = site.context.clock.now()
    const { data } = await browser.signIn('ana.pop')
    const after = site.context.clock.now()
    const user = await browser.call<{ lastLoginAt: string }>(
      'GET',
      `/api/authentication/users/${data.id}`,
    )
    expect(Date.parse(user.data.lastLoginAt)).toBeGreaterThanOrEqual(before.getTime())
    expect(Date.parse(user.data.lastLoginAt)).toBeLessThanOrEqual(after.getTime())
  })

  test('over HTTPS sets cookies that only this host can set', async () => {
    const secure = await startLibrarySessions({ publicOrigin: 'https://admitere.univ.ro' })
    await secure.createAccount('reader', { username: 'dan' })
    const browser = secure.browser()
    const cookies = [(await browser.signIn('dan')).headers['set-cookie']].flat().map(String)
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-(at|rt|dev)=[^;]+; Path=\/; HttpOnly; SameSite=Strict; Secure; Max-Age=\d+$/,
      )
    expect((await browser.call('GET', checkAuth)).status).toBe(200)
    await secure.close()
  })

  test('stores tokens and passwords only as hashes', async () => {
    const browser = site.browser()
    await browser.signIn('ana.pop')
    const tables = [
      'session',
      'access_token',
      'refresh_token',
      'device',
      'credential',
      'rate_limit',
      'security_event',
    ]
    const dump = JSON.stringify(
      await Promise.all(tables.map((table) => site.database.query(`select * from ${table}`))),
    )
    for (const token of browser.jar.values()) expect(dump).not.toContain(token)
    expect(dump).not.toContain(goodPassword)
    expect(dump).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
  })
})

describe('signing in fails (R-A02)', () => {
  test('with the same error for a wrong password and for an unknown, inactive or invited user', async () => {
    await site.createAccount('reader', { username: 'invited', password: null })
    const account = await site.createAccount('reader', { username: 'gone' })
    await site.database.query('update users set is_active = false where id = $1', [account])
    const attempts = [
      ['ana.pop', 'wrong password, quite long'],
      ['nobody.at.all', goodPassword],
      ['gone', goodPassword],
      ['invited', goodPassword],
      ['ana.pop', `${goodPassword}\u0000`],
      ['nobody@univ.ro', goodPassword],
    ] as const
    const answers = []
    for (const [name, password] of attempts)
      answers.push(await site.browser().signIn(name, password))
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect({ ...answer.failure, requestId: '' }).toEqual({
        success: false,
        data: null,
        message: 'Credentials are wrong.',
        code: 'credentials.wrong',
        requestId: '',
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
      expect(Object.keys(answer.headers).sort()).toEqual(
        Object.keys(answers[0]?.headers ?? {}).sort(),
      )
      expect(answer.headers['content-length']).toBe(answers[0]?.headers['content-length'])
    }
  })

  test('with the message in the language of the request', async () => {
    const answer = await site
      .browser({ language: 'ro' })
      .signIn('ana.pop', 'wrong password, quite long')
    expect(answer.failure.message).toBe('Datele de autentificare sunt greșite.')
  })

  test.each([
    ['a missing password', { username: 'ana.pop' }, 'password', 'required'],
    ['an empty user name', { username: '', password: 'x' }, 'username', 'required'],
    ['a password that is a number', { username: 'ana.pop', password: 5 }, 'password', 'type.wrong'],
    ['an unknown field', { username: 'a', password: 'b', role: 'admin' }, 'role', 'field.unknown'],
  ])('with 400 for %s', async (_, body, field, code) => {
    const answer = await site.browser().call('POST', '/api/authentication/login', body)
    expect(answer.status).toBe(400)
    expect(answer.failure.fields).toMatchObject({ [field]: [{ code }] })
  })

  test('after one password hash with the same parameters, whether or not the account exists', async () => {
    const verify = vi.spyOn(argon2, 'verify')
    /** Parameters and lengths of the hashes that one attempt is checked against. */
    const readHashParameters = async (name: string) => {
      verify.mockClear()
      expect((await site.browser().signIn(name, 'wrong password, quite long')).status).toBe(401)
      return verify.mock.calls.map(([hash]) => {
        const [, algorithm, version, parameters, salt, digest] = String(hash).split('$')
        return [algorithm, version, parameters, salt?.length, digest?.length]
      })
    }
    const accountParameters = await readHashParameters('ana.pop')
    expect(accountParameters).toHaveLength(1)
    expect(await readHashParameters('no.such.person')).toEqual(accountParameters)
  })
})
