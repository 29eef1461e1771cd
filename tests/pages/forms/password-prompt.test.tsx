import { PasswordPrompt } from '@matricola/console/app/password-prompt.tsx'
import type { HttpError } from '@matricola/providers/http.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { recordRequests } from '@matricola/testing/pages/network.ts'
import type { SessionApp } from '@matricola/testing/session-app.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'
import { request } from '#src/http.ts'
import { connectTo, serverSide } from '../support/console-app.tsx'
import { renderInConsole } from './support.tsx'

const { update, single } = endpointsOf(getResource('users'))
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
  const id = await api.createAccount('secretary')
  api.wait(6 * 60_000)
  vlad = (await browser.call<WireRecord>('GET', single.path.replace(':id', id))).data
  connectTo(api.app, browser.jar)
})
const makeStudent = () =>
  request<WireRecord>(update, { body: { id: vlad.id, version: vlad.version, role: 'student' } })

// jsdom never opens dialogs, so elements in them count as hidden.
test('a call that requires reauthentication continues once the password has been entered', async () => {
  const [writes, proofs] = [recordRequests(update), recordRequests(sessionCalls.confirmPassword)]
  const person = await renderInConsole(<PasswordPrompt />)
  const answer = makeStudent()

  const field = await screen.findByLabelText('Your password')
  await person.type(field, 'not it')
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))
  await waitFor(() => expect(field).toBeInvalid())
  await person.clear(field)
  await person.type(field, goodPassword)
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))

  expect((await answer).data).toMatchObject({ id: vlad.id, role: 'student' })
  expect([writes.requests.length, proofs.requests.length]).toEqual([2, 2])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a call whose password prompt is cancelled fails with the server’s message', async () => {
  const person = await renderInConsole(<PasswordPrompt />)
  const answer = makeStudent().catch((error: HttpError) => error.message)
  await person.click(await screen.findByRole('button', { name: 'Cancel', hidden: true }))
  expect(await answer).toBe('Confirm your password to continue.')
})
