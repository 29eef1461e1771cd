/** Fills in the application form step by step as an applicant does. */

import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { getResource } from '#resources/index.ts'
import { applyPath } from '#resources/paths.ts'
import {
  apiCallerAs,
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
} from '#tests/support/browser.ts'
import { requestApi } from './api-calls.ts'
import { completeCnp as soundCnp } from './application.ts'

/** A valid CNP with a sequence number that is never issued. `number` selects the person. */
export function cnpOfPerson(number: number): string {
  const day = String((number % 28) + 1).padStart(2, '0')
  return soundCnp(`60${number % 2 === 0 ? '6' : '7'}09${day}12${990 + (number % 10)}`)
}

interface ChosenFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** A photo of more than a megabyte, as phones take them. */
export async function createPhoto(red: number): Promise<ChosenFile> {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const
  const grain = await sharp({
    create: { width: 2600, height: 1950, channels: 3, background: 'grey', noise },
  })
    .png()
    .toBuffer()
  const buffer = await sharp(grain)
    .tint({ r: red, g: 150, b: 170 })
    .jpeg({ quality: 92 })
    .toBuffer()
  return { name: `photo-${red}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** A scanned page. */
export async function createScan(): Promise<ChosenFile> {
  const buffer = await sharp({
    create: { width: 600, height: 850, channels: 3, background: 'white' },
  })
    .png()
    .toBuffer()
  return { name: 'scan.png', mimeType: 'image/png', buffer }
}

/** A PDF with text in a standard font, which the PDF viewer loads from the page's origin. */
export const createPdf = (name: string): ChosenFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Resources<</Font<</F1 4 0 R>>>>/Contents 5 0 R>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
5 0 obj<</Length 37>>stream
BT /F1 24 Tf 20 40 Td (Diploma) Tj ET
endstream endobj
trailer<</Root 1 0 R>>
startxref
9
%%EOF
`),
})

export const continueForm = (page: Page) => page.locator('form button[type=submit]').click()
export const waitForStep = (page: Page, name: string) =>
  page.waitForURL(`**${applyPath}?step=${name}`)

export async function openApplicationForm(page: Page) {
  await page.goto(applyPath)
  await page.locator('.public-main .button-primary').click()
  await page.locator('#cnp').waitFor()
}

export async function fillIdentity(page: Page, cnp: string) {
  await page.locator('#cnp').fill(cnp)
  await page.locator('.apply-suggestion').waitFor()
  await page.locator('#lastName').fill('Țîrlea')
  await page.locator('#firstName').fill('Ștefania')
  await page.locator('#serialNumber').fill('CJ 482913')
}

export async function fillContact(page: Page, personalEmail = 'stefania.tirlea@example.ro') {
  await page.locator('#personalEmail').fill(personalEmail)
  await page.locator('#phone').fill('0740 123 456')
  await page.locator('#city').fill('Cluj-Napoca')
  await page.locator('#address').fill('Str. Observatorului 12')
  await page.locator('#postalCode').fill('400500')
}

export async function chooseProgramme(page: Page) {
  await page.locator('#departmentProfileId input').first().check()
  await page.locator('#specializationId input').first().check()
}

/** Chooses one file for each of the first documents. */
export async function chooseFiles(page: Page, files: readonly ChosenFile[]) {
  for (const [index, file] of files.entries())
    await page.locator('input[type=file]:not([capture])').nth(index).setInputFiles(file)
}

/** Saves the draft for another device. Returns the link and the access code that the page shows. */
export async function saveForLater(page: Page): Promise<{ code: string; link: string }> {
  await page.getByRole('link', { name: 'Save and continue later' }).click()
  await page.getByRole('button', { name: /^Save (?:again )?and send the link$/ }).click()
  await page.getByRole('heading', { name: /^Saved until / }).waitFor()
  const [code = '', link = ''] = await page.locator('.apply-copy strong').allTextContents()
  return { code, link }
}

export async function openSavedApplication(
  page: Page,
  { code, link }: { code: string; link: string },
) {
  await page.goto(link)
  await page.getByLabel('Access code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Open the application' }).click()
}

/** Checks the page in its current state, in both themes. */
export async function expectAccessible(page: Page) {
  await expectNoAxeViolations(page)
  await expectContrastInOtherTheme(page)
  await expectNoHorizontalScroll(page)
}

/**
 * Returns the stored applications with an email address, which it finds with the list that staff
 * use.
 */
export async function findApplications(personalEmail: string): Promise<readonly WireRecord[]> {
  const params = { 'filters[personalEmail]': personalEmail }
  return (
    await requestApi<{ list: WireRecord[] }>(
      await apiCallerAs('secretary'),
      endpointsOf(getResource('registrations')).list,
      { params },
    )
  ).list
}

/** Blocks the page's scripts until the returned function is called. */
export async function blockScripts(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}
