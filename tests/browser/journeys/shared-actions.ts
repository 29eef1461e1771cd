/** Actions shared by several journeys. */

import { mailsPath } from '@matricola/schema/areas.ts'
import type { Locator, Page } from 'playwright-core'
import { registry } from '#resources/index.ts'
import { openPageAs } from '#tests/support/browser.ts'

export const toastWithText = (page: Page, text: string): Locator =>
  page.locator('.toast').filter({ hasText: text })

/**
 * The link in the newest email to an address, opened as an administrator who reads unsent emails.
 */
export async function getMailedLink(address: string, subject: RegExp): Promise<string> {
  const page = await openPageAs('admin')
  // A job sends emails shortly after the call that requested them.
  for (let tries = 0; tries < 20; tries++) {
    await page.goto(mailsPath(registry))
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor()
    // The demo has sent emails, so that the list is never empty.
    await page.getByRole('row').nth(1).waitFor()
    // Emails can be opened only after they have been sent.
    const mail = page
      .getByRole('row')
      .filter({ hasText: address })
      .filter({ hasText: subject })
      .getByRole('button')
      .first()
    if ((await mail.count()) > 0) {
      await mail.click()
      const link = await page.getByRole('dialog').getByRole('link').first().getAttribute('href')
      await page.close()
      if (link) return link
      throw new Error('the email contains no link')
    }
    await page.waitForTimeout(500)
  }
  throw new Error(`no email was sent to ${address}`)
}
