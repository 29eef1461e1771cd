/** The application form as an applicant meets it: a phone, a slow network, a lost connection. */
import type { CDPSession, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { controlDigit } from '#model/national-id.ts'
import { applyPath } from '#model/paths.ts'
import { languages } from '#model/vocabulary.ts'
import {
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openPage,
  takeConsoleErrors,
  takePicture,
  type View,
} from '#tests/support/browser.ts'

/** The network of a phone in a village: 1.4 Mbit/s, 560 ms. */
const slow = { latency: 560, downloadThroughput: 1_400_000 / 8, uploadThroughput: 1_400_000 / 8 }

const setNetwork = (session: CDPSession, offline = false) => session.send('Network.emulateNetworkConditions', { ...slow, offline })

/** A sound CNP with a sequence that no office gives out; `number` makes it another person's. */
function cnpOf(number: number): string {
  const day = String((number % 28) + 1).padStart(2, '0')
  const start = `60${number % 2 === 0 ? '6' : '7'}09${day}12${990 + (number % 10)}`
  return `${start}${controlDigit(start)}`
}

/** A photo as phones take them: more than a megabyte. */
async function photo(red: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const
  const grain = await sharp({ create: { width: 2600, height: 1950, channels: 3, background: 'grey', noise } })
    .png()
    .toBuffer()
  const buffer = await sharp(grain).tint({ r: red, g: 150, b: 170 }).jpeg({ quality: 92 }).toBuffer()
  return { name: `photo-${red}.jpg`, mimeType: 'image/jpeg', buffer }
}

/** A page as scanners write it. */
async function scan(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const buffer = await sharp({ create: { width: 600, height: 850, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  return { name: 'scan.png', mimeType: 'image/png', buffer }
}

const onward = (page: Page) => page.locator('form button[type=submit]').click()
const step = (page: Page, name: string) => page.waitForURL(`**${applyPath}?step=${name}`)

async function begin(page: Page) {
  await page.goto(applyPath)
  await page.locator('.public-main .button-primary').click()
  await page.locator('#cnp').waitFor()
}

async function fillIdentity(page: Page, cnp: string) {
  await page.locator('#cnp').fill(cnp)
  await page.locator('.apply-helper').waitFor()
  await page.locator('#lastName').fill('Țîrlea')
  await page.locator('#firstName').fill('Ștefania')
  await page.locator('#serialNumber').fill('CJ 482913')
  await onward(page)
  await step(page, 'contact')
}

async function fillContact(page: Page) {
  await page.locator('#personalEmail').fill('stefania.tirlea@example.ro')
  await page.locator('#phone').fill('0740 123 456')
  await page.locator('#city').fill('Cluj-Napoca')
  await page.locator('#address').fill('Str. Observatorului 12')
  await page.locator('#postalCode').fill('400500')
}

async function chooseProgramme(page: Page) {
  await page.locator('#departmentProfileId input').first().check()
  await page.locator('#specializationId input').first().check()
  await onward(page)
  await step(page, 'documents')
}

async function choosePhotos(page: Page) {
  const files = [await photo(90), await photo(140), await scan()]
  for (const [index, file] of files.entries()) await page.locator('input[type=file]').nth(index).setInputFiles(file)
}

test('on a phone with a slow network, interrupted by a reload and by a lost connection, an application arrives (R-T01)', async () => {
  const page = await openPage({ width: 360, height: 740 })
  const session = await page.context().newCDPSession(page)
  page.setDefaultTimeout(90_000)
  await setNetwork(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await begin(page)
  await fillIdentity(page, cnpOf(1))
  await fillContact(page)
  // In the very moment after the last key.
  await page.reload()
  await page.locator('#city').waitFor()
  expect(await page.locator('#address').inputValue()).toBe('Str. Observatorului 12')
  expect(await page.locator('#postalCode').inputValue()).toBe('400500')
  await onward(page)
  await step(page, 'programme')
  await chooseProgramme(page)

  await choosePhotos(page)
  await page
    .getByText(/^Uploading /)
    .first()
    .waitFor()
  await setNetwork(session, true)
  await page.getByText('You are offline. Your answers are kept on this device.').waitFor()
  await onward(page)
  await step(page, 'check')
  await page.locator('#noticeAck').check()
  await onward(page)
  await page.getByText(/^You are offline\. Connect to the internet and press Submit again\./).waitFor()
  await setNetwork(session)
  await page
    .getByRole('main')
    .getByText(/^You are offline/)
    .first()
    .waitFor({ state: 'detached' })

  await onward(page)
  await page.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()
  const [reference, code] = await page.locator('.apply-copy strong').allTextContents()
  expect(reference).toMatch(/^ID\d{8}$/)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
  await page.locator('.toast').filter({ hasText: 'Registration created successfully.' }).waitFor()
  const kept = await page.evaluate(
    async () => (await indexedDB.databases()).length > 0 && JSON.stringify({ ...sessionStorage, ...localStorage }),
  )
  expect(kept).not.toContain(code)
  expect(takeConsoleErrors(page).filter((line) => !/status of 401|ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(line))).toEqual([])
}, 300_000)

/** Saves for another device and answers the link and the code that the page shows. */
async function saveLater(page: Page): Promise<{ code: string; link: string }> {
  await page.getByRole('link', { name: 'Save and continue later' }).click()
  await page.getByRole('button', { name: /^Save (?:again )?and send the link$/ }).click()
  await page.getByRole('heading', { name: /^Saved until / }).waitFor()
  const [code = '', link = ''] = await page.locator('.apply-copy strong').allTextContents()
  return { code, link }
}

async function openSaved(page: Page, { code, link }: { code: string; link: string }) {
  await page.goto(link)
  await page.getByLabel('Access code').fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Open the application' }).click()
}

test('an application that was begun on a phone is finished on a laptop, nothing typed on either being lost (APPL-01)', async () => {
  const phone = await openPage({ width: 360, height: 740 })
  await begin(phone)
  await fillIdentity(phone, cnpOf(77))
  await phone.getByRole('link', { name: 'Save and continue later' }).click()
  await phone.getByRole('link', { name: 'Enter your email address' }).click()
  await fillContact(phone)
  await onward(phone)
  await step(phone, 'programme')
  await chooseProgramme(phone)
  await phone
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo(120))
  await phone.locator('.document-done').first().waitFor()
  // A connection that is lost while it is being saved: told, and nothing is lost.
  await phone.route('**/registrations/drafts', (route) => route.abort())
  await phone.getByRole('link', { name: 'Save and continue later' }).click()
  await phone.getByRole('button', { name: 'Save and send the link' }).click()
  await phone.getByRole('heading', { name: 'Not saved with the university' }).waitFor()
  await phone.unroute('**/registrations/drafts')
  await phone.getByRole('link', { name: 'Back' }).click()
  const saved = await saveLater(phone)
  expect(saved.link).not.toContain(saved.code.replace('-', ''))

  const laptop = await openPage({ width: 1280 })
  await laptop.goto(saved.link)
  await laptop.getByLabel('Access code').fill('AAAAA-AAAAA')
  await laptop.getByRole('button', { name: 'Open the application' }).click()
  await laptop.getByText('This code and this link open no saved application.').first().waitFor()
  expect(await laptop.textContent('body')).not.toContain('Țîrlea')
  await openSaved(laptop, saved)
  await step(laptop, 'documents')
  await laptop.locator('.document-done').waitFor()
  expect(new URL(laptop.url()).hash).toBe('')

  // Both go on: the phone changes the street, the laptop the city.
  await phone.goto(`${applyPath}?step=contact`)
  await phone.locator('#address').fill('Str. Fântânele 5')
  const kept = phone.waitForResponse((answer) => answer.url().includes('/drafts/') && answer.request().method() === 'PUT')
  await onward(phone)
  await step(phone, 'programme')
  await kept
  await laptop.goto(`${applyPath}?step=contact`)
  await laptop.locator('#city').fill('Sighetu Marmației')
  await onward(laptop)
  await laptop.locator('.toast').filter({ hasText: 'Answers that were saved on another device have been added.' }).waitFor()
  await laptop.goto(`${applyPath}?step=contact`)
  await expect.poll(() => laptop.locator('#address').inputValue()).toBe('Str. Fântânele 5')
  expect(await laptop.locator('#city').inputValue()).toBe('Sighetu Marmației')

  await laptop.goto(`${applyPath}?step=documents`)
  const [first, second] = [await photo(150), await scan()]
  await laptop.locator('input[type=file]').nth(1).setInputFiles(first)
  await laptop.locator('input[type=file]').nth(2).setInputFiles(second)
  await laptop.locator('.document-done').nth(2).waitFor()
  await onward(laptop)
  await step(laptop, 'check')
  await laptop.locator('#noticeAck').check()
  await onward(laptop)
  await laptop.getByRole('heading', { level: 1, name: 'Application sent' }).waitFor()

  // Whoever opens it now is told that it was sent, and so is the phone when it goes on.
  const third = await openPage({ width: 320 })
  await openSaved(third, saved)
  const [reference = ''] = await laptop.locator('.apply-copy strong').allTextContents()
  await third.getByRole('heading', { level: 1, name: 'This application has been sent' }).waitFor()
  expect(await third.locator('.apply-copy strong').textContent()).toBe(reference)
  expect(await third.textContent('body')).not.toContain('Țîrlea')
  await phone.getByRole('heading', { level: 1, name: 'What you want to study' }).waitFor()
  await onward(phone)
  await phone.getByRole('heading', { level: 1, name: 'This application has been sent' }).waitFor()
  expect(await phone.locator('.apply-copy strong').textContent()).toBe(reference)
  for (const page of [phone, laptop, third])
    expect(takeConsoleErrors(page).filter((line) => !/status of 40[019]|ERR_FAILED/.test(line))).toEqual([])
}, 240_000)

const views = [
  { width: 320, theme: 'light', language: 'de' },
  { width: 1280, theme: 'dark', language: 'ro' },
] as const satisfies readonly View[]

describe.each(views)('at $width pixels, $theme, in $language', (view) => {
  test('every step of the form, also with something wrong, has no accessibility fault and no sideways scroll', async () => {
    const page = await openPage(view)
    const look = async (name: string) => {
      await expectNoAxeViolations(page)
      await expectNoSidewaysScroll(page)
      await takePicture(page, `apply-${name}-${view.width}-${view.theme}`)
    }
    await page.goto(applyPath)
    await page.locator('.public-main .button-primary').waitFor()
    await look('start')
    await begin(page)
    await onward(page)
    await page.locator('.summary').waitFor()
    await look('identity')
    await fillIdentity(page, cnpOf(view.width))
    await fillContact(page)
    await look('contact')
    await onward(page)
    await step(page, 'programme')
    await chooseProgramme(page)
    await choosePhotos(page)
    await page.locator('.document-done').nth(2).waitFor()
    await look('documents')
    await page.locator('.apply-later a').click()
    await page.locator('.public-main .button-primary').click()
    await page.locator('.apply-copy').nth(1).waitFor()
    await look('later')
    const link = await page.locator('.apply-copy strong').nth(1).textContent()
    const other = await openPage(view)
    await other.goto(String(link))
    await other.locator('#accessCode').waitFor()
    await other.locator('form button[type=submit]').click()
    await other.locator('.summary').waitFor()
    await expectNoAxeViolations(other)
    await expectNoSidewaysScroll(other)
    await takePicture(other, `apply-resume-${view.width}-${view.theme}`)
    takeConsoleErrors(other)
    await other.close()
    await page.goBack()
    await page.locator('.document-done').nth(2).waitFor()
    await onward(page)
    await step(page, 'check')
    await onward(page)
    await page.locator('.summary').waitFor()
    for (const language of view.width === 320 ? languages : [view.language]) {
      await page.locator('.languages summary').click()
      await page.locator(`.languages a[lang=${language}]`).click()
      await page.locator(`html[lang=${language}]`).waitFor()
      await look(`check-${language}`)
    }
    await page.locator('#noticeAck').check()
    await onward(page)
    await page.locator('.apply-copy').first().waitFor()
    await look('sent')
    expect(takeConsoleErrors(page).filter((line) => !line.includes('status of 401'))).toEqual([])
  })
})
