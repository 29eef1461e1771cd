import { showStoredToasts } from '@matricola/console/toasts/toast-store.ts'
import { invitationPath, resetPasswordPath, signInPath } from '@matricola/schema/paths.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import type { TokenKind } from '@matricola/server/session/one-time-tokens.ts'
import { recordRequests } from '@matricola/testing/pages/network.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { navigatedPaths } from '../support/browser.ts'
import { openPublicPage } from '../support/public-page.tsx'
import { serverSide, setUpSessions } from '../support/server.ts'

const site = setUpSessions()
/** Creates the one-time token of a link for a new user. */
async function tokenFor(kind: TokenKind): Promise<string> {
  const { findAccountById, createOneTimeToken } = await serverSide()
  const account = await findAccountById(
    site.api.context,
    await site.api.createAccount('student', { password: null }),
  )
  if (!account) throw new Error('the student has no account')
  return createOneTimeToken(site.api.database, kind, account, site.api.context.clock.now())
}

const cases = [
  {
    kind: 'reset',
    path: resetPasswordPath,
    endpoint: sessionEndpoints.resetPassword,
    done: 'Your password has been changed. Sign in with the new one.',
  },
  {
    kind: 'invitation',
    path: invitationPath,
    endpoint: sessionEndpoints.acceptInvitation,
    done: 'Your account is ready. Sign in with your new password.',
  },
] as const

test.each(cases)(
  '$path sets a password with the token in the link and leads to the sign-in page (R-A04)',
  async ({ kind, path, endpoint, done }) => {
    const sent = recordRequests(endpoint)
    const token = await tokenFor(kind)
    const { user } = await openPublicPage(`${path}#t=${token}`)
    await user.type(screen.getByLabelText('New password'), 'a sentence only I know')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    await waitFor(() => expect(navigatedPaths()).toEqual([signInPath]))
    expect(await sent.requests[0]?.json()).toEqual({ token, password: 'a sentence only I know' })
    showStoredToasts()
    expect(await screen.findByText(done)).toBeTruthy()
  },
)

test('a used link shows a message and offers a new link', async () => {
  const token = await tokenFor('reset')
  await site.api.browser().call('POST', sessionEndpoints.resetPassword.path, {
    token,
    password: 'a sentence only I know',
  })
  const { user } = await openPublicPage(`${resetPasswordPath}#t=${token}`)
  await user.type(screen.getByLabelText('New password'), 'another sentence that I know')
  await user.click(screen.getByRole('button', { name: 'Save password' }))
  expect((await screen.findByRole('alert')).textContent).toContain(
    'This link has already been used',
  )
  expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
    `${signInPath}?view=forgot`,
  )
})

test('the reason for refusing a password is shown next to the field and in the summary, in the language of the page', async () => {
  const { user } = await openPublicPage(`${resetPasswordPath}#t=${await tokenFor('reset')}`, 'ro')
  await user.type(screen.getByLabelText('Parolă nouă'), 'scurt')
  await user.click(screen.getByRole('button', { name: 'Salvați parola' }))
  const text =
    'Alegeți o parolă mai lungă. Număr minim de caractere: 12. O propoziție scurtă se reține ușor.'
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: `Parolă nouă: ${text}` })).toBeTruthy()
  expect(screen.getByLabelText('Parolă nouă').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Există 1 problemă')).toBeTruthy()
})

test.each(cases)('$path without a token says that the link is incomplete', async ({ path }) => {
  await openPublicPage(path)
  expect(screen.getByText(/^This link is incomplete\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save password' })).toBeNull()
})
