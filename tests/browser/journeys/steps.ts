/** Steps that several journeys take. */
import type { Locator, Page } from 'playwright-core'
import { mailsPath } from '#src/console/area.ts'
import { openAs } from '#tests/support/browser.ts'

/** The toast with a text. */
export const toast = (page: Page, text: string): Locator => page.locator('.toast').filter({ hasText: text })

/** The link in the newest mail to an address, read as an administrator reads mails that no server has sent. */
export async function linkMailedTo(address: string, subject: RegExp): Promise<string> {
  const page = await openAs('admin')
  // Mails are handed over by a job a moment after the call that asked for them.
  for (let tries = 0; tries < 20; tries++) {
    await page.goto(mailsPath)
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
    // It can be opened once it has been handed over.
    const mail = page.getByRole('row').filter({ hasText: address }).filter({ hasText: subject }).getByRole('button').first()
    if ((await mail.count()) > 0) {
      await mail.click()
      const link = await page.getByRole('dialog').getByRole('link').first().getAttribute('href')
      await page.close()
      if (link) return link
      throw new Error('the mail holds no link')
    }
    await page.waitForTimeout(500)
  }
  throw new Error(`no mail came for ${address}`)
}
