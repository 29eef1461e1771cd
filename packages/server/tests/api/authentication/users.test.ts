import type { WireRecord } from '@matricola/schema/wire/wire.ts'
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
let admin: TestBrowser
beforeAll(async () => {
  site = await startLibrarySessions()
  await site.createAccount('admin', { username: 'root.admin' })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.resetRateLimits()
  admin = site.browser()
  await admin.signIn('root.admin')
})

const register = '/api/authentication/register'
const update = '/api/authentication/users/update'
const userFields = (username: string, parts = {}) => ({
  name: 'Ștefania Țurcanu',
  username,
  email: `${username}@univ.ro`,
  role: 'librarian',
  ...parts,
})
const create = (username: string, parts = {}) =>
  admin.call<WireRecord>('POST', register, userFields(username, parts))
const checkAuth = (browser: TestBrowser) => browser.call('GET', '/api/authentication/check-auth')
const lastMailTo = async (address: string) =>
  (await site.deliverEmails()).filter((mail) => mail.to.address === address).at(-1)

describe('creating a user (R-A03, R-A12)', () => {
  test('responds "User created." and sends an invitation with which the user sets a password', async () => {
    const answer = await create('stefania')
    expect([answer.status, answer.message]).toEqual([201, 'User created.'])
    expect(answer.data).toMatchObject({ username: 'stefania', role: 'librarian', isActive: true })
    expect(answer.data.invitedAt).not.toBeNull()

    const mail = await lastMailTo('stefania@univ.ro')
    expect(mail?.text).toContain('http://localhost:3000/invitation#t=')
    const token = oneTimeTokenIn(mail)
    const guest = site.browser()
    const accept = (password: string) =>
      guest.call('POST', '/api/authentication/accept-invitation', { token, password })
    expect((await accept('Stefania2026!')).failure.fields).toEqual({
      password: [{ code: 'password.common' }],
    })
    expect((await accept(otherPassword)).status).toBe(200)
    expect((await accept(goodPassword)).failure.code).toBe('token.invalid')
    expect((await guest.signIn('stefania', otherPassword)).data.mustChangePassword).toBe(false)
  })

  test('with a first password sends no email, and the user must change it before anything else', async () => {
    expect((await create('firstpass', { password: 'gravel sonnet puddle viola' })).status).toBe(201)
    expect(await lastMailTo('firstpass@univ.ro')).toBeUndefined()
    const browser = site.browser()
    expect(
      (await browser.signIn('firstpass', 'gravel sonnet puddle viola')).data.mustChangePassword,
    ).toBe(true)
    expect((await checkAuth(browser)).status).toBe(200)
    for (const path of [
      '/api/branches',
      '/api/personal-data',
      '/api/authentication/sessions',
      '/api/settings',
      '/api/search?q=a',
    ]) {
      const answer = await browser.call('GET', path)
      if (answer.status !== 404)
        expect([path, answer.status, answer.failure.code]).toEqual([
          path,
          403,
          'password.mustChange',
        ])
    }
    const change = {
      currentPassword: 'gravel sonnet puddle viola',
      password: 'walnut tundra mosaic fjord',
    }
    expect((await browser.call('POST', '/api/authentication/change-password', change)).status).toBe(
      200,
    )
    expect((await browser.call('GET', '/api/authentication/sessions')).status).toBe(200)
    expect((await checkAuth(browser)).data).toMatchObject({ mustChangePassword: false })
  })

  test.each([
    [
      'a username that is taken, ignoring case',
      { username: 'root.admin', email: 'fresh1@univ.ro' },
      409,
      'username',
      'value.taken',
    ],
    [
      'an email address that is taken, ignoring case',
      { username: 'fresh2', email: 'Root.Admin@UNIV.ro' },
      409,
      'email',
      'value.taken',
    ],
    ['an unknown role', { username: 'fresh3', role: 'rector' }, 400, 'role', 'choice.unknown'],
    ['a missing name', { username: 'fresh4', name: '' }, 400, 'name', 'required'],
    [
      'a common password',
      { username: 'fresh5', password: 'password1234' },
      400,
      'password',
      'password.common',
    ],
    [
      'a field that only the program sets',
      { username: 'fresh6', lastLoginAt: '2026-01-01T00:00:00.000Z' },
      400,
      'lastLoginAt',
      'field.notWritable',
    ],
    [
      'a password hash instead of a password',
      { username: 'fresh7', passwordHash: 'x' },
      400,
      'passwordHash',
      'field.unknown',
    ],
  ])('is refused for %s (R-A12)', async (_, parts, status, field, code) => {
    const answer = await create('fresh', parts)
    expect(answer.status).toBe(status)
    expect(answer.failure.fields?.[field]?.[0]).toMatchObject({ code })
    expect(answer.failure.message).not.toBe('')
  })

  test.each(['librarian', 'reader'] as const)(
    'is forbidden for a %s and for an anonymous caller',
    async (role) => {
      await site.createAccount(role, { username: `plain-${role}` })
      const browser = site.browser()
      expect((await browser.call('POST', register, userFields('sneaky'))).status).toBe(401)
      await browser.signIn(`plain-${role}`)
      expect((await browser.call('POST', register, userFields('sneaky'))).status).toBe(403)
    },
  )

  test('lets an admin resend the invitation, but not to a user who has a password', async () => {
    const { data } = await create('slowpoke')
    const first = oneTimeTokenIn(await lastMailTo('slowpoke@univ.ro'))
    const secondInvitation = await admin.call(
      'POST',
      `/api/authentication/users/${data.id}/invitation`,
    )
    expect([secondInvitation.status, secondInvitation.message]).toEqual([
      200,
      'The invitation has been sent.',
    ])
    const second = oneTimeTokenIn(await lastMailTo('slowpoke@univ.ro'))
    expect(second).not.toBe(first)
    await site.browser().call('POST', '/api/authentication/accept-invitation', {
      token: second,
      password: otherPassword,
    })
    expect(
      (await admin.call('POST', `/api/authentication/users/${data.id}/invitation`)).failure.code,
    ).toBe('transition.refused')
    const late = await site.browser().call('POST', '/api/authentication/accept-invitation', {
      token: first,
      password: otherPassword,
    })
    expect(late.failure.code).toBe('token.invalid')
  })

  test('requires a new invitation once the old one is more than seven days old', async () => {
    await create('sleeper')
    const token = oneTimeTokenIn(await lastMailTo('sleeper@univ.ro'))
    site.wait(7 * 24 * 3_600_000 + 1000)
    const late = await site
      .browser()
      .call('POST', '/api/authentication/accept-invitation', { token, password: otherPassword })
    expect([late.status, late.failure.code]).toEqual([400, 'token.invalid'])
  })
})

describe('changing a user', () => {
  test('lets every user edit their own name and phone, but not their role, their active state or other accounts', async () => {
    const id = await site.createAccount('reader', { username: 'selfie' })
    const other = await site.createAccount('reader', { username: 'other' })
    const browser = site.browser()
    await browser.signIn('selfie')
    expect(
      (await browser.call('PATCH', update, { id, name: 'Ion Nou', phone: '0740123456' })).status,
    ).toBe(200)
    for (const field of [
      { role: 'admin' },
      { isActive: false },
      { email: 'x@y.ro' },
      { username: 'xyz' },
    ]) {
      const answer = await browser.call('PATCH', update, { id, ...field })
      expect([answer.status, Object.values(answer.failure.fields ?? {})]).toEqual([
        400,
        [[{ code: 'field.notWritable' }]],
      ])
    }
    expect((await browser.call('PATCH', update, { id: other, name: 'Hacked Name' })).status).toBe(
      404,
    )
    expect((await browser.call('GET', `/api/authentication/users/${other}`)).status).toBe(404)
  })

  test("requires the admin's password again after five minutes to change a role or an email address", async () => {
    const id = await site.createAccount('reader', { username: 'promoted' })
    site.wait(5 * 60_000 + 1000)
    const refusal = await admin.call('PATCH', update, { id, role: 'librarian' })
    expect([refusal.status, refusal.failure.code]).toEqual([403, 'reauthentication.required'])
    expect((await admin.call('PATCH', update, { id, email: 'new@univ.ro' })).failure.code).toBe(
      'reauthentication.required',
    )
    expect((await admin.call('PATCH', update, { id, name: 'Fara Parola' })).status).toBe(200)

    const wrongPassword = await admin.call('POST', '/api/authentication/confirm-password', {
      password: 'not the password at all',
    })
    expect([wrongPassword.status, wrongPassword.failure.fields]).toEqual([
      400,
      { password: [{ code: 'password.wrong' }] },
    ])
    expect(
      (await admin.call('POST', '/api/authentication/confirm-password', { password: goodPassword }))
        .status,
    ).toBe(200)
    expect((await admin.call('PATCH', update, { id, role: 'librarian' })).status).toBe(200)
  })

  test("to another role ends the user's sessions; the next one has the new role", async () => {
    const id = await site.createAccount('reader', { username: 'riser' })
    const browser = site.browser()
    await browser.signIn('riser')
    expect((await admin.call('PATCH', update, { id, role: 'librarian' })).status).toBe(200)
    expect((await checkAuth(browser)).failure.code).toBe('session.expired')
    expect((await browser.call('POST', '/api/authentication/refresh-token')).status).toBe(401)
    expect((await browser.signIn('riser')).data.role).toBe('librarian')
  })

  test("to inactive ends the user's sessions and links, and blocks sign-in", async () => {
    const id = await site.createAccount('reader', { username: 'leaver' })
    const browser = site.browser()
    await browser.signIn('leaver')
    await site
      .browser()
      .call('POST', '/api/authentication/forgot-password', { email: 'leaver@univ.ro' })
    const token = oneTimeTokenIn(await lastMailTo('leaver@univ.ro'))
    const answer = await admin.call(
      'POST',
      `/api/authentication/users/${id}/actions/deactivate`,
      {},
    )
    expect(answer.status).toBe(200)
    expect((await checkAuth(browser)).status).toBe(401)
    expect((await site.browser().signIn('leaver')).failure.code).toBe('credentials.wrong')
    const reset = await site
      .browser()
      .call('POST', '/api/authentication/reset-password', { token, password: otherPassword })
    expect(reset.failure.code).toBe('token.invalid')
  })

  test("to another email address notifies the old one in the account's language, and invalidates links", async () => {
    const id = await site.createAccount('reader', { username: 'mover' })
    expect((await admin.call('PATCH', update, { id, language: 'fr' })).status).toBe(200)
    await site
      .browser()
      .call('POST', '/api/authentication/forgot-password', { email: 'mover@univ.ro' })
    const token = oneTimeTokenIn(await lastMailTo('mover@univ.ro'))
    expect((await admin.call('PATCH', update, { id, email: 'mover@elsewhere.ro' })).status).toBe(
      200,
    )
    expect((await lastMailTo('mover@univ.ro'))?.subject).toBe(
      'L’adresse e-mail de votre compte a été modifiée',
    )
    const reset = await site
      .browser()
      .call('POST', '/api/authentication/reset-password', { token, password: otherPassword })
    expect(reset.failure.code).toBe('token.invalid')
  })
})

describe('the admins', () => {
  test('cannot change their own role', async () => {
    const { data } = await checkAuth(admin)
    const { id } = data as { id: string }
    expect((await admin.call('PATCH', update, { id, role: 'reader' })).failure.code).toBe(
      'access.denied',
    )
  })

  test('cannot close their own account, so at least one stays active', async () => {
    const { id } = (await checkAuth(admin)).data as { id: string }
    const answer = await admin.call('PATCH', update, { id, isActive: false })
    expect([answer.status, answer.failure.code]).toEqual([403, 'access.denied'])
    expect((await checkAuth(admin)).status).toBe(200)
  })

  test('who deactivate each other simultaneously cannot both succeed', async () => {
    const other = await site.createAccount('admin', { username: 'second.admin' })
    const { id } = (await checkAuth(admin)).data as { id: string }
    const attacker = site.browser()
    await attacker.signIn('second.admin')
    const answers = await Promise.all([
      admin.call('PATCH', update, { id: other, isActive: false }),
      attacker.call('PATCH', update, { id, isActive: false }),
    ])
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    const remainingAdmins = await site.database.query(
      "select id from users where role = 'admin' and is_active",
    )
    expect(remainingAdmins).toHaveLength(1)
  })
})
