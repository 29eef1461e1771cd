/** Ways within a console that has loaded: to load it anew takes several times as long as to draw a page of it. */
import type { Page } from 'playwright-core'
import { origin } from '#tests/support/browser.ts'

declare global {
  interface Window {
    /** The path whose page was drawn last: the shell shows the top of each page that takes another's place. */
    drawn?: string
  }
}

/** Has pages say which path they have drawn: an address changes at once, its page when its code is here. */
export const noteDrawn = (page: Page) =>
  page.addInitScript(() => {
    const { scrollTo } = window
    window.scrollTo = (...to: unknown[]) => {
      window.drawn = location.pathname
      Reflect.apply(scrollTo, window, to)
    }
  })

export const untilDrawn = (page: Page, path: string) => page.waitForFunction((at) => window.drawn === at, path)

/** Shows another address as Back and Forward do. */
export const moveTo = (page: Page, path: string) =>
  page.evaluate((at) => {
    history.pushState(null, '', at)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/** Leads to an address: within the console where that has loaded and another of its pages stands there, else by loading it. */
export async function leadTo(page: Page, path: string): Promise<void> {
  const [from, { pathname }] = [new URL(page.url()), new URL(path, origin)]
  if (from.origin !== origin || from.pathname === pathname) {
    await page.goto(path)
    return
  }
  await moveTo(page, path)
  await untilDrawn(page, pathname)
}
