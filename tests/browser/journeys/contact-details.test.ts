/**
 * A mistyped address: corrected on the status page, verified by its link, and the change disputed by
 * the reader of the former address.
 */

import { buildPdf } from '@matricola/testing/build-pdf.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { admissionEndpoints } from '#resources/admission/endpoints.ts'
import type { WireSubmitted } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { emailLinkPath, statusPath } from '#resources/paths.ts'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  origin,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { requestApi } from '../support/api-calls.ts'
import { multipartApplication } from '../support/application.ts'
import { readMailedLink } from '../support/mailed-link.ts'

const first = 'contact.first@posta.example'
const second = 'contact.second@posta.example'

/** Checks the page in its current state, in both themes. */
async function expectSound(page: Page) {
  await expectNoAxeViolations(page)
  await expectContrastInOtherTheme(page)
  await expectNoHorizontalScroll(page)
}

/** Opens an emailed link on the server of the test. */
async function openLink(page: Page, address: string, kind: string) {
  const link = new URL(await readMailedLink(address, new RegExp(`https?:\\S+#${kind}=\\S+`)))
  expect(link.pathname).toBe(emailLinkPath)
  await page.goto(`${origin}${link.pathname}${link.hash}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function open(page: Page, { reference, accessCode }: WireSubmitted) {
  await page.goto(statusPath)
  await page.getByRole('button', { name: 'I have a reference number and an access code' }).click()
  await page.getByLabel('Reference number').fill(reference)
  await page.getByLabel('Access code').fill(accessCode)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.status-head').getByText(reference).waitFor()
}

test('an address is verified with the birth date, changed by a link, and the change is stopped by the reader of the former one', async () => {
  const page = await openPage({ width: 320 })
  const intake = await requestApi<WireIntake>(page, admissionEndpoints.publicConfig)
  const submitted = await requestApi<WireSubmitted>(page, admissionEndpoints.submit, {
    multipart: multipartApplication(intake, {
      cnpStart: '607112912997',
      personalEmail: first,
      pdf: buildPdf(),
    }),
  })

  await openLink(page, first, 'first')
  await expectSound(page)
  for (const [label, value] of [
    ['Day', '29'],
    ['Month', '11'],
    ['Year', '2007'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Verify this address' }).click()
  await page.getByRole('heading', { name: 'Your address is verified' }).waitFor()
  await expectSound(page)

  await open(page, submitted)
  await page.getByText('Contact details', { exact: true }).click()
  await page.getByLabel('Personal email').waitFor()
  await expectSound(page)
  await page.getByLabel('City').fill('Iași')
  await page.getByRole('button', { name: 'Save phone and address' }).click()
  await page.getByText('Your contact details were changed.').waitFor()
  await page.getByLabel('Personal email').fill(second)
  await page.getByRole('button', { name: 'Send a link to this address' }).click()
  await page.getByText(`We have sent a link to ${second}.`).waitFor()
  await expectSound(page)

  await openLink(page, second, 'change')
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('heading', { name: 'Your address was changed' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await page.getByRole('alert').waitFor()
  await expectSound(page)

  await openLink(page, first, 'stop')
  await page.getByRole('button', { name: 'This wasn’t me' }).click()
  await page.getByRole('heading', { name: 'Your address stays' }).waitFor()
  await open(page, submitted)
  await page.getByText(`The reader of ${first} says that you did not ask`).waitFor()
  expect(takeConsoleErrors(page).filter((line) => !/status of 40[013]/.test(line))).toEqual([])
})
