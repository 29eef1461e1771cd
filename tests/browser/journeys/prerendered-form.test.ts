/**
 * The prerendered steps of the form: readable and editable immediately, and hydrated without
 * changes.
 */

import { signInPath } from '@matricola/schema/paths.ts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { applyPath, statusPath } from '#resources/paths.ts'
import {
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import {
  blockScripts,
  chooseFiles,
  chooseProgramme,
  cnpOfPerson,
  continueForm,
  createPdf,
  fillContact,
  fillIdentity,
  openApplicationForm,
  waitForStep,
} from '../support/application-form.ts'

/** Console errors of a missing session and of blocked code. */
const expectNoOtherErrors = (page: Page) =>
  expect(takeConsoleErrors(page).filter((line) => !/status of 401|ERR_FAILED/.test(line))).toEqual(
    [],
  )

/**
 * Collects layout shifts. Web fonts are blocked, because a font that arrives after the first render
 * shifts lines slightly, at a time that depends on the machine.
 */
async function recordShifts(page: Page): Promise<void> {
  await page.route('**/*.woff2', (route) => route.abort())
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { shifts })
    const nameOf = (node: unknown) =>
      node instanceof Element ? `${node.localName}.${node.className}` : 'text'
    new PerformanceObserver((list) => {
      // All entries of this type have these properties.
      for (const entry of list.getEntries() as unknown as {
        hadRecentInput: boolean
        value: number
        sources: { node: unknown }[]
      }[])
        if (!entry.hadRecentInput)
          shifts.push(`${entry.value}: ${entry.sources.map(({ node }) => nameOf(node)).join(', ')}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
}
const shiftsOf = (page: Page) => page.evaluate((): string[] => Reflect.get(window, 'shifts'))

test.each([
  'identity',
  'contact',
  'programme',
  'documents',
  'check',
  'later',
  'resume',
  'lostcode',
  'newcode',
  'sent',
])(
  'the step %s is readable before any script loads, contains no personal data, and has no accessibility issue',
  async (name) => {
    const page = await openPage({ width: 320, language: 'de' })
    const release = await blockScripts(page)
    await page.goto(`${applyPath}?step=${name}`, { waitUntil: 'commit' })
    await page.locator('.public-footer').waitFor()
    const heading = await page.locator('h1').innerText()
    expect(heading).not.toBe('Bewerbung um einen Studienplatz')
    expect(await page.locator('input[value]:not([type=radio]):not([value=""])').count()).toBe(0)
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    release()
    await page.waitForFunction(() => document.title.length > 12)
    expectNoOtherErrors(page)
  },
)

test.each([
  [signInPath, '**/sign-in-page-*.js'],
  [statusPath, '**/status-*.js'],
  [`${applyPath}?step=identity`, '**/form-bundle-*.js'],
])(
  'the page prerendered for %s is hydrated unchanged if its code loads after the session check',
  async (path, code) => {
    const page = await openPage()
    const known = page.waitForResponse((answer) => answer.url().includes('/refresh-token'))
    let isDelayed = false
    await page.route(code, async (route) => {
      isDelayed = true
      await known
      await route.continue()
    })
    await page.goto(path)
    await page.locator('.public-checking').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    expect(isDelayed).toBe(true)
    expectNoOtherErrors(page)
  },
)

test('going back before the code of a prerendered step has loaded shows the previous step', async () => {
  const page = await openPage()
  await openApplicationForm(page)
  await fillIdentity(page, cnpOfPerson(62))
  await continueForm(page)
  await waitForStep(page, 'contact')
  const release = await blockScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1, name: 'How we can reach you' }).waitFor()
  await page.goBack({ waitUntil: 'commit' })
  release()
  await expect.poll(() => page.locator('#lastName').inputValue()).toBe('Țîrlea')
  await page.waitForLoadState('networkidle')
  expectNoOtherErrors(page)
})

test('an application saved on this device fills the prerendered steps without layout shift or console messages', async () => {
  const page = await openPage({ width: 360, height: 740 })
  await openApplicationForm(page)
  await fillIdentity(page, cnpOfPerson(61))
  await continueForm(page)
  await fillContact(page, 'pictata@posta.example')
  await continueForm(page)
  await waitForStep(page, 'programme')
  await chooseProgramme(page)
  await continueForm(page)
  await waitForStep(page, 'documents')
  await chooseFiles(page, [createPdf('card.pdf')])
  await page.locator('.document-done').waitFor()
  await recordShifts(page)
  const filled = {
    identity: () => expect.poll(() => page.locator('#lastName').inputValue()).toBe('Țîrlea'),
    contact: () => expect.poll(() => page.locator('#city').inputValue()).toBe('Cluj-Napoca'),
    programme: () => page.locator('#specializationId input:checked').waitFor(),
    documents: () => page.locator('.document-done').waitFor(),
    check: () => page.getByText('pictata@posta.example').waitFor(),
  }
  for (const [name, isFilled] of Object.entries(filled)) {
    await page.goto(`${applyPath}?step=${name}`)
    await isFilled()
    await page.getByText(/^Saved on this device/).waitFor()
    await page.waitForLoadState('networkidle')
    expect([name, await shiftsOf(page)]).toEqual([name, []])
  }
  expectNoOtherErrors(page)
})

test('opening the URL of the first step starts there, and nothing is stored before the first input', async () => {
  const page = await openPage({ width: 320 })
  await page.goto(`${applyPath}?step=identity`)
  await page.waitForFunction(() => document.title.length > 12)
  await page.goto(applyPath)
  await page.getByRole('button', { name: 'Start application' }).waitFor()
  await page.goto(`${applyPath}?step=identity`)
  await page.locator('#lastName').fill('Țîrlea')
  await page.getByText(/^Saved on this device/).waitFor()
  await page.reload()
  await expect.poll(() => page.locator('#lastName').inputValue()).toBe('Țîrlea')
  expectNoOtherErrors(page)
})

test('input on a prerendered step before its code loads is kept with the saved answers, and causes no page load', async () => {
  const page = await openPage({ width: 320 })
  await openApplicationForm(page)
  await page.locator('#firstName').fill('Ștefania')
  await page.locator('#lastName').fill('Veche')
  await page.getByText(/^Saved on this device/).waitFor()
  const release = await blockScripts(page)
  await page.goto(`${applyPath}?step=identity`, { waitUntil: 'commit' })
  await page.getByText('Loading your answers…').waitFor()
  await page.locator('#lastName').fill('Țîrlea')
  await page.locator('#sex input[value=M]').check()
  await page.locator('#sex input[value=F]').check()
  await page.locator('#cnp').fill('60')
  await page.keyboard.press('Enter')
  expect(page.url()).toMatch(/\?step=identity$/)
  release()
  await page.locator('.summary a').first().waitFor()
  expect(await page.locator('#lastName').inputValue()).toBe('Țîrlea')
  expect(await page.locator('#firstName').inputValue()).toBe('Ștefania')
  expect(await page.locator('#cnp').inputValue()).toBe('60')
  expect(await page.locator('#sex input[value=F]').isChecked()).toBe(true)
  expect(await page.locator('.summary a').allTextContents()).toContain(
    'CNP must be 13 digits. You entered 2',
  )
  await page.getByText(/^Saved on this device/).waitFor()
  await page.reload()
  await expect.poll(() => page.locator('#lastName').inputValue()).toBe('Țîrlea')
  expect(await page.locator('#sex input[value=F]').isChecked()).toBe(true)
  expectNoOtherErrors(page)
})

test('a name and password submitted before the code of the sign-in page loads are processed when it does', async () => {
  const page = await openPage({ width: 320 })
  const release = await blockScripts(page)
  await page.goto(signInPath, { waitUntil: 'commit' })
  await page.locator('#username').fill('nobody')
  await page.locator('#password').fill('wrong password')
  await page.keyboard.press('Enter')
  release()
  await page.locator('.toast').getByText('Credentials are wrong.').waitFor()
  expect(await page.locator('#username').inputValue()).toBe('nobody')
  expectNoOtherErrors(page)
})
