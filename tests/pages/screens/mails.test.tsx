import * as mailCalls from '#model/calls/mails.ts'
import '@testing-library/jest-dom/vitest'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { WireMail, WireMailPage } from '#model/wire.ts'
import { mailsPath } from '#src/console/area.ts'
import { idOf, openConsole } from '../support/console.tsx'
import { on, success } from '../support/network.ts'

const mail = (number: number, parts: Partial<WireMail>): WireMail => ({
  id: idOf(number),
  kind: 'invitation',
  to: 'ana.pop@univ.ro',
  subject: `Mail ${number}`,
  at: '2026-09-07T13:05:00.000Z',
  state: 'sent',
  attempts: 1,
  error: null,
  ...parts,
})
const pageOf = (hasServer: boolean, ...list: readonly WireMail[]): WireMailPage => ({
  ...{ totalCount: list.length, page: 1, pageSize: 25, list, hasServer },
})
const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))

test('without a mail server, mails are kept and can be read', async () => {
  on(mailCalls.mails, () => success(pageOf(false, mail(1, {}))))
  on(mailCalls.mail, () => success({ ...mail(1, {}), text: 'Choose a password: https://univ.ro/invitation#t=abc' }))
  const { hands } = await openConsole(mailsPath)
  expect((await row(/Mail 1/)).getByText('Kept here')).toBeVisible()
  expect(screen.getByText('No mail server is configured, so emails are kept here instead of being sent.')).toBeVisible()
  await hands.click(screen.getByRole('button', { name: 'Mail 1' }))
  expect(await screen.findByRole('link', { name: 'https://univ.ro/invitation#t=abc' })).toBeVisible()
})

test('with a mail server, each mail says how far it has come and what the server said, and none can be opened', async () => {
  const waiting = mail(2, { state: 'waiting', attempts: 3, error: 'ECONNREFUSED' })
  const dead = mail(3, { state: 'dead', attempts: 1, error: '550 EENVELOPE' })
  on(mailCalls.mails, () => success(pageOf(true, mail(1, {}), waiting, dead)))
  await openConsole(mailsPath)
  expect((await row(/Mail 1/)).getByText('Sent')).toBeVisible()
  expect((await row(/Mail 2/)).getByText('Waiting')).toBeVisible()
  expect((await row(/Mail 2/)).getByText('3 attempts · Last error: ECONNREFUSED')).toBeVisible()
  expect((await row(/Mail 3/)).getByText('Not sent')).toBeVisible()
  expect((await row(/Mail 3/)).getByText('1 attempt · Last error: 550 EENVELOPE')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Mail/ })).toBeNull()
  expect(screen.queryByText(/No mail server is configured/)).toBeNull()
})
