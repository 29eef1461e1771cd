import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionEndpoints } from '#model/endpoints.ts'
import { signInPath } from '#model/paths.ts'
import { currentSession } from '#providers/session.ts'
import { wentTo } from '../support/browser.ts'
import { failure, on, someone, success } from '../support/network.ts'
import { openPublicPage } from '../support/public-page.tsx'

const nobody = () => {
  on(sessionEndpoints.checkAuth, () => failure(401, 'session.required', 'Sign in to continue.'))
  on(sessionEndpoints.refresh, () => failure(401, 'session.required', 'Sign in to continue.'))
}

async function signInAs(username: string, password: string) {
  const { hands } = await openPublicPage(window.location.pathname + window.location.search)
  await hands.type(await screen.findByLabelText('Username or email'), username)
  await hands.type(screen.getByLabelText('Password'), password)
  await hands.click(screen.getByRole('button', { name: 'Sign in' }))
  return hands
}

const startAt = (address: string) => window.history.replaceState(null, '', address)

test('signing in with username and password stores the user and leads to the role home (R-A01)', async () => {
  nobody()
  const login = on(sessionEndpoints.login, () => success(someone({ role: 'secretary' })))
  startAt(signInPath)
  await signInAs('ana.pop', 'long enough to be right')
  await waitFor(() => expect(wentTo()).toEqual(['/secretary']))
  expect(await login.seen[0]?.json()).toEqual({ username: 'ana.pop', password: 'long enough to be right' })
  expect(currentSession()).toMatchObject({ status: 'authenticated', user: { username: 'ana.pop', role: 'secretary' } })
})

test('signing in leads to the remembered location, once (R-A01)', async () => {
  nobody()
  on(sessionEndpoints.login, () => success(someone({ role: 'secretary' })))
  startAt(signInPath)
  sessionStorage.setItem('matricola.location', '/secretary/students?page=2')
  await signInAs('ana.pop', 'long enough to be right')
  await waitFor(() => expect(wentTo()).toEqual(['/secretary/students?page=2']))
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
})

test("a remembered location outside the role's area counts for nothing (S-13.6)", async () => {
  nobody()
  on(sessionEndpoints.login, () => success(someone({ role: 'student' })))
  startAt(signInPath)
  sessionStorage.setItem('matricola.location', '//evil.test/student')
  await signInAs('ana.pop', 'long enough to be right')
  await waitFor(() => expect(wentTo()).toEqual(['/student']))
})

test('wrong credentials show a toast and a message with the focus, each with words of its own, keep what was typed and clear the session (R-A02, APPL-29)', async () => {
  nobody()
  on(sessionEndpoints.login, () => failure(401, 'credentials.wrong', 'Credentials are wrong.'))
  startAt(signInPath)
  await signInAs('ana.pop', 'not it')
  const message = await screen.findByText('Check the username and the password. Capital letters count.')
  await waitFor(() => expect(document.activeElement).toBe(message.closest('[role=alert]')))
  expect(screen.getByText('Credentials are wrong.').closest('.toast')).not.toBeNull()
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'ana.pop')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'not it')
  expect(document.title).toBe('Error: Sign in – Matricola')
  expect(currentSession()).toMatchObject({ status: 'anonymous', user: null })
  expect(wentTo()).toEqual([])
})

test('a sign-in that fails without words shows Login failed. (R-A14)', async () => {
  nobody()
  on(sessionEndpoints.login, () => new Response(null, { status: 500 }))
  startAt(signInPath)
  await signInAs('ana.pop', 'something')
  expect((await screen.findByText('Login failed.')).closest('[role=alert]')).toBe(document.activeElement)
})

test('empty fields are named in a summary that takes the focus and leads to each', async () => {
  nobody()
  const { hands } = await openPublicPage(signInPath)
  await hands.click(await screen.findByRole('button', { name: 'Sign in' }))
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(summary.textContent).toContain('There are 2 problems')
  await hands.click(screen.getByRole('link', { name: 'Password: Fill in this field.' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

test('the page toggles between signing in and forgot password, and keeps the address typed (R-A03)', async () => {
  nobody()
  const { hands } = await openPublicPage(signInPath)
  await hands.type(await screen.findByLabelText('Username or email'), 'ana@univ.test')
  await hands.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Forgot password' })))
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@univ.test')
  await hands.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'ana@univ.test')
})

test('a signed-in admin who opens the register view comes to where users are created (R-A03)', async () => {
  on(sessionEndpoints.checkAuth, () => success(someone({ role: 'admin' })))
  await openPublicPage(`${signInPath}?view=register`)
  await waitFor(() => expect(wentTo()).toEqual(['/admin/users?create=1']))
})

test('nobody else gets a register view: a secretary goes home, a stranger signs in (R-A03)', async () => {
  on(sessionEndpoints.checkAuth, () => success(someone({ role: 'secretary' })))
  await openPublicPage(`${signInPath}?view=register`)
  await waitFor(() => expect(wentTo()).toEqual(['/secretary']))
})

test('forgot password shows the text that the server returned, as a toast and on the page (R-A04)', async () => {
  nobody()
  const asked = on(sessionEndpoints.forgotPassword, () => success('If the address is known, a link is on its way.'))
  const { hands } = await openPublicPage(`${signInPath}?view=forgot`)
  await hands.type(await screen.findByLabelText('Email'), 'ana@univ.test')
  await hands.click(screen.getByRole('button', { name: 'Send link' }))
  expect(await screen.findAllByText('If the address is known, a link is on its way.')).toHaveLength(2)
  expect(await asked.seen[0]?.json()).toEqual({ email: 'ana@univ.test' })
})

test('a password can be shown while it is typed', async () => {
  nobody()
  const { hands } = await openPublicPage(signInPath)
  expect(await screen.findByLabelText('Password')).toHaveProperty('type', 'password')
  await hands.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
})

test('a first password that somebody else chose is changed before anything else', async () => {
  nobody()
  on(sessionEndpoints.login, () => success(someone({ role: 'professor', mustChangePassword: true })))
  const changed = on(sessionEndpoints.changePassword, () => success({}))
  startAt(signInPath)
  const hands = await signInAs('ana.pop', 'given by the admin')
  await hands.type(await screen.findByLabelText('New password'), 'a sentence only I know')
  expect(wentTo()).toEqual([])
  await hands.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(wentTo()).toEqual(['/professor']))
  expect(await changed.seen[0]?.json()).toEqual({ currentPassword: 'given by the admin', password: 'a sentence only I know' })
})
