import { expect, test } from 'vitest'
import {
  expectSignInPage,
  openPage,
  openPageAs,
  signInAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'
import { getMailedLink, toastWithText } from './shared-actions.ts'

const address = 'ioana.brumă@posta.example'.normalize('NFD').replace(/\p{M}/gu, '')
const first = 'umbrele verzi la marginea pădurii'
const second = 'trei trenuri spre Sighetu Marmației'

test('an invited user chooses a password, signs in, and resets the password after forgetting it (R-L04, R-A12, R-A04, R-E05)', async () => {
  const admin = await openPageAs('admin')
  await admin.goto('/admin/users')
  await admin.getByRole('link', { name: 'New' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Ioana Brumă')
  await dialog.getByLabel('Username', { exact: true }).fill('ioana.bruma')
  await dialog.getByLabel('Email', { exact: true }).fill(address)
  await dialog.getByRole('radio', { name: 'Secretary' }).check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await toastWithText(admin, 'User created.').waitFor()

  const page = await openPage()
  await page.goto(await getMailedLink(address, /^Contul dumneavoastră la /))
  await page.getByRole('textbox', { name: 'New password' }).fill(first)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expectSignInPage(page)
  const signInWith = async (password: string) => {
    await page.getByLabel('Username or email').fill('ioana.bruma')
    await page.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/secretary')
    await page.getByText(address).waitFor()
  }
  await signInWith(first)
  await page.getByRole('button', { name: 'Sign out' }).click()
  // Each page redirects before it has loaded, so the test waits for the last one.
  await page.getByRole('button', { name: 'Forgot password?' }).waitFor()

  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Send link' }).click()
  await toastWithText(
    page,
    'If an account with this email address exists, we have sent a link to choose a new password.',
  ).waitFor()
  await page.goto(await getMailedLink(address, /Choose a new password/))
  await page.getByRole('textbox', { name: 'New password' }).fill(second)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expectSignInPage(page)
  await signInWith(second)
  takeConsoleErrors(page)
})

test('a new profile image appears immediately on the account page and in the top bar, and stays (R-A11)', async () => {
  const page = await openPage()
  await signInAs(page, 'professor')
  await page.goto('/professor/account')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: /Choose file|Replace image/ }).click()
  const before = await page.locator('.profile-picture').getAttribute('src')
  await (await chooser).setFiles({
    name: 'portret.png',
    mimeType: 'image/png',
    buffer: await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 300 } }),
  })
  await toastWithText(page, 'The image has been changed.').waitFor()
  await expect.poll(() => page.locator('.profile-picture').getAttribute('src')).not.toBe(before)
  const pictureUrl = await page.locator('.profile-picture').getAttribute('src')
  expect(await page.getByRole('img', { name: /^Profile image of/ }).getAttribute('src')).toBe(
    pictureUrl,
  )
  await page.reload()
  await expect
    .poll(() =>
      page.locator('.profile-picture').evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0)
  expect(await page.locator('.profile-picture').getAttribute('src')).toBe(pictureUrl)
})
