import { startLibrarySessions } from '@matricola/testing/library/app.ts'
import {
  goodPassword,
  oneTimeTokenIn,
  otherPassword,
  type SessionApp,
  type TestBrowser,
} from '@matricola/testing/session-app.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let site: SessionApp
let admin: TestBrowser
beforeAll(async () => {
  site = await startLibrarySessions()
  await site.createAccount('admin', { username: 'ada' })
  admin = site.browser({ language: 'fr' })
  await admin.signIn('ada')
})
afterAll(() => site.close())
beforeEach(() => site.resetRateLimits())

let userCount = 0
async function createOwner(role: 'librarian' | 'reader', language: string | null) {
  userCount += 1
  const username = `owner.${userCount}`
  const id = await site.createAccount(role, { username })
  await site.database.query('update users set language = $2 where id = $1', [id, language])
  return { id, username, email: `${username}@univ.ro` }
}
const languageOf = async (id: string) =>
  (
    await site.database.query<{ language: string | null }>(
      'select language from users where id = $1',
      [id],
    )
  )[0]?.language
const mailsTo = async (address: string) =>
  (await site.deliverEmails()).filter((mail) => mail.to.address === address)
const languagesOf = async (address: string) =>
  (await mailsTo(address)).map(({ html }) => /<html lang="(\w\w)"/.exec(html)?.[1])
const setUniversityLanguage = (language: string) =>
  site.database.query('update settings set language = $1', [language])

test("the email about a new device is in the account's language, regardless of the browser of the device", async () => {
  const { id, username, email } = await createOwner('librarian', 'ro')
  await site.browser({ language: 'ro' }).signIn(username)
  const stranger = site.browser({ language: 'fr' })
  await stranger.signIn(username)
  expect(await languagesOf(email)).toEqual(['ro'])
  site.wait(60_000)
  expect((await stranger.call('POST', '/api/authentication/refresh-token')).status).toBe(200)
  expect(await languageOf(id)).toBe('ro')
})

test("a password link and its confirmation are in the account's language, regardless of the requester", async () => {
  const { email } = await createOwner('reader', 'de')
  const stranger = site.browser({ language: 'fr' })
  await stranger.call('POST', '/api/authentication/forgot-password', { email })
  const [mail] = await mailsTo(email)
  expect(mail?.html).toContain('<html lang="de"')
  const token = oneTimeTokenIn(mail)
  await stranger.call('POST', '/api/authentication/reset-password', {
    token,
    password: otherPassword,
  })
  expect((await languagesOf(email)).at(-1)).toBe('de')
})

test('the first browser of a user without a language sets it, and the language switch of the console changes it', async () => {
  const { id, username } = await createOwner('reader', null)
  const browser = site.browser({ language: 'de' })
  await browser.signIn(username)
  expect(await languageOf(id)).toBe('de')
  await browser.call('PUT', '/api/authentication/language', { language: 'en' })
  expect(await languageOf(id)).toBe('en')
})

test('an invitation is in the language that was set for the user, or else in that of the university', async () => {
  const invite = async (username: string, parts = {}) => {
    const body = {
      name: 'Ilona Gál',
      username,
      email: `${username}@univ.ro`,
      role: 'librarian',
      ...parts,
    }
    expect((await admin.call('POST', '/api/authentication/register', body)).status).toBe(201)
    return languagesOf(body.email)
  }
  expect(await invite('ilona', { language: 'de' })).toEqual(['de'])
  expect(await invite('gabor')).toEqual(['ro'])
  await setUniversityLanguage('en')
  expect(await invite('mihaly')).toEqual(['en'])
  await setUniversityLanguage('ro')
})

test('a user without a language who accepts an invitation gets the language of the browser', async () => {
  const body = { name: 'Anne Roux', username: 'anne', email: 'anne@univ.ro', role: 'reader' }
  const { data } = await admin.call<{ id: string }>('POST', '/api/authentication/register', body)
  const token = oneTimeTokenIn((await mailsTo(body.email)).at(-1))
  await site
    .browser({ language: 'fr' })
    .call('POST', '/api/authentication/accept-invitation', { token, password: goodPassword })
  expect(await languageOf(data.id)).toBe('fr')
})
