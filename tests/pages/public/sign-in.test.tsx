import { signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { handle, recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { session } from '#src/http.ts'
import { navigatedPaths } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { setUpSessions } from '../support/server.ts'

const site = setUpSessions()
const password = 'long enough to be right'
beforeAll(async () => {
  await site.api.createAccount('secretary', { username: 'ana.pop', password })
  await site.api.createAccount('student', { username: 'vlad', password })
})

async function signInAs(username: string, password: string) {
  const { user } = await openPublicPage(window.location.pathname + window.location.search)
  await user.type(await screen.findByLabelText('Username or email'), username)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return user
}

const startAt = (address: string) => window.history.replaceState(null, '', address)

test('signing in with username and password stores the user and leads to the role’s home (R-A01)', async () => {
  const login = recordRequests(sessionEndpoints.login)
  startAt(signInPath)
  await signInAs('ana.pop', password)
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
  expect(await login.requests[0]?.json()).toEqual({ username: 'ana.pop', password })
  expect(session.current()).toMatchObject({
    status: 'authenticated',
    user: { username: 'ana.pop', role: 'secretary' },
  })
})

test('signing in leads to the remembered location, once (R-A01)', async () => {
  startAt(signInPath)
  sessionStorage.setItem('matricola.location', '/secretary/students?page=2')
  await signInAs('ana.pop', password)
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary/students?page=2']))
  expect(sessionStorage.getItem('matricola.location')).toBeNull()
})

test('a remembered location outside the role’s area is ignored', async () => {
  startAt(signInPath)
  sessionStorage.setItem('matricola.location', '//evil.test/student')
  await signInAs('vlad', password)
  await waitFor(() => expect(navigatedPaths()).toEqual(['/student']))
})

test('wrong credentials show one message, keep the input, select the password and clear the session (R-A02)', async () => {
  startAt(signInPath)
  await signInAs('ana.pop', 'not it')
  expect(
    (await screen.findAllByText('Credentials are wrong.')).map(
      (one) => one.closest('.toast') !== null,
    ),
  ).toEqual([true])
  expect(document.querySelector('.summary')).toBeNull()
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'ana.pop')
  const box = screen.getByLabelText<HTMLInputElement>('Password')
  expect(box.value).toBe('not it')
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect([box.selectionStart, box.selectionEnd]).toEqual([0, 'not it'.length])
  expect(document.title).toBe('Error: Sign in – Universitatea Matricola')
  expect(session.current()).toMatchObject({ status: 'anonymous', user: null })
  expect(navigatedPaths()).toEqual([])
})

test('a refusal disappears when the next attempt fails for another reason', async () => {
  startAt(signInPath)
  const user = await signInAs('ana.pop', 'not it')
  await screen.findByText('Credentials are wrong.')
  await user.clear(screen.getByLabelText('Password'))
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('There is 1 problem')).toBeTruthy()
  expect(screen.queryByText('Credentials are wrong.')).toBeNull()
})

/** Sets a value as a password manager may: bypassing React, without an event. */
function fill(box: HTMLElement, value: string) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value)
}

test('fields filled in without an event are read when the form is sent', async () => {
  startAt(signInPath)
  const { user } = await openPublicPage(signInPath)
  fill(await screen.findByLabelText('Username or email'), 'ana.pop')
  fill(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
})

test('a field filled in without an event keeps its value when the user types in another field', async () => {
  startAt(signInPath)
  const { user } = await openPublicPage(signInPath)
  fill(await screen.findByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Username or email'), 'ana.pop')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', password)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
})

test('a sign-in that fails without a message shows “Login failed.” (R-A14)', async () => {
  handle(sessionEndpoints.login, () => new Response(null, { status: 500 }))
  startAt(signInPath)
  await signInAs('ana.pop', 'something')
  expect((await screen.findByText('Login failed.')).closest('[role=alert]')).toBe(
    document.activeElement,
  )
})

test('empty fields are listed in a summary that gets the focus and links to each', async () => {
  const { user } = await openPublicPage(signInPath)
  await user.click(await screen.findByRole('button', { name: 'Sign in' }))
  const summary = await screen.findByRole('alert')
  await waitFor(() => expect(document.activeElement).toBe(summary))
  expect(summary.textContent).toContain('There are 2 problems')
  await user.click(screen.getByRole('link', { name: 'Password: Fill in this field.' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
})

test('the page toggles between the sign-in and forgot-password forms, and keeps the typed address (R-A03)', async () => {
  const { user } = await openPublicPage(signInPath)
  await user.type(await screen.findByLabelText('Username or email'), 'ana@univ.test')
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }))
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Forgot password' })),
  )
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ana@univ.test')
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }))
  expect(screen.getByLabelText('Username or email')).toHaveProperty('value', 'ana@univ.test')
})

test('a signed-in admin who opens the register view is redirected to the form for a new user (R-A03)', async () => {
  await site.api.createAccount('admin', { username: 'carmen', password })
  await site.signIn('carmen', password)
  await openPublicPage(`${signInPath}?view=register`)
  await waitFor(() => expect(navigatedPaths()).toEqual(['/admin/users?create=1']))
})

test('a secretary who opens the register view is redirected to their home page (R-A03)', async () => {
  await site.signIn('ana.pop', password)
  await openPublicPage(`${signInPath}?view=register`)
  await waitFor(() => expect(navigatedPaths()).toEqual(['/secretary']))
})

test('the forgot password form shows the server’s text, as a toast and on the page (R-A04)', async () => {
  const requests = recordRequests(sessionEndpoints.forgotPassword)
  const { user } = await openPublicPage(`${signInPath}?view=forgot`)
  await user.type(await screen.findByLabelText('Email'), 'ana@univ.test')
  await user.click(screen.getByRole('button', { name: 'Send link' }))
  expect(
    await screen.findAllByText(
      'If an account with this email address exists, we have sent a link to choose a new password.',
    ),
  ).toHaveLength(2)
  expect(await requests.requests[0]?.json()).toEqual({ email: 'ana@univ.test' })
})

test('a password can be shown while it is typed', async () => {
  const { user } = await openPublicPage(signInPath)
  expect(await screen.findByLabelText('Password')).toHaveProperty('type', 'password')
  await user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveProperty('type', 'text')
})

test('a first password that another user chose has to be changed before anything else', async () => {
  await site.api.createAccount('professor', {
    username: 'dana',
    password: 'given by the admin',
    mustChangePassword: true,
  })
  const changed = recordRequests(sessionEndpoints.changePassword)
  startAt(signInPath)
  const user = await signInAs('dana', 'given by the admin')
  await user.type(await screen.findByLabelText('New password'), 'a sentence only I know')
  expect(navigatedPaths()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  await waitFor(() => expect(navigatedPaths()).toEqual(['/professor']))
  expect(await changed.requests[0]?.json()).toEqual({
    currentPassword: 'given by the admin',
    password: 'a sentence only I know',
  })
})
