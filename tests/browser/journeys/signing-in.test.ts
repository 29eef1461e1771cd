import { expect, test } from 'vitest'
import { expectSignInPage, openPage, signInAs, takeConsoleErrors } from '#tests/support/browser.ts'
import { toastWithText } from './shared-actions.ts'

test('a signed-in user signs out, sees a message, and cannot go back (R-A05)', async () => {
  const page = await openPage()
  await signInAs(page, 'student')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await toastWithText(page, 'Successfully logout.').waitFor()
  await expectSignInPage(page)
  await page.goto('/student/classes', { waitUntil: 'commit' })
  await expectSignInPage(page)
  // Without a session, the browser logs a 401.
  expect(takeConsoleErrors(page).filter((line) => !line.includes('status of 401'))).toEqual([])
})
