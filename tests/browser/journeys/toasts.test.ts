import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openPageAs, takeConsoleErrors } from '#tests/support/browser.ts'

/** Decision keys and dialogs ignore input for this long after another application is shown. */
const ignoredClicksMs = 450
const sizes = [
  [1280, 800],
  [1440, 900],
  [320, 640],
] as const

/** Visible buttons of a bar whose centre is covered, after the next rendering. */
const findCoveredButtons = (page: Page, bar: string) =>
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

/** Keeps toasts visible by making the page hidden, as in a background tab. */
const keepToasts = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

/**
 * Leaves today's applications to other journeys. Several belong to the same applicant, so not all
 * of them could be accepted.
 */
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)

test.each(sizes)(
  'at %i × %i three toasts cover neither the decisions about the next application nor Save after a failed save',
  async (width, height) => {
    const at = `/secretary/registrations?view=waiting&filters[submittedAt]=..${yesterday()}&filters[isDuplicate]=false`
    const page = await openPageAs('secretary', { at, width, height })
    await page.locator('[data-row]').first().click()
    const name = page.locator('#review-name')
    await name.waitFor()
    await keepToasts(page)
    for (let decided = 1; decided <= 3; decided++) {
      const before = page.url()
      await page.waitForTimeout(ignoredClicksMs)
      await page.getByRole('button', { name: /^Accept/ }).click()
      const acceptButton = page.getByRole('button', { name: /^Accept anyway/ })
      await page
        .locator('.toast')
        .nth(decided - 1)
        .or(acceptButton)
        .first()
        .waitFor()
      if (await acceptButton.isVisible()) {
        await page.waitForTimeout(ignoredClicksMs)
        await acceptButton.click()
      }
      await page
        .locator('.toast')
        .nth(decided - 1)
        .waitFor()
      await page.waitForURL(({ href }) => href !== before)
      // The URL changes first. Until the next application is shown, the bar still belongs to the
      // previous one.
      await page.getByRole('button', { name: /^Accept/ }).waitFor()
      expect(await findCoveredButtons(page, '.decision-bar')).toEqual([])
    }
    // On a phone only the newest toast is shown: three would cover almost everything except the bar
    // of decisions.
    const isPhone = width < 640
    expect(await page.locator('.toast:visible').count()).toBe(isPhone ? 1 : 3)
    expect(await page.getByText('and 2 more').count()).toBe(isPhone ? 1 : 0)

    await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    expect(await findCoveredButtons(page, '.form-footer')).toEqual([])
    await page.route('**/api/registrations/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
    )
    // A city that no demo applicant has, because unchanged values are not sent.
    await page.getByRole('textbox', { name: 'City' }).fill('Sulina-Port')
    await save.click()
    await page.locator('.error-summary, .toast-error').first().waitFor()
    expect(await findCoveredButtons(page, '.form-footer')).toEqual([])
    takeConsoleErrors(page)
  },
)
