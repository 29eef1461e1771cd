import { expect, test } from 'vitest'
import { openPage, openPageAs, takeNotFoundError } from '#tests/support/browser.ts'

test('a chosen language applies immediately, is stored in cookie and local storage, and is restored (R-S13, R-S07)', async () => {
  const page = await openPageAs('secretary')
  await page.getByRole('button', { name: 'EN — Language' }).click()
  await page.getByRole('button', { name: 'Română' }).click()
  await page.getByRole('heading', { level: 1, name: 'Panou principal' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('ro')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('ro')
  expect((await page.context().cookies()).find(({ name }) => name === 'i18next')?.value).toBe('ro')
  await page.reload()
  await page.getByRole('heading', { level: 1, name: 'Panou principal' }).waitFor()
  await page.getByRole('link', { name: 'Specializări' }).click()
  await page.getByRole('heading', { level: 1, name: 'Specializări' }).waitFor()
})

test('the language in the address takes precedence over the cookie (R-S13)', async () => {
  const page = await openPageAs('student', { language: 'de' })
  await page.getByRole('link', { name: 'Gruppen' }).first().waitFor()
  await page.goto('/student/classes?lng=fr')
  await page.getByRole('heading', { level: 1, name: 'Groupes' }).waitFor()
})

test('the theme is light until it is switched, and the choice survives a restart of the browser (R-S12)', async () => {
  const page = await openPageAs('admin')
  const theme = () => page.locator('html').getAttribute('data-theme')
  expect(await theme()).toBe('light')
  await page.getByRole('switch', { name: 'Dark theme' }).click()
  expect(await theme()).toBe('dark')
  const state = await page.context().storageState()
  // Restores only the storage of the first browser in a new one.
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: state, baseURL: new URL(page.url()).origin })
  const next = await context?.newPage()
  await next?.goto('/admin')
  await next?.locator('h1').first().waitFor()
  expect(await next?.locator('html').getAttribute('data-theme')).toBe('dark')
  await context?.close()
})

test('a browser without stored values starts with the light theme (R-S12)', async () => {
  const page = await openPage()
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL((await page.goto('/nothing-here'))?.url() ?? '').origin })
  const plainPage = await context?.newPage()
  await plainPage?.goto('/nothing-here')
  await plainPage?.locator('h1').waitFor()
  expect(await plainPage?.locator('html').getAttribute('data-theme')).toBe('light')
  await takeNotFoundError(page, '/nothing-here')
  await context?.close()
})
