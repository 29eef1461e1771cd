import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as sessionCalls from '#model/calls/session.ts'
import type { Endpoint } from '#model/endpoints.ts'
import { type HttpError, request } from '#providers/http.ts'
import { PasswordPrompt } from '#src/console/password-prompt.tsx'
import { failure, on, success } from '../support/network.ts'
import { show } from './support.tsx'

const update: Endpoint = { method: 'PATCH', path: '/api/authentication/users/update' }

// jsdom never opens a dialog, so that what is in it counts as hidden there.
test('a call that wants the password again goes on once it was given (S-3.8)', async () => {
  let isProved = false
  const writes = on(update, () =>
    isProved ? success({ id: 'x' }) : failure(403, 'reauthentication.required', 'Confirm your password to continue.'),
  )
  const proofs = on(sessionCalls.confirmPassword, async (sent) => {
    isProved = JSON.stringify(await sent.json()).includes('right one')
    return isProved ? success({}) : failure(400, 'input.invalid', 'Some answers need fixing.', { password: [{ code: 'password.wrong' }] })
  })
  const person = await show(<PasswordPrompt />)
  const answer = request(update, { body: { role: 'student' } })

  const field = await screen.findByLabelText('Your password')
  await person.type(field, 'not it')
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))
  await waitFor(() => expect(field).toBeInvalid())
  await person.clear(field)
  await person.type(field, 'the right one')
  await person.click(screen.getByRole('button', { name: 'Continue', hidden: true }))

  expect((await answer).data).toEqual({ id: 'x' })
  expect([writes.seen.length, proofs.seen.length]).toEqual([2, 2])
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
})

test('a call whose question is cancelled fails with the server’s message', async () => {
  on(update, () => failure(403, 'reauthentication.required', 'Confirm your password to continue.'))
  const person = await show(<PasswordPrompt />)
  const answer = request(update, { body: {} }).catch((error: HttpError) => error.message)
  await person.click(await screen.findByRole('button', { name: 'Cancel', hidden: true }))
  expect(await answer).toBe('Confirm your password to continue.')
})
