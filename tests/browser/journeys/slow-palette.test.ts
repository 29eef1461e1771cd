import { expect, test } from 'vitest'
import { openPageAs } from '#tests/support/browser.ts'

test('on a slow connection, a name typed right after Ctrl K goes into the palette and decides nothing', async () => {
  const at =
    '/secretary/registrations?view=waiting&filters[status]=submitted&filters[isDuplicate]=false'
  const page = await openPageAs('secretary', { at })
  // Opening an application assigns it to the reader.
  const assigned = page.waitForResponse(/status-update/)
  await page.locator('[data-row]').first().click()
  await assigned
  await page.getByRole('button', { name: /^Accept/ }).waitFor()
  // Decision keys are ignored right after an application appears.
  await page.waitForTimeout(450)
  const { href } = new URL(page.url())
  const writes: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /status-update|undo|assign/.test(request.url()))
      writes.push(request.url())
  })
  await page.route(/assets\/palette-.*\.js/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('andrei d', { delay: 60 })
  const input = page.getByRole('dialog').getByRole('combobox')
  await input.waitFor()
  expect(await input.inputValue()).toBe('andrei d')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect([writes, page.url()]).toEqual([[], href])
})
