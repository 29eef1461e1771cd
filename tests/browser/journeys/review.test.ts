import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { WireRegistration } from '#resources/admission/wire-review.ts'
import {
  expectContrastInOtherTheme,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  openPageAs,
} from '#tests/support/browser.ts'
import { toastWithText } from './shared-actions.ts'

/** Time in milliseconds for which decision keys are ignored after another application is shown. */
const ignoredClicksMs = 450
const name = (page: Page) => page.locator('#review-name')
const idIn = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''

async function recordOf(page: Page, id: string): Promise<WireRegistration> {
  return (await (await page.request.get(`/api/registrations/${id}`)).json()).data
}

/** Presses Tab until a control with this name has the focus, like a keyboard user. */
async function tabTo(page: Page, target: RegExp) {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (target.test(await page.evaluate(() => document.activeElement?.textContent ?? ''))) return
  }
  throw new Error(`the Tab key never reached ${target}`)
}

async function isAbove(page: Page, upper: string, lower: string): Promise<boolean> {
  const [above, below] = await Promise.all(
    [upper, lower].map((selector) => page.locator(selector).boundingBox()),
  )
  return above != null && below != null && above.y + above.height <= below.y
}

/** Presses keys and waits until the next application is shown and accepts keys. */
async function decide(page: Page, keys: readonly string[]) {
  const before = page.url()
  for (const key of keys) await page.keyboard.press(key)
  await page.waitForURL((url) => url.href !== before)
  // The address changes before the application is shown.
  const { _title } = await recordOf(page, idIn(page))
  await name(page).filter({ hasText: _title }).waitFor()
  await page.waitForTimeout(ignoredClicksMs)
}

test('a secretary reviews 20 applications by keyboard: accepts, declines, requests two changes and undoes (R-T07, R-T08)', async () => {
  const page = await openPageAs('secretary', { at: '/secretary/registrations' })
  await page.getByRole('rowheader').first().waitFor()
  await tabTo(page, /^Start reviewing$/)
  await page.keyboard.press('Enter')
  await name(page).waitFor()
  await page
    .getByText(/^1 of \d+ in “Waiting for me”$/)
    .first()
    .waitFor()

  const decided = new Map<string, string>()
  for (let count = 0; count < 20; count++) {
    const id = idIn(page)
    const record = await recordOf(page, id)
    // Staff reject applications in which the program has found problems.
    const isSound =
      record.checks.every(({ tone }) => tone !== 'problem') &&
      record.documents.every(({ mark }) => mark?.mark !== 'rejected')
    if (count % 5 === 2 || !isSound) {
      await decide(page, ['d', '3'])
      decided.set(id, 'declined')
    } else if (count % 5 === 4) {
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('f')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('f')
      await page.keyboard.press('r')
      await page.getByRole('region', { name: 'Preview' }).waitFor()
      await decide(page, ['Control+Enter'])
      decided.set(id, 'update_requested')
    } else {
      await decide(page, ['a'])
      decided.set(id, 'accepted')
    }
    if (count === 1) {
      await toastWithText(page, 'Updated registration status successfully..').first().waitFor()
      await decide(page, ['z'])
      expect(idIn(page)).toBe(id)
      expect(await recordOf(page, id)).toMatchObject({ decidedAt: null })
      await decide(page, ['a'])
    }
  }
  expect(new Set(decided.values())).toEqual(new Set(['accepted', 'declined', 'update_requested']))
  for (const [id, status] of decided) {
    const record = await recordOf(page, id)
    expect(record.status).toBe(status)
    if (status === 'update_requested') expect(record.requestedChanges).toHaveLength(2)
    if (status === 'declined') expect(record.reasonCode).toBe('not_eligible')
  }
})

test('an accepted application is enrolled by keyboard and links to the student (R-T08)', async () => {
  const page = await openPageAs('secretary', {
    at: '/secretary/registrations?view=toEnrol&sort=submittedAt',
  })
  await page.getByRole('rowheader').first().waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await name(page).waitFor()
  await page.keyboard.press('e')
  await toastWithText(page, 'is enrolled.').waitFor()
  await page.getByText('Student', { exact: true }).waitFor()
  expect((await recordOf(page, idIn(page))).studentId).not.toBeNull()
})

test('a flagged document stays on the screen next to its note, and the focus is visible on the next application’s name', async () => {
  const page = await openPageAs('secretary')
  // The oldest applications have documents.
  const withDocuments = async () => {
    const { data } = await (
      await page.request.get('/api/registrations/list?view=waiting&sort=submittedAt&pageSize=100')
    ).json()
    for (const { id } of data.list)
      if ((await recordOf(page, id)).documents.length > 0) return String(id)
    return null
  }
  await expect.poll(withDocuments, { interval: 2_000 }).not.toBeNull()
  await page.goto(`/secretary/registrations/${await withDocuments()}?view=waiting`)
  await page.locator('.viewer-frame canvas').waitFor()
  const height = async () => (await page.locator('.viewer-frame').boundingBox())?.height ?? 0
  const before = await height()
  await page.getByRole('button', { name: 'Flag for update: Identity card' }).click()
  await page.getByRole('textbox', { name: 'Note for the applicant: Identity card' }).waitFor()
  expect(await height()).toBeGreaterThan(before - 60)
  await page.getByRole('button', { name: 'Flag for update: Identity card' }).click()
  await decide(page, ['j'])
  expect(
    await name(page).evaluate((element) => [
      document.activeElement === element,
      getComputedStyle(element).outlineStyle,
    ]),
  ).toEqual([true, 'solid'])
})

test('the review scrolls its data and its narrow menu, and not the page', async () => {
  const page = await openPage({ width: 1280, height: 800 }, 'secretary')
  await page.goto('/secretary/registrations?view=waiting')
  await page.locator('[data-row]').first().click()
  await name(page).waitFor()
  await page.locator('.fields-skeleton').first().waitFor({ state: 'detached' })
  const heights = (part: string) =>
    page.locator(part).evaluate(({ scrollHeight, clientHeight }) => [scrollHeight, clientHeight])
  const [fullHeight = 0, seen = 0] = await heights('.review-remaining')
  expect(fullHeight).toBeGreaterThan(seen)
  const last = page.locator('nav.menu a').last()
  await last.focus()
  expect(
    await last.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0)),
  ).toBeLessThanOrEqual(800)
  const [pageHeight = 0, windowHeight = 0] = await heights('html')
  expect(pageHeight).toBeLessThanOrEqual(windowHeight)
})

test('the review shows the address without scrolling and has no accessibility issues at any width, in any theme or open state', async () => {
  const page = await openPage({}, 'secretary')
  const checkPage = async () => {
    await expectNoAxeViolations(page)
    await expectContrastInOtherTheme(page)
    await expectNoHorizontalScroll(page)
  }
  for (const width of [1280, 320]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/secretary/registrations?view=waiting')
    await page.locator('[data-row]').first().click()
    await name(page).waitFor()
    await page.locator('.fields-skeleton').first().waitFor({ state: 'detached' })
    await checkPage()
    if (width === 1280)
      expect(await isAbove(page, '[data-field=address]', '.decision-bar')).toBe(true)
    for (const key of ['t', 'd', '?', 'r']) {
      await page.waitForTimeout(ignoredClicksMs)
      await page.keyboard.press(key)
      if (key === 'r') await page.getByRole('region', { name: 'Preview' }).waitFor()
      await checkPage()
      await page.keyboard.press('Escape')
    }
  }
})
