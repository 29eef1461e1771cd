/** An application that is interrupted while it is filled in and submitted, by a lost connection and by staff. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#model/admission/endpoints.ts'
import { applyPath } from '#model/paths.ts'
import { openPage, takeConsoleErrors } from '#tests/support/browser.ts'
import {
  begin,
  chooseFiles,
  chooseProgramme,
  cnpOf,
  fillContact,
  fillIdentity,
  look,
  onward,
  openSaved,
  photo,
  saveLater,
  scan,
  step,
  storedFor,
  writing,
} from '../support/application-form.ts'
import { changeSettings, putBack } from '../support/calls.ts'

putBack('stopApplicationRequests')

const offlineBar = (page: Page) => page.locator('.apply-offline')

async function lose(page: Page) {
  await page.context().setOffline(true)
  await offlineBar(page).getByText('You are offline. Your answers are kept on this device.').waitFor()
}

async function regain(page: Page) {
  await page.context().setOffline(false)
  await offlineBar(page).waitFor({ state: 'detached' })
}

/** Browser messages about failed or rejected calls and the missing session. */
const expected = /status of 40[139]|ERR_INTERNET_DISCONNECTED|ERR_FAILED/
const noOthers = (page: Page) => expect(takeConsoleErrors(page).filter((line) => !expected.test(line))).toEqual([])

test('a click before the code of the start page has loaded opens the form afterwards, even if a part had to be retried', async () => {
  const page = await openPage({ width: 320 })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(applyPath, { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Start application' }).click()
  // If the styles arrive after the first failure, the code is requested again automatically.
  await page.route('**/form-bundle-*.js', (route) => route.abort())
  release()
  await page.getByText('The server cannot be reached. Check the connection and try again.').waitFor()
  await look(page)
  await page.unroute('**/form-bundle-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('#cnp').waitFor()
  noOthers(page)
})

test('a connection lost at any step loses no input, and the application arrives once (R-T01)', async () => {
  const address = 'fara.retea@posta.example'
  const page = await openPage({ width: 320 })
  await begin(page)

  await lose(page)
  await fillIdentity(page, cnpOf(31))
  await look(page)
  await onward(page)
  await step(page, 'contact')
  await regain(page)

  await lose(page)
  await fillContact(page, address)
  await onward(page)
  await step(page, 'programme')
  await regain(page)

  await lose(page)
  await chooseProgramme(page)
  await onward(page)
  await step(page, 'documents')
  await regain(page)

  await lose(page)
  const locked = writing('diploma.pdf')
  await chooseFiles(page, [
    await photo(90),
    // The code that reads the PDF is needed to find out whether it has a password.
    { ...locked, buffer: Buffer.from(locked.buffer.toString('latin1').replace('trailer<<', 'trailer<</Encrypt null'), 'latin1') },
    await scan(),
  ])
  const waiting = page.getByText('No connection. The file is kept and will upload when you are back online.')
  await expect.poll(() => waiting.count()).toBe(3)
  await page.getByRole('button', { name: 'View' }).nth(1).click()
  await page.getByRole('dialog').getByText('This file cannot be shown here.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await look(page)
  await onward(page)
  await step(page, 'check')
  await page.goBack()
  await step(page, 'documents')
  await regain(page)
  await page.locator('.document-done').nth(2).waitFor()
  await page.reload()
  await page.locator('.document-done').nth(2).waitFor()
  await page.getByRole('button', { name: 'View' }).nth(1).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await onward(page)
  await step(page, 'check')

  await lose(page)
  await page.locator('#noticeAck').check()
  await onward(page)
  const failure = page.locator('.summary')
  await failure.getByText('Connect to the internet and press Submit again.').waitFor()
  await look(page)
  await regain(page)
  await failure.waitFor({ state: 'detached' })
  // The request arrives, but its answer is lost.
  const submit = (url: URL) => url.pathname === admissionEndpoints.submit.path
  await page.route(submit, (route) => route.fetch().finally(() => route.abort()), { times: 1 })
  await onward(page)
  await failure.getByRole('heading', { name: 'The connection was lost' }).waitFor()
  await look(page)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const stored = await storedFor(address)
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({ lastName: 'Țîrlea', city: 'Cluj-Napoca' })
  noOthers(page)
})

test('input survives an admission that is stopped meanwhile, here and at the university, until it resumes (R-T02)', async () => {
  const page = await openPage({ width: 320 })
  await begin(page)
  await fillIdentity(page, cnpOf(32))
  await onward(page)
  await step(page, 'contact')
  await fillContact(page, 'oprita@posta.example')
  await onward(page)
  await step(page, 'programme')
  await chooseProgramme(page)
  await onward(page)
  await step(page, 'documents')
  const saved = await saveLater(page)
  await page.getByRole('link', { name: 'Continue now' }).click()
  await step(page, 'documents')

  await changeSettings({ stopApplicationRequests: true })
  await chooseFiles(page, [writing('card.pdf'), writing('diploma.pdf'), writing('cv.pdf')])
  await expect.poll(() => page.getByText('The file could not be uploaded.', { exact: true }).count()).toBe(3)
  await look(page)
  await onward(page)
  const stopped = page.getByRole('heading', { level: 1, name: 'University Registration stopped' })
  await stopped.waitFor()
  await page.getByText('Registration are not available at this moment. Please check university website registration time.').waitFor()
  await page.getByText(/^Your answers are kept on this device until /).waitFor()
  await page.getByText(/^They are also saved with the university/).waitFor()
  await look(page)
  await page.reload()
  await stopped.waitFor()

  const other = await openPage({ width: 320 })
  await openSaved(other, saved)
  await other.getByRole('heading', { level: 1, name: 'Your application is saved' }).waitFor()
  expect(await other.textContent('body')).not.toMatch(/Țîrlea|oprita/)
  await look(other)

  await changeSettings({ stopApplicationRequests: false })
  await other.reload()
  await openSaved(other, saved)
  await step(other, 'documents')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Check your answers, then send your application' }).waitFor()
  await page.goBack()
  await page.locator('.document-done').nth(2).waitFor()
  await onward(page)
  await page.locator('#noticeAck').check()
  await onward(page)
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  for (const one of [page, other]) noOthers(one)
})
