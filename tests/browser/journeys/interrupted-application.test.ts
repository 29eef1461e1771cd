/**
 * Tests an application that a lost connection or a change of settings by staff interrupts while it
 * is filled in and submitted.
 */

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import { applyPath } from '#resources/paths.ts'
import { openPage, takeConsoleErrors } from '#tests/support/browser.ts'
import { changeSettings, restoreSettingsAfterwards } from '../support/api-calls.ts'
import {
  chooseFiles,
  chooseProgramme,
  cnpOfPerson,
  continueForm,
  createPdf,
  createPhoto,
  createScan,
  expectAccessible,
  fillContact,
  fillIdentity,
  findApplications,
  openApplicationForm,
  openSavedApplication,
  saveForLater,
  waitForStep,
} from '../support/application-form.ts'

restoreSettingsAfterwards('stopApplicationRequests')

const offlineBar = (page: Page) => page.locator('.apply-offline')

async function goOffline(page: Page) {
  await page.context().setOffline(true)
  await offlineBar(page)
    .getByText('You are offline. Your answers are saved on this device.')
    .waitFor()
}

async function goOnline(page: Page) {
  await page.context().setOffline(false)
  await offlineBar(page).waitFor({ state: 'detached' })
}

/** Browser messages about failed or rejected calls and the missing session. */
const expected = /status of 40[139]|ERR_INTERNET_DISCONNECTED|ERR_FAILED/
const expectNoOtherErrors = (page: Page) =>
  expect(takeConsoleErrors(page).filter((line) => !expected.test(line))).toEqual([])

test('a click before the code of the start page has loaded opens the form afterwards, even if a script fails to load at first', async () => {
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
  await page
    .getByText('The server cannot be reached. Check the connection and try again.')
    .waitFor()
  await expectAccessible(page)
  await page.unroute('**/form-bundle-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('#cnp').waitFor()
  expectNoOtherErrors(page)
})

test('Back while the page becomes interactive shows the step before, with what was typed', async () => {
  const page = await openPage({ width: 320 })
  await openApplicationForm(page)
  await fillIdentity(page, cnpOfPerson(33))
  await continueForm(page)
  await waitForStep(page, 'contact')
  // Between the call that starts the hydration and its first rendering.
  await page.addInitScript(() => {
    const { postMessage } = MessagePort.prototype
    const isHydrating = () =>
      Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__react'))
    MessagePort.prototype.postMessage = function (...message: [unknown]) {
      if (!isHydrating()) return postMessage.apply(this, message)
      MessagePort.prototype.postMessage = postMessage
      addEventListener('popstate', () => this.postMessage(...message), { once: true })
      history.back()
    }
  })
  await page.reload()
  await waitForStep(page, 'identity')
  await expect.poll(() => page.locator('#cnp').inputValue()).toBe(cnpOfPerson(33))
  expectNoOtherErrors(page)
})

test('losing the connection at any step loses no input, and the application is submitted only once (R-T01)', async () => {
  const address = 'fara.retea@posta.example'
  const page = await openPage({ width: 320 })
  await openApplicationForm(page)

  await goOffline(page)
  await fillIdentity(page, cnpOfPerson(31))
  await expectAccessible(page)
  await continueForm(page)
  await waitForStep(page, 'contact')
  await goOnline(page)

  await goOffline(page)
  await fillContact(page, address)
  await continueForm(page)
  await waitForStep(page, 'programme')
  await goOnline(page)

  await goOffline(page)
  await chooseProgramme(page)
  await continueForm(page)
  await waitForStep(page, 'documents')
  await goOnline(page)

  await goOffline(page)
  const locked = createPdf('diploma.pdf')
  await chooseFiles(page, [
    await createPhoto(90),
    // The code that reads the PDF is needed to find out whether it has a password.
    {
      ...locked,
      buffer: Buffer.from(
        locked.buffer.toString('latin1').replace('trailer<<', 'trailer<</Encrypt null'),
        'latin1',
      ),
    },
    await createScan(),
  ])
  const waiting = page.getByText(
    'No connection. The file is saved on this device and will upload when you are back online.',
  )
  await expect.poll(() => waiting.count()).toBe(3)
  await page.getByRole('button', { name: 'View' }).nth(1).click()
  await page.getByRole('dialog').getByText('This file cannot be shown here.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)
  await continueForm(page)
  await waitForStep(page, 'check')
  await page.goBack()
  await waitForStep(page, 'documents')
  await goOnline(page)
  await page.locator('.document-done').nth(2).waitFor()
  await page.reload()
  await page.locator('.document-done').nth(2).waitFor()
  await page.getByRole('button', { name: 'View' }).nth(1).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  await continueForm(page)
  await waitForStep(page, 'check')

  await goOffline(page)
  await page.locator('#noticeAcknowledged').check()
  await continueForm(page)
  const failure = page.locator('.summary')
  await failure.getByText('Connect to the internet, then submit again.').waitFor()
  await expectAccessible(page)
  await goOnline(page)
  await failure.waitFor({ state: 'detached' })
  // The request arrives, but its response is lost.
  const submit = (url: URL) => url.pathname === admissionEndpoints.submit.path
  await page.route(submit, (route) => route.fetch().finally(() => route.abort()), { times: 1 })
  await continueForm(page)
  await failure.getByRole('heading', { name: 'The connection was lost' }).waitFor()
  await expectAccessible(page)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const stored = await findApplications(address)
  expect(stored).toHaveLength(1)
  expect(stored[0]).toMatchObject({ lastName: 'Țîrlea', city: 'Cluj-Napoca' })
  expectNoOtherErrors(page)
})

test('while an admission is stopped, input stays on the device and on the server until the admission resumes (R-T02)', async () => {
  const page = await openPage({ width: 320 })
  await openApplicationForm(page)
  await fillIdentity(page, cnpOfPerson(32))
  await continueForm(page)
  await waitForStep(page, 'contact')
  await fillContact(page, 'oprita@posta.example')
  await continueForm(page)
  await waitForStep(page, 'programme')
  await chooseProgramme(page)
  await continueForm(page)
  await waitForStep(page, 'documents')
  const saved = await saveForLater(page)
  await page.getByRole('link', { name: 'Continue now' }).click()
  await waitForStep(page, 'documents')

  await changeSettings({ stopApplicationRequests: true })
  await chooseFiles(page, [createPdf('card.pdf'), createPdf('diploma.pdf'), createPdf('cv.pdf')])
  await expect
    .poll(() => page.getByText('The file could not be uploaded.', { exact: true }).count())
    .toBe(3)
  await expectAccessible(page)
  await continueForm(page)
  const stopped = page.getByRole('heading', { level: 1, name: 'University Registration stopped' })
  await stopped.waitFor()
  await page
    .getByText(
      'Registration are not available at this moment. Please check university website registration time.',
    )
    .waitFor()
  await page.getByText(/^Your answers are saved on this device until /).waitFor()
  await page.getByText(/^They are also saved with the university/).waitFor()
  await expectAccessible(page)
  await page.reload()
  await stopped.waitFor()

  const other = await openPage({ width: 320 })
  await openSavedApplication(other, saved)
  await other.getByRole('heading', { level: 1, name: 'Your application is saved' }).waitFor()
  expect(await other.textContent('body')).not.toMatch(/Țîrlea|oprita/)
  await expectAccessible(other)

  await changeSettings({ stopApplicationRequests: false })
  await other.reload()
  await openSavedApplication(other, saved)
  await waitForStep(other, 'documents')
  await page.reload()
  await page
    .getByRole('heading', { level: 1, name: 'Check your answers, then send your application' })
    .waitFor()
  await page.goBack()
  await page.locator('.document-done').nth(2).waitFor()
  await continueForm(page)
  await page.locator('#noticeAcknowledged').check()
  await continueForm(page)
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  for (const one of [page, other]) expectNoOtherErrors(one)
})
