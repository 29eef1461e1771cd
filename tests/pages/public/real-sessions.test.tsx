import { navigation } from '@matricola/console/navigation.ts'
import { clearToasts } from '@matricola/console/toasts/toast-store.ts'
import { homePath, signInPath } from '@matricola/schema/paths.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { roles } from '#resources/roles.ts'
import { session } from '#src/http.ts'
import { navigatedPaths } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { serverSide, setUpSessions } from '../support/server.ts'

const site = setUpSessions()
let goodPassword: string
beforeAll(async () => {
  goodPassword = (await serverSide()).goodPassword
})

/** Leaves the page and opens another, as a full page load does. */
async function load(address: string) {
  cleanup()
  session.reset()
  clearToasts()
  vi.mocked(navigation.replace).mockClear()
  return openPublicPage(address)
}

async function signIn(username: string, password: string) {
  const { user } = await load(signInPath)
  await user.type(await screen.findByLabelText('Username or email'), username)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return user
}

test.each(roles)(
  'signing in opens a session that the next page finds, and redirects a %s home (R-A01, R-A06)',
  async (role) => {
    await site.api.createAccount(role, { username: `some.${role}` })
    await signIn(`some.${role}`, goodPassword)
    await waitFor(() => expect(navigatedPaths()).toEqual([homePath(role)]))
    await load('/')
    await waitFor(() => expect(navigatedPaths()).toEqual([homePath(role)]))
  },
)

test('a wrong password shows the text of the specification (R-A02)', async () => {
  await site.api.createAccount('secretary', { username: 'mihai' })
  await signIn('mihai', 'not this one at all')
  // Only the toast shows this error, because the page already says what to do.
  expect(await screen.findByText('Credentials are wrong.')).toBeTruthy()
  expect(session.current()).toMatchObject({ status: 'anonymous', user: null })
})

test('a user sets a new password with the link in the email, and signs in with it (R-A04)', async () => {
  await site.api.createAccount('student', { username: 'vlad' })
  const email = (await signInAndRead('vlad', goodPassword)).email
  site.jar.clear()
  const { user } = await load(`${signInPath}?view=forgot`)
  await user.type(await screen.findByLabelText('Email'), email)
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  await waitFor(() => expect(document.querySelector('.message-success')).not.toBeNull())
  const mail = (await site.api.deliverEmails()).find(({ to }) => to.address === email)
  const link = /\/reset#t=[\w-]+/.exec(mail?.text ?? '')?.[0]
  const page = await load(link ?? 'no link was sent')
  await page.user.type(screen.getByLabelText('New password'), 'lantern orchard mosaic ferry')
  await page.user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(navigatedPaths()).toEqual([signInPath]))
  await signIn('vlad', 'lantern orchard mosaic ferry')
  await waitFor(() => expect(navigatedPaths()).toEqual(['/student']))
})

test('a password that is too easy to guess is refused with an error at its field', async () => {
  await site.api.createAccount('professor', { username: 'dana', mustChangePassword: true })
  const user = await signIn('dana', goodPassword)
  await user.type(await screen.findByLabelText('New password'), 'short')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect(
    await screen.findByText(/^Choose a longer password: at least 12 characters\./),
  ).toBeTruthy()
  await user.clear(screen.getByLabelText('New password'))
  await user.type(screen.getByLabelText('New password'), 'harbour pencil quartz willow')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(navigatedPaths()).toEqual(['/professor']))
})

test('an expired access token is refreshed without a message (R-A07)', async () => {
  await site.api.createAccount('admin', { username: 'carmen' })
  await signInAndRead('carmen', goodPassword)
  site.api.wait(11 * 60_000)
  session.reset()
  expect(await session.check()).toMatchObject({
    status: 'authenticated',
    user: { username: 'carmen' },
  })
})

async function signInAndRead(username: string, password: string) {
  await signIn(username, password)
  await waitFor(() => expect(session.current().user?.username).toBe(username))
  const { user } = session.current()
  if (!user) throw new Error('nobody is signed in')
  return user
}
