/**
 * Navigation inside a loaded console. Reloading it takes several times as long as rendering one of
 * its pages.
 */
import type { Page } from 'playwright-core'
import { origin } from '#tests/support/browser.ts'

declare global {
  interface Window {
    /**
     * The path of the page rendered last. The shell scrolls to the top whenever it shows another
     * page, which is how this is detected.
     */
    renderedPath?: string
  }
}

/**
 * Records the path of the rendered page. The URL changes immediately. The page changes after its
 * code has loaded.
 */
export const recordRenderedPath = (page: Page) =>
  page.addInitScript(() => {
    const { scrollTo } = window
    window.scrollTo = (...to: unknown[]) => {
      window.renderedPath = location.pathname
      Reflect.apply(scrollTo, window, to)
    }
  })

export const waitForRendered = (page: Page, path: string) =>
  page.waitForFunction((at) => window.renderedPath === at, path)

/** Changes the URL as Back and Forward do. */
export const pushAddress = (page: Page, path: string) =>
  page.evaluate((at) => {
    history.pushState(null, '', at)
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

/**
 * Goes to a URL: inside the console if it has loaded and shows another page, otherwise by loading
 * the URL.
 */
export async function goToPage(page: Page, path: string): Promise<void> {
  const [from, { pathname }] = [new URL(page.url()), new URL(path, origin)]
  if (from.origin !== origin || from.pathname === pathname) {
    await page.goto(path)
    return
  }
  await pushAddress(page, path)
  await waitForRendered(page, pathname)
}
