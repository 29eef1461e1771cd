import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectNoHorizontalScroll, openPageAs, takeConsoleErrors } from '#tests/support/browser.ts'

const columns = (page: Page) =>
  page
    .locator('thead th')
    .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)))

async function openList(
  role: 'admin' | 'secretary',
  at: string,
  size: { readonly width?: number; readonly height?: number } = {},
) {
  const page = await openPageAs(role, { at, ...size })
  await page.locator('[data-row]').first().waitFor()
  return page
}

test.each(['admin', 'secretary'] as const)(
  'the submission time of applications is visible for a %s at 1280 px',
  async (role) => {
    const page = await openList(role, `/${role}/registrations?pageSize=25`)
    const hidden = await page.locator('tbody tr').evaluateAll((rows) => {
      const region = document.querySelector('.table-region')?.getBoundingClientRect()
      return rows.filter((row) => {
        const time = row.querySelector('td:nth-last-child(2) time')
        const box = time?.getBoundingClientRect()
        return !box || !region || box.right > region.right
      }).length
    })
    expect(hidden).toBe(0)
    expect(await page.locator('tbody tr').count()).toBe(25)
    const covered = await page
      .locator('tbody tr:first-child td:nth-last-child(2) time')
      .evaluate((time) => {
        const { left, right, top, height } = time.getBoundingClientRect()
        return [left + 2, right - 2].filter(
          (x) => !time.contains(document.elementFromPoint(x, top + height / 2)),
        )
      })
    expect(covered).toEqual([])
  },
)

test('text at double size at 320 px makes no list scroll horizontally', async () => {
  const page = await openList('secretary', '/secretary/registrations', { width: 320, height: 640 })
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectNoHorizontalScroll(page)
})

test('columns and rows do not move while a cell is edited or when a view can be saved', async () => {
  const page = await openList('secretary', '/secretary/courses?pageSize=25')
  const [before, top] = [await columns(page), (await page.locator('.toolbar').boundingBox())?.y]
  for (const name of ['credits', 'module']) {
    await page.locator(`td:has([data-cell*="${name}"])`).first().dblclick()
    await page.locator('.cell-editor').waitFor()
    expect(await columns(page)).toEqual(before)
    await page.keyboard.press('Escape')
    await page.locator('.cell-editor').waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: 'Code' }).click()
  await page.getByRole('button', { name: /^Save view/ }).waitFor()
  expect((await page.locator('.toolbar').boundingBox())?.y).toBe(top)
})

test('a page whose code fails to load shows an error below the bar and next to the menu, and loads on retry', async () => {
  const page = await openList('admin', '/admin/courses')
  const code = /(university-settings|settings-screen)-.*\.js$/
  await page.route(code, (route) => route.abort())
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await menu.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('alert').getByText('The data could not be loaded.').waitFor()
  expect(await menu.isVisible()).toBe(true)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Appearance' }).first().waitFor()
  expect(
    takeConsoleErrors(page).every((line) => /university-settings|settings-screen/.test(line)),
  ).toBe(true)
})

test('if the code of the palette, shortcuts or bell fails to load, the page stays as it is, and the overlay opens once its code loads', async () => {
  const page = await openList('admin', '/admin/courses')
  const code = /(palette|shortcuts-dialog|latest-inbox-items)-.*\.js$/
  await page.route(code, (route) => route.abort())
  const failed = page.getByRole('alert').getByText('Could not open.')
  await page.keyboard.press('Control+k')
  await failed.first().waitFor()
  await page.keyboard.press('?')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByRole('group', { name: 'Notifications' })
    .getByText('The data could not be loaded.')
    .waitFor()
  expect(await page.getByRole('heading', { level: 1, name: 'Courses' }).isVisible()).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)
  // Some browsers log a failed preload and the failed import, others only one of them.
  const failedFiles = takeConsoleErrors(page).map((line) => code.exec(line)?.[1])
  expect([...new Set(failedFiles)].toSorted()).toEqual([
    ...['latest-inbox-items', 'palette', 'shortcuts-dialog'],
  ])
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.waitForLoadState('networkidle')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or go to a page' }).waitFor()
})

test.each([320, 1280])(
  'the current view is visible at %i px once all views have been counted',
  async (width) => {
    const page = await openList('secretary', '/secretary/registrations?view=feeDue', { width })
    const currentView = page.locator('.views [aria-current]')
    await expect.poll(() => currentView.innerText()).toMatch(/\d/)
    const isVisible = () =>
      currentView.evaluate((link) => {
        const [linkBox, line] = [
          link.getBoundingClientRect(),
          link.closest('.views')?.getBoundingClientRect(),
        ]
        return (
          line !== undefined && linkBox.left >= line.left - 1 && linkBox.right <= line.right + 1
        )
      })
    await expect.poll(isVisible).toBe(true)
  },
)
