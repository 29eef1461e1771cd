/**
 * A submitted application: found by CNP, opened with the access code, changed on request, withdrawn
 * and restored.
 */

import { signInPath } from '@matricola/schema/paths.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { buildPdf } from '@matricola/testing/build-pdf.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import * as reviewCalls from '#resources/calls/review.ts'
import { getResource } from '#resources/index.ts'
import { applyPath, statusPath } from '#resources/paths.ts'
import {
  apiCallerAs,
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { changeSettings, requestApi, restoreSettingsAfterwards } from '../support/api-calls.ts'
import { completeCnp, multipartApplication } from '../support/application.ts'

const cnp = completeCnp('606112912993')
const pdf = buildPdf()
restoreSettingsAfterwards('decisionHoldMinutes')
const registrations = endpointsOf(getResource('registrations'))

async function apply(applicant: Page, start = '606112912993') {
  const intake = await requestApi<WireIntake>(applicant, admissionEndpoints.publicConfig)
  const multipart = multipartApplication(intake, {
    cnpStart: start,
    personalEmail: 'stefania.status@posta.example',
    pdf,
  })
  return requestApi<WireSubmitted>(applicant, admissionEndpoints.submit, { multipart })
}

/** Requests two changes as a secretary. Returns the application afterwards. */
async function requestChanges(reference: string) {
  // Notifies immediately. The hold on decisions has its own tests.
  await changeSettings({ decisionHoldMinutes: 0 })
  const secretary = await apiCallerAs('secretary')
  const found = await requestApi<{ list: WireRecord[] }>(secretary, registrations.list, {
    params: { 'filters[referenceCode]': reference },
  })
  const id = found.list[0]?.id ?? ''
  await requestApi(secretary, reviewCalls.statusUpdate, { data: { id, status: 'under_review' } })
  const requestedChanges = [
    { field: 'fileIdCard', message: 'Too dark to read' },
    { field: 'address', message: 'With the number of the house' },
  ]
  const texts = {
    issue: 'Two things are missing',
    issueExplanation: 'The address has no number and the card is too dark.',
  }
  const dueAt = new Date(Date.now() + 7 * 86_400_000).toISOString()
  await requestApi(secretary, reviewCalls.statusUpdate, {
    data: { id, status: 'update_requested', ...texts, requestedChanges, dueAt },
  })
  return async () =>
    requestApi<WireRecord>(secretary, {
      method: 'GET',
      path: registrations.single.path.replace(':id', id),
    })
}

/** Checks the page in its current state, in both themes if it shows something new. */
async function expectSound(page: Page, { isNew = false } = {}) {
  await expectNoAxeViolations(page)
  if (isNew) await expectContrastInOtherTheme(page)
  await expectNoHorizontalScroll(page)
}

async function open(page: Page, { reference, accessCode }: WireSubmitted) {
  await page.getByLabel('Reference number').fill(reference)
  await page.getByLabel('Access code').fill(accessCode.toLowerCase())
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.status-head').getByText(reference).waitFor()
}

test('a change request is answered on a phone, with only the flagged fields, and the application returns to review (R-T04, R-T09)', async () => {
  const page = await openPage({ width: 320 })
  const submitted = await apply(page)
  const readByOffice = await requestChanges(submitted.reference)

  await page.goto(statusPath)
  await page.getByLabel('Personal numeric code (CNP)').fill(cnp)
  await page.getByRole('button', { name: 'Check status' }).click()
  const card = page.getByRole('article').first()
  await card.getByText('Update requested').waitFor()
  expect(await card.textContent()).not.toMatch(/Țîrlea|Observatorului|Too dark/)
  await expectSound(page, { isNew: true })
  await card.getByRole('button', { name: 'Make the changes' }).click()

  await page.getByLabel('Access code').waitFor()
  await expectSound(page)
  await open(page, submitted)
  await page.getByText('2 changes to make').waitFor()
  await page.getByText('Your answers').click()
  await expectSound(page, { isNew: true })

  await page.getByRole('button', { name: 'Make the changes' }).click()
  await page.getByLabel('Address', { exact: true }).waitFor()
  expect(
    await page.locator('main input:not([type=file]), main select, main textarea').count(),
  ).toBe(1)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.locator('.summary a').nth(1).waitFor()
  await expectSound(page)
  await page.getByLabel('Address', { exact: true }).fill('Str. Observatorului nr. 12')
  const photo = await sharp({
    create: { width: 900, height: 600, channels: 3, background: '#b8c4a8' },
  })
    .jpeg()
    .toBuffer()
  await page
    .locator('input[type=file]:not([capture])')
    .setInputFiles({ name: 'card.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByText('Uploaded', { exact: true }).waitFor()
  await expectSound(page, { isNew: true })
  await page.getByRole('button', { name: 'View', exact: true }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
  await expectSound(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Continue' }).click()

  await page.getByRole('heading', { level: 1, name: 'Check your changes' }).waitFor()
  await expectSound(page, { isNew: true })
  await page.getByRole('button', { name: 'Send the changes' }).click()
  await page.getByRole('heading', { level: 1, name: 'Changes sent' }).waitFor()
  await expectSound(page)

  const record = await readByOffice()
  expect(record).toMatchObject({
    status: 'in_progress',
    address: 'Str. Observatorului nr. 12',
    city: 'Cluj-Napoca',
  })
  takeConsoleErrors(page)
})

test('if the connection is lost before the code for the result loads, the page says so, keeps the number and offers to retry', async () => {
  const page = await openPage({ width: 320, language: 'en' })
  await page.goto(statusPath)
  await page.waitForFunction(() => document.title.length > 12)
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByLabel('Personal numeric code (CNP)').fill(cnp)
  await page.getByRole('button', { name: 'Check status' }).click()
  const box = page.getByRole('alert')
  await box.getByText('The server cannot be reached. Check the connection and try again.').waitFor()
  await expectSound(page, { isNew: true })
  await page.getByRole('button', { name: 'Try again' }).click()
  await box.getByText('The server cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  // The server renders the result without scripts, and keeps the typed number.
  await page
    .getByText(new RegExp(`${cnp}|Reference number`))
    .first()
    .waitFor()
  expect(
    takeConsoleErrors(page).filter((line) => !/status of 401|ERR_INTERNET_DISCONNECTED/.test(line)),
  ).toEqual([])
})

test('an application is withdrawn, which can be undone', async () => {
  const page = await openPage({ width: 320 })
  const submitted = await apply(page, '607112912994')
  await page.goto(statusPath)
  await page.getByRole('button', { name: 'I have a reference number and an access code' }).click()
  await open(page, submitted)
  await page.getByRole('button', { name: 'Withdraw the application' }).click()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await page.getByText('You have withdrawn this application.').waitFor()
  expect(await page.locator('.state-badge').first().innerText()).toMatch(/^withdrawn$/i)
  await expectSound(page)
  await page.getByRole('button', { name: 'Undo the withdrawal' }).click()
  await page.getByRole('button', { name: 'Withdraw the application' }).waitFor()
  takeConsoleErrors(page)
})

test.each([applyPath, statusPath, signInPath, '/nowhere'])(
  '%s is readable before any script loads, and has no layout shift afterwards',
  async (path) => {
    const unscripted = await openPage({ width: 360, language: 'de', theme: 'dark' })
    await unscripted.route('**/*.js', (route) => route.abort())
    await unscripted.goto(path)
    const heading = (await unscripted.locator('h1').textContent()) ?? ''
    expect(heading).not.toBe('')
    expect(await unscripted.locator('html').getAttribute('lang')).toBe('de')
    expect(await unscripted.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(17, 22, 29)',
    )
    takeConsoleErrors(unscripted)

    const page = await openPage({ width: 360, language: 'de', theme: 'dark' })
    await page.goto(path)
    await page.waitForFunction(() => document.title.length > 12)
    expect(await page.locator('h1').textContent()).toBe(heading)
    // React logs an error if the prerendered page differs from its own rendering, and the browser
    // logs pages that are not found.
    expect(takeConsoleErrors(page).filter((line) => !/status of 40[14]/.test(line))).toEqual([])
  },
)
