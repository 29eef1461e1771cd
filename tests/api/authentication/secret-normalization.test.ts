/**
 * Secrets as different systems enter them: composed or decomposed letters, and the characters that
 * copying leaves around a code.
 */

import { compactCode } from '@matricola/schema/values/characters.ts'
import { goodPassword, type SessionApp } from '@matricola/testing/session-app.ts'
import { firstTextValueOf } from '@matricola/testing/text-values.ts'
import argon2 from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { normalizeCertificateCode } from '#resources/academic/certificate.ts'
import { normalizeAccessCode } from '#resources/admission/access-code.ts'
import { startSessionApp } from '#tests/support/session-app.ts'

let site: SessionApp
beforeAll(async () => {
  site = await startSessionApp()
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

const [composed, decomposed] = [
  firstTextValueOf('password when set'),
  firstTextValueOf('password at sign-in'),
]
const spellings = [
  ['composed', composed],
  ['decomposed', decomposed],
] as const
const pairs = spellings.flatMap(([set, password]) =>
  spellings.map(([typed, attempt]) => ({ set, typed, password, attempt })),
)

let userCount = 0
async function createUserWith(password: string) {
  userCount += 1
  const username = `typist.${userCount}`
  return { id: await site.createAccount('student', { username, password }), username }
}
const statusOf = async (username: string, password: string) =>
  (await site.browser().signIn(username, password)).status

describe('a password with letters that some systems type as two characters', () => {
  test.each(pairs)('set $set signs in when typed $typed', async ({ password, attempt }) => {
    const { username } = await createUserWith(goodPassword)
    const browser = site.browser()
    await browser.signIn(username, goodPassword)
    const change = await browser.call('POST', '/api/authentication/change-password', {
      currentPassword: goodPassword,
      password,
    })
    expect(change.status).toBe(200)
    expect(await statusOf(username, attempt)).toBe(200)
  })

  test.each(pairs)(
    'hashed $set by an earlier version still signs in when typed $typed',
    async ({ password, attempt }) => {
      const { id, username } = await createUserWith(goodPassword)
      const hash = await argon2.hash(password, {
        algorithm: 2,
        memoryCost: 19_456,
        timeCost: 2,
        secret: site.context.keys.pepper,
      })
      await site.database.query('update credential set password_hash = $2 where user_id = $1', [
        id,
        hash,
      ])
      expect(await statusOf(username, attempt)).toBe(200)
    },
  )

  test.each(spellings)('is accepted for reauthentication when typed %s', async (_, attempt) => {
    const { username } = await createUserWith(composed)
    const browser = site.browser()
    await browser.signIn(username, composed)
    expect(
      (await browser.call('POST', '/api/authentication/confirm-password', { password: attempt }))
        .status,
    ).toBe(200)
  })

  test('does not count as a new password in its other encoding', async () => {
    const { username } = await createUserWith(composed)
    const browser = site.browser()
    await browser.signIn(username, composed)
    const answer = await browser.call('POST', '/api/authentication/change-password', {
      currentPassword: composed,
      password: decomposed,
    })
    expect(answer.failure.fields).toEqual({ password: [{ code: 'password.same' }] })
  })

  test('is as long as the number of visible characters, in every encoding', async () => {
    const { username } = await createUserWith(goodPassword)
    const browser = site.browser()
    await browser.signIn(username, goodPassword)
    const password = 'ășîțâășîț'.normalize('NFD')
    const answer = await browser.call('POST', '/api/authentication/change-password', {
      currentPassword: goodPassword,
      password,
    })
    expect(answer.failure.fields).toEqual({
      password: [{ code: 'password.tooShort', params: { min: 12 } }],
    })
  })

  test.each(['Parola-șîțâ-2026-x', `${composed} `, composed.toUpperCase(), `\u200b${composed}`])(
    'differs from %j: only the encoding of its letters is normalised',
    async (attempt) => {
      const { username } = await createUserWith(composed)
      expect(await statusOf(username, attempt)).toBe(401)
    },
  )
})

test.each([
  '\u202aclerk.one\u202c',
  'clerk\u200b.one',
  '\ufeffclerk.one\u00a0',
  'CLERK.ONE\u200e',
  'ｃｌｅｒｋ.one',
  '\u202aclerk.one@univ.ro\u202c',
])('the sign-in name %j finds its account', async (typed) => {
  if (!(await site.database.query(`select 1 from users where username = 'clerk.one'`)).length)
    await site.createAccount('secretary', { username: 'clerk.one' })
  expect(await statusOf(typed, goodPassword)).toBe(200)
})

test.each([
  '7KQF3-MZD4X',
  '7kqf3 mzd4x',
  '7KQF3-\u2060MZD4X',
  '\u202a7KQF3\u2011MZD4X\u202c',
  '7KQF3\u2013MZD4X',
  '７ＫＱＦ３ＭＺＤ４Ｘ',
  '\u00a07kqf3\u200bmzd4x',
])(
  'the access code %j is the code 7KQF3-MZD4X, and so is the code that resumes an application',
  (typed) => {
    expect(normalizeAccessCode(typed)).toBe('7KQF3MZD4X')
  },
)

test('codes of certificates and applications are compared without characters that copying adds', () => {
  expect(compactCode('\u202aid 1234\u20115678\u202c')).toBe('ID12345678')
  const code = '0000-0000-0000'
  expect(normalizeCertificateCode(`\u200e${code.replaceAll('-', '\u2011')}\u00a0`)).toBe(code)
})
