import '@testing-library/jest-dom/vitest'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mailsPath } from '@matricola/schema/areas.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryRegistry, openConsole, serverSide } from '@matricola/testing/library/pages.tsx'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { screen, within } from '@testing-library/react'
import { afterAll, beforeAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'matricola-mails-'))
const admin = createCaller('admin')
let api: TestApp
beforeAll(async () => {
  const { createEmlMail, defaultConfig, sendDueMails, startApp, testedApp } = await serverSide()
  api = await startApp(undefined, {
    config: { ...defaultConfig, defaultLanguage: 'ro', dataDir: folder },
    mail: createEmlMail(folder, defaultConfig.mailFrom),
  })
  // Each of them receives an invitation by email.
  for (const username of ['ana', 'ion', 'vlad'])
    await api.call(admin, 'POST', '/api/authentication/register', {
      name: username,
      username,
      email: `${username}@univ.ro`,
      role: 'reader',
    })
  await sendDueMails(api.context, testedApp.packs.mails(api.context))
})
afterAll(async () => {
  await api.close()
  rmSync(folder, { recursive: true })
})

const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const subject = 'Contul dumneavoastră la Biblioteca Județeană'

test('without a mail server, emails are stored and can be read', async () => {
  const user = await openConsole(mailsPath(libraryRegistry), { api, caller: admin })
  const ana = await row(/ana@univ\.ro/)
  expect(ana.getByText('Stored here')).toBeVisible()
  expect(
    screen.getByText(
      'No mail server is configured, so emails are stored here instead of being sent.',
    ),
  ).toBeVisible()
  await user.click(ana.getByRole('button', { name: subject }))
  expect(
    await screen.findByRole('link', { name: /^http:\/\/localhost:3000\/invitation#t=[\w-]{43}$/ }),
  ).toBeVisible()
})

test('with a mail server, each email shows its delivery state and the server’s response, and none can be opened', async () => {
  // As if the program had been started with an SMTP server.
  Object.assign(api.context.config, { smtpUrl: 'smtp://mail.univ.test' })
  const addEmail = (username: string, state: string, attempts: number, error: string) =>
    api.context.database.query(
      'update outbox_mail set state = $2, attempts = $3, last_error = $4 where user_id = (select id from users where username = $1)',
      [username, state, attempts, error],
    )
  await addEmail('ion', 'waiting', 3, 'ECONNREFUSED')
  await addEmail('vlad', 'dead', 1, '550 EENVELOPE')
  await openConsole(mailsPath(libraryRegistry), { api, caller: admin })
  expect((await row(/ana@univ\.ro/)).getByText('Sent')).toBeVisible()
  expect((await row(/ion@univ\.ro/)).getByText('Waiting')).toBeVisible()
  expect(
    (await row(/ion@univ\.ro/)).getByText('3 attempts · Last error: ECONNREFUSED'),
  ).toBeVisible()
  expect((await row(/vlad@univ\.ro/)).getByText('Not sent')).toBeVisible()
  expect(
    (await row(/vlad@univ\.ro/)).getByText('1 attempt · Last error: 550 EENVELOPE'),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: subject })).toBeNull()
  expect(screen.queryByText(/No mail server is configured/)).toBeNull()
})
