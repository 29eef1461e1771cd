import type { HttpError } from '@matricola/providers/http.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import {
  libraryConsole,
  libraryRegistry,
  renderInConsole,
  serverSide,
} from '@matricola/testing/library/pages.tsx'
import { recordRequests } from '@matricola/testing/pages/network.ts'
import { connectToApp } from '@matricola/testing/pages/server.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PasswordPrompt } from '../../../app/password-prompt.tsx'

const { update, single } = endpointsOf(libraryRegistry.get('users'))
let api: SessionApp
let goodPassword: string
let vlad: WireRecord

beforeAll(async () => {
  const server = await serverSide()
  goodPassword = server.goodPassword
  api = await server.startSessionApp()
  await api.createAccount('admin', { username: 'admin' })
})
afterAll(() => api.close())

/** An admin who entered the password six minutes ago views an account. */
beforeEach(async () => {
  const browser = api.browser()
  await browser.signIn('admin')
  const id = await api.createAccount('librarian')
  api.wait(6 * 60_000)
  vlad = (await browser.call<WireRecord>('GET', single.path.replace(':id', id))).data
  connectToApp(api.app, browser.jar)
})
const makeReader = () =>
  libraryConsole.providers.http.request<WireRecord>(update, {
    body: { id: vlad.id, version: vlad.version, role: 'reader' },
  })

// jsdom never opens dialogs, so elements in them count as hidden.
test('a call that requires reauthentication continues once the password has been entered', async () => {
  const [writes, proofs] = [recordRequests(update), recordRequests(sessionCalls.confirmPassword)]
  const person = await renderInConsole(<PasswordPrompt />)
  const answer = makeReader()

  const field = await screen.findByLabelText('Your password')
  await person.type(field, 'not it')
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))
  await waitFor(() => expect(field).toBeInvalid())
  await person.clear(field)
  await person.type(field, goodPassword)
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))

  expect((await answer).data).toMatchObject({ id: vlad.id, role: 'reader' })
  expect([writes.requests.length, proofs.requests.length]).toEqual([2, 2])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('an action that requires reauthentication continues once the password has been entered', async () => {
  const members = endpointsOf(libraryRegistry.get('members'))
  const { http } = libraryConsole.providers
  const { data: member } = await http.request<WireRecord>(members.create, {
    body: { lastName: 'Pop', firstName: 'Ana', cardNumber: 'M-1' },
  })
  const person = await renderInConsole(<PasswordPrompt />)
  const answer = http.request<WireRecord>(
    { ...members.action, path: `/api/members/${member.id}/actions/leave` },
    { body: {} },
  )
  await person.type(await screen.findByLabelText('Your password'), goodPassword)
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))
  expect((await answer).data).toMatchObject({ status: 'left' })
})

test('a call whose password prompt is cancelled fails with the server’s message', async () => {
  const person = await renderInConsole(<PasswordPrompt />)
  const answer = makeReader().catch((error: HttpError) => error.message)
  await person.click(await screen.findByRole('button', { name: 'Cancel', hidden: true }))
  expect(await answer).toBe('Confirm your password to continue.')
})
