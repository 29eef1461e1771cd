import { expect, test } from 'vitest'
import { ledToSignIn, openPage, signIn, takeConsoleErrors } from '#tests/support/browser.ts'
import { toast } from './steps.ts'

test('a signed-in user signs out, sees a message, and cannot go back (R-A05)', async () => {
  const page = await openPage()
  await signIn(page, 'student')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await toast(page, 'Successfully logout.').waitFor()
  await ledToSignIn(page)
  await page.goto('/student/classes', { waitUntil: 'commit' })
  await ledToSignIn(page)
  // Without a session, the browser logs a 401.
  expect(takeConsoleErrors(page).filter((line) => !line.includes('status of 401'))).toEqual([])
})
