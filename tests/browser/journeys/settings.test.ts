import { expect, test } from 'vitest'
import { openAs } from '#tests/support/browser.ts'
import { putBack } from '../support/calls.ts'
import { toast } from './steps.ts'

putBack('maxStudentsPerCourse', 'stopApplicationRequests')

test('an admin changes a setting and an admission switch, with a reason, and the history tells both (R-D02, R-K01)', async () => {
  const page = await openAs('admin', { at: '/admin/settings' })
  await page.getByLabel('Maximum students per course').fill('27')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Application Settings updated successfully.').waitFor()
  await page.getByRole('button', { name: 'Close message' }).first().click()

  await page.getByRole('switch', { name: 'Stop application requests' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const review = page.getByRole('dialog')
  await review.getByLabel('Reason').fill('Server maintenance tonight')
  await review.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Application Settings updated successfully.').waitFor()

  await page.getByRole('tab', { name: 'History' }).click()
  const rows = page.getByRole('row')
  await rows.filter({ hasText: 'Stop application requests' }).filter({ hasText: 'Server maintenance tonight' }).waitFor()
  const limit = rows.filter({ hasText: 'Maximum students per course' }).filter({ hasText: '27' }).first()
  await limit.waitFor()
  expect(await limit.textContent()).toContain('30')
})

test('the settings can be downloaded as JSON (R-E06)', async () => {
  const page = await openAs('admin', { at: '/admin/settings' })
  const download = page.waitForEvent('download')
  await page
    .getByRole('button', { name: 'Export settings' })
    .or(page.getByRole('link', { name: 'Export settings' }))
    .first()
    .click()
  expect((await download).suggestedFilename()).toMatch(/\.json$/)
})
