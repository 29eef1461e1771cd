import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { homeOf, signInPath } from '#model/paths.ts'
import { roles } from '#model/vocabulary.ts'
import { checkSession, currentSession, resetSession } from '#providers/session.ts'
import { navigation } from '#src/navigation.ts'
import { clearToasts } from '#src/toasts/toast-store.ts'
import { wentTo } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { serverSide, sessionsHere } from '../support/server.ts'

const site = sessionsHere()
let goodPassword: string
beforeAll(async () => {
  goodPassword = (await serverSide()).goodPassword
})

/** Leaves the page and opens another, as a full page load does. */
async function load(address: string) {
  cleanup()
  resetSession()
  clearToasts()
  vi.mocked(navigation.replace).mockClear()
  return openPublicPage(address)
}

async function signIn(username: string, password: string) {
  const { hands } = await load(signInPath)
  await hands.type(await screen.findByLabelText('Username or email'), username)
  await hands.type(screen.getByLabelText('Password'), password)
  await hands.click(screen.getByRole('button', { name: 'Sign in' }))
  return hands
}

test.each(roles)('signing in opens a session that the next page finds, and redirects a %s home (R-A01, R-A06)', async (role) => {
  await site.api.account(role, { username: `some.${role}` })
  await signIn(`some.${role}`, goodPassword)
  await waitFor(() => expect(wentTo()).toEqual([homeOf(role)]))
  await load('/')
  await waitFor(() => expect(wentTo()).toEqual([homeOf(role)]))
})

test('a wrong password shows the text of the specification (R-A02)', async () => {
  await site.api.account('secretary', { username: 'mihai' })
  await signIn('mihai', 'not this one at all')
  // Only in the toast: the page already says what to do.
  expect(await screen.findByText('Credentials are wrong.')).toBeTruthy()
  expect(currentSession()).toMatchObject({ status: 'anonymous', user: null })
})

test('the link in the email sets a new password, which then signs in (R-A04)', async () => {
  await site.api.account('student', { username: 'vlad' })
  const email = (await signInAndRead('vlad', goodPassword)).email
  site.jar.clear()
  const { hands } = await load(`${signInPath}?view=forgot`)
  await hands.type(await screen.findByLabelText('Email'), email)
  await hands.click(screen.getByRole('button', { name: 'Send link' }))
  await waitFor(() => expect(document.querySelector('.message-success')).not.toBeNull())
  const mail = (await site.api.deliver()).find(({ to }) => to.address === email)
  const link = /\/reset#t=[\w-]+/.exec(mail?.text ?? '')?.[0]
  const page = await load(link ?? 'no link was sent')
  await page.hands.type(screen.getByLabelText('New password'), 'lantern orchard mosaic ferry')
  await page.hands.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(wentTo()).toEqual([signInPath]))
  await signIn('vlad', 'lantern orchard mosaic ferry')
  await waitFor(() => expect(wentTo()).toEqual(['/student']))
})

test('a password that is too easy is refused at its field', async () => {
  await site.api.account('professor', { username: 'dana', mustChangePassword: true })
  const hands = await signIn('dana', goodPassword)
  await hands.type(await screen.findByLabelText('New password'), 'short')
  await hands.click(screen.getByRole('button', { name: 'Save password' }))
  expect(await screen.findByText(/^Choose a longer password: at least 12 characters\./)).toBeTruthy()
  await hands.clear(screen.getByLabelText('New password'))
  await hands.type(screen.getByLabelText('New password'), 'harbour pencil quartz willow')
  await hands.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(wentTo()).toEqual(['/professor']))
})

test('an expired access token is refreshed without a message (R-A07)', async () => {
  await site.api.account('admin', { username: 'carmen' })
  await signInAndRead('carmen', goodPassword)
  site.api.wait(11 * 60_000)
  resetSession()
  expect(await checkSession()).toMatchObject({ status: 'authenticated', user: { username: 'carmen' } })
})

async function signInAndRead(username: string, password: string) {
  await signIn(username, password)
  await waitFor(() => expect(currentSession().user?.username).toBe(username))
  const { user } = currentSession()
  if (!user) throw new Error('nobody is signed in')
  return user
}
