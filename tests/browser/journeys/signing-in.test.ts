import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { homeOf, signInPath } from '#model/paths.ts'
import { type Role, roles } from '#model/vocabulary.ts'
import { ledToSignIn, openAs, openPage, password, signIn, takeConsoleErrors } from '#tests/support/browser.ts'
import { toast } from './steps.ts'

/** Types name and password on the sign-in page, wherever the browser was sent. */
async function typeCredentials(page: Page, username: string, secret = password): Promise<void> {
  await page.getByLabel('Username or email').fill(username)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** People not signed in are told so by a 401, which the browser prints. */
const expectOnlyRefusals = (page: Page) => {
  const others = takeConsoleErrors(page).filter((line) => !line.includes('status of 401'))
  expect(others).toEqual([])
}

describe('signing in', () => {
  test.each(roles)('%s comes to the own home and reads the own menu (R-A01, R-A06)', async (role) => {
    const page = await openPage()
    await page.goto('/')
    await ledToSignIn(page)
    await typeCredentials(page, role)
    await page.waitForURL(`**${homeOf(role)}`)
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Dashboard' }).waitFor()
    expectOnlyRefusals(page)
  })

  test('with a wrong password says so and stays (R-A02)', async (context) => {
    const page = await openPage()
    await page.goto(signInPath)
    await typeCredentials(page, 'secretary', `not the password ${context.task.id}`)
    await toast(page, 'Credentials are wrong.').waitFor()
    expect(new URL(page.url()).pathname).toBe(signInPath)
    expect(await page.getByLabel('Username or email').inputValue()).toBe('secretary')
    expectOnlyRefusals(page)
  })

  test('goes on to the page that was asked for (R-G02)', async () => {
    const page = await openPage()
    await page.goto('/secretary/courses?search=baze', { waitUntil: 'commit' })
    await ledToSignIn(page)
    await typeCredentials(page, 'secretary')
    await page.waitForURL('**/secretary/courses?**')
    expect(new URL(page.url()).searchParams.get('search')).toBe('baze')
    await page.getByRole('heading', { level: 1, name: 'Courses' }).waitFor()
    expectOnlyRefusals(page)
  })
})

describe('a signed-in person', () => {
  const foreign: [Role, string][] = [
    ['secretary', '/admin/users'],
    ['student', '/professor'],
    ['professor', '/secretary/students'],
    ['admin', '/student/classes'],
  ]
  test.each(foreign)('%s is led from %s to the own home (R-G01)', async (role, path) => {
    const page = await openAs(role)
    await page.goto(path)
    await page.waitForURL(`**${homeOf(role)}`)
  })

  test('is led from the sign-in page to the own home (R-A10)', async () => {
    const page = await openAs('professor')
    await page.goto(signInPath)
    await page.waitForURL('**/professor')
  })

  test('signs out, is told so, and the way back is closed (R-A05)', async () => {
    const page = await openPage()
    await signIn(page, 'student')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await toast(page, 'Successfully logout.').waitFor()
    await ledToSignIn(page)
    await page.goto('/student/classes', { waitUntil: 'commit' })
    await ledToSignIn(page)
    expectOnlyRefusals(page)
  })
})
