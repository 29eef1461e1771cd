import { expect, test } from 'vitest'
import { openPageAs } from '#tests/support/browser.ts'

test('the settings can be downloaded as JSON (R-E06)', async () => {
  const page = await openPageAs('admin', { at: '/admin/settings' })
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: 'Export settings' })
    .or(page.getByRole('link', { name: 'Export settings' }))
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
})
