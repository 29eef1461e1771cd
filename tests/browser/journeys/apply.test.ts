/** The application form under real conditions: a phone, a slow network, a lost connection. */

import type { CDPSession } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import { applyPath } from '#resources/paths.ts'
import {
  type BrowserViewOptions,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import {
  chooseFiles,
  chooseProgramme,
  cnpOfPerson,
  continueForm,
  createPhoto,
  createScan,
  fillContact,
  fillIdentity,
  openApplicationForm,
  waitForStep,
} from '../support/application-form.ts'

/** A slow mobile network: 1.4 Mbit/s with 560 ms latency. */
const slow = { latency: 560, downloadThroughput: 1_400_000 / 8, uploadThroughput: 1_400_000 / 8 }

const setNetwork = (session: CDPSession, offline = false) =>
  session.send('Network.emulateNetworkConditions', { ...slow, offline })

const threePictures = async () => [
  await createPhoto(90),
  await createPhoto(140),
  await createScan(),
]

test('an application arrives from a phone on a slow network, despite a reload and a lost connection (R-T01)', async () => {
  const page = await openPage({ width: 360, height: 740 })
  const session = await page.context().newCDPSession(page)
  page.setDefaultTimeout(90_000)
  await setNetwork(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await openApplicationForm(page)
  await fillIdentity(page, cnpOfPerson(1))
  await continueForm(page)
  await waitForStep(page, 'contact')
  await fillContact(page)
  // Immediately after the last key press.
  await page.reload()
  // The prerendered fields appear before the answers stored on this device are loaded.
  await expect.poll(() => page.locator('#address').inputValue()).toBe('Str. Observatorului 12')
  expect(await page.locator('#postalCode').inputValue()).toBe('400500')
  await continueForm(page)
  await waitForStep(page, 'programme')
  await chooseProgramme(page)
  await continueForm(page)
  await waitForStep(page, 'documents')

  await chooseFiles(page, await threePictures())
  await page
    .getByText(/^Uploading /)
    .first()
    .waitFor()
  await setNetwork(session, true)
  await page.getByText('You are offline. Your answers are saved on this device.').waitFor()
  await continueForm(page)
  await waitForStep(page, 'check')
  await page.locator('#noticeAcknowledged').check()
  await continueForm(page)
  await page.getByText(/^Connect to the internet, then submit again\./).waitFor()
  await setNetwork(session)
  await page
    .getByRole('main')
    .getByText(/^You are offline/)
    .first()
    .waitFor({ state: 'detached' })

  await continueForm(page)
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const [reference, code] = await page.locator('.apply-copy strong').allTextContents()
  expect(reference).toMatch(/^ID\d{8}$/)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  await page.locator('.toast').filter({ hasText: 'Registration created successfully.' }).waitFor()
  const storedDraft = await page.evaluate(
    async () =>
      (await indexedDB.databases()).length > 0 &&
      JSON.stringify({ ...sessionStorage, ...localStorage }),
  )
  expect(storedDraft).not.toContain(code)
  expect(
    takeConsoleErrors(page).filter(
      (line) => !/status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line),
    ),
  ).toEqual([])
})

const views = [
  { width: 320, theme: 'light', language: 'de' },
  { width: 1280, theme: 'dark', language: 'ro' },
] as const satisfies readonly BrowserViewOptions[]

describe.each(views)('at $width pixels, $theme, in $language', (view) => {
  test('no step of the form, with or without errors, has an accessibility issue or scrolls horizontally', async () => {
    const page = await openPage(view)
    const checkPage = async () => {
      await expectNoAxeViolations(page)
      await expectNoHorizontalScroll(page)
    }
    await page.goto(applyPath)
    await page.locator('.public-main .button-primary').waitFor()
    await checkPage()
    await openApplicationForm(page)
    await continueForm(page)
    await page.locator('.summary').waitFor()
    await checkPage()
    await fillIdentity(page, cnpOfPerson(view.width))
    await continueForm(page)
    await waitForStep(page, 'contact')
    await fillContact(page)
    await checkPage()
    await continueForm(page)
    await waitForStep(page, 'programme')
    await chooseProgramme(page)
    await continueForm(page)
    await waitForStep(page, 'documents')
    await chooseFiles(page, await threePictures())
    await page.locator('.document-done').nth(2).waitFor()
    await checkPage()
    await page.locator('.apply-later a').click()
    await page.locator('.public-main .button-primary').click()
    await page.locator('.apply-copy').nth(1).waitFor()
    await checkPage()
    const link = await page.locator('.apply-copy strong').nth(1).textContent()
    const other = await openPage(view)
    await other.goto(String(link))
    await other.locator('#accessCode').waitFor()
    await other.locator('form button[type=submit]').click()
    await other.locator('.summary').waitFor()
    await expectNoAxeViolations(other)
    await expectNoHorizontalScroll(other)
    takeConsoleErrors(other)
    await other.close()
    await page.goBack()
    await page.locator('.document-done').nth(2).waitFor()
    await continueForm(page)
    await waitForStep(page, 'check')
    await continueForm(page)
    await page.locator('.summary').waitFor()
    for (const language of view.width === 320 ? languages : [view.language]) {
      await page.locator('.languages summary').click()
      await page.locator(`.languages a[lang=${language}]`).click()
      await page.locator(`html[lang=${language}]`).waitFor()
      await checkPage()
    }
    await page.locator('#noticeAcknowledged').check()
    await continueForm(page)
    await page.locator('.apply-copy').first().waitFor()
    await checkPage()
    const reference = await page.locator('.apply-copy strong').first().innerText()
    await page.reload()
    await page.getByText(reference, { exact: true }).waitFor()
    expect(await page.locator('.apply-copy').count()).toBe(1)
    await checkPage()
    expect(takeConsoleErrors(page).filter((line) => !line.includes('status of 401'))).toEqual([])
  })
})
