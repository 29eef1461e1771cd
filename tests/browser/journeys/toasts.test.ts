import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAs, takeConsoleErrors } from '#tests/support/browser.ts'

/** Decision keys and dialogs are deaf for so long once another file is on the screen. */
const deafMs = 450
const sizes = [
  [1280, 800],
  [1440, 900],
  [320, 640],
] as const

/** Buttons that a bar shows and that the pointer does not reach at their middle, on the page as it is next drawn. */
const coveredIn = (page: Page, bar: string) =>
  page.locator(`${bar} button`).evaluateAll(async (buttons) => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    return buttons
      .filter((button) => button.checkVisibility())
      .filter((button) => {
        const { left, top, width, height } = button.getBoundingClientRect()
        return !button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
      })
      .map(({ textContent }) => textContent)
  })

/** Toasts stay while nobody looks at the page, as they do in a tab behind another one. */
const keepToasts = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/** Applications of other journeys, from today, are theirs to decide: some are one person's and cannot all be accepted. */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

test.each(sizes)(
  'at %i × %i three messages cover neither the decisions about the next file nor Save after a failed save (CONS-01, CONS-54)',
  async (width, height) => {
    const at = `/secretary/registrations?view=waiting&filters[submittedAt]=..${yesterday()}&filters[isDuplicate]=false`
    const page = await openAs('secretary', { at, width, height })
    await page.locator('[data-row]').first().click()
    const name = page.locator('#review-name')
    await name.waitFor()
    await keepToasts(page)
    for (let decided = 1; decided <= 3; decided++) {
      const before = page.url()
      await page.waitForTimeout(deafMs)
      await page.getByRole('button', { name: /^Accept/ }).click()
      const anyway = page.getByRole('button', { name: /^Accept anyway/ })
      await page
        .locator('.toast')
        .nth(decided - 1)
        .or(anyway)
        .first()
        .waitFor()
      if (await anyway.isVisible()) {
        await page.waitForTimeout(deafMs)
        await anyway.click()
      }
      await page
        .locator('.toast')
        .nth(decided - 1)
        .waitFor()
      await page.waitForURL(({ href }) => href !== before)
      // The address is ahead of the page: until the next file is there, the bar is that of the one decided.
      await page.getByRole('button', { name: /^Accept/ }).waitFor()
      expect(await coveredIn(page, '.decide-bar')).toEqual([])
    }
    // On a phone the newest alone: three would leave the bar of decisions free, and little else.
    const isPhone = width < 640
    expect(await page.locator('.toast:visible').count()).toBe(isPhone ? 1 : 3)
    expect(await page.getByText('and 2 more').count()).toBe(isPhone ? 1 : 0)

    await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    expect(await coveredIn(page, '.form-footer')).toEqual([])
    await page.route('**/api/registrations/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
    )
    // A town of nobody in the demo: what is the same is not sent.
    await page.getByRole('textbox', { name: 'City' }).fill('Sulina-Port')
    await save.click()
    await page.locator('.error-summary, .toast-error').first().waitFor()
    expect(await coveredIn(page, '.form-footer')).toEqual([])
    takeConsoleErrors(page)
  },
)
