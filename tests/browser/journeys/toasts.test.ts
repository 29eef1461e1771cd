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

/** Whether a toast covers part of the document. Toasts move in the frame after a change. */
const isDocumentCovered = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const viewer = document.querySelector('.viewer')?.getBoundingClientRect()
    return [...document.querySelectorAll('.toast')].some((toast) => {
      const { left, right, top, bottom } = toast.getBoundingClientRect()
      return (
        viewer !== undefined &&
        left < viewer.right - 1 &&
        right > viewer.left + 1 &&
        top < viewer.bottom - 1 &&
        bottom > viewer.top + 1
      )
    })
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
  'at %i × %i three toasts cover neither the decisions about the next application, nor its document, nor Save after a failed save',
  async (width, height) => {
    const at = `/secretary/registrations?view=waiting&filters[submittedAt]=..${yesterday()}&filters[isDuplicate]=false`
    const page = await openPageAs('secretary', { at, width, height })
    await page.locator('[data-row]').first().click()
    const name = page.locator('#review-name')
    await name.waitFor()
    await keepToasts(page)
    const isPhone = width < 640
    const toasts = page.locator('.toast')
    for (let decided = 1; decided <= 3; decided++) {
      const before = page.url()
      const applicant = await name.innerText()
      await page.waitForTimeout(ignoredClicksMs)
      await page.getByRole('button', { name: /^Accept/ }).click()
      const acceptButton = page.getByRole('button', { name: /^Accept anyway/ })
      const toast = toasts.filter({ hasText: `${applicant}:` })
      await toast.or(acceptButton).first().waitFor()
      if (await acceptButton.isVisible()) {
        await page.waitForTimeout(ignoredClicksMs)
        await acceptButton.click()
      }
      await toast.waitFor()
      await page.waitForURL(({ href }) => href !== before)
      // The URL changes first. Until the next application is shown, the bar still belongs to the
      // previous one.
      await page.getByRole('button', { name: /^Accept/ }).waitFor()
      await expect.poll(() => findCoveredButtons(page, '.decision-bar')).toEqual([])
      // The message about the last decision replaces the one before.
      expect(await toasts.count()).toBe(1)
      if (!isPhone) await expect.poll(() => isDocumentCovered(page)).toBe(false)
    }
    for (let undone = 1; undone <= 3; undone++) {
      await page.keyboard.press('z')
      const undoneToasts = toasts.filter({ hasText: 'Last action undone' })
      await undoneToasts.nth(undone - 1).waitFor({ state: 'attached' })
      // The message about the undone decision is gone.
      expect(await toasts.count()).toBe(undone)
    }
    await page.getByRole('button', { name: /^Accept/ }).waitFor()
    await expect.poll(() => findCoveredButtons(page, '.decision-bar')).toEqual([])
    if (!isPhone) await expect.poll(() => isDocumentCovered(page)).toBe(false)
    // On a phone only the newest toast is shown: three would cover almost everything except the bar
    // of decisions.
    expect(await page.locator('.toast:visible').count()).toBe(isPhone ? 1 : 3)
    expect(await page.getByText('and 2 more').count()).toBe(isPhone ? 1 : 0)

    await page.getByRole('link', { name: 'Edit', exact: true }).press('Enter')
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await save.waitFor()
    await expect.poll(() => findCoveredButtons(page, '.form-footer')).toEqual([])
    await page.route('**/api/registrations/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500 }),
    )
    // A city that no demo applicant has, because unchanged values are not sent.
    await page.getByRole('textbox', { name: 'City' }).fill('Sulina-Port')
    await save.click()
    await page.locator('.error-summary, .toast-error').first().waitFor()
    await expect.poll(() => findCoveredButtons(page, '.form-footer')).toEqual([])
    takeConsoleErrors(page)
  },
)
