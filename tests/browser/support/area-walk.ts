import {
  areaResources,
  mailsPath,
  pageTypes,
  processesOf,
  processPath,
} from '@matricola/schema/areas.ts'
import { accountPath, homePath, pagePaths, testPath } from '@matricola/schema/paths.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { endpointsOf } from '@matricola/schema/wire/endpoints.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { getResource, registry } from '#resources/index.ts'
import {
  apiCallerAs,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  otherTheme,
  switchTheme,
  themeOf,
} from '#tests/support/browser.ts'
import { pushAddress, recordRenderedPath, waitForRendered } from './console-navigation.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 320, height: 640 }

/**
 * Resources that together show every field type, section and tab. All their pages are checked for
 * accessibility; for other resources, only the list is checked. A secretary's pages are not
 * checked, because they show less than an administrator's.
 */
const checkedResources = ['departments', 'students', 'university-classes', 'messages']

interface AreaPage {
  readonly path: string
  readonly isChecked: boolean
}

/**
 * Every page of a role's area: the pages written by hand, each list, and the pages of one record if
 * there is one.
 */
async function areaPages(role: Role): Promise<AreaPage[]> {
  const { request } = await apiCallerAs(role)
  const customPages = [homePath(role), accountPath(role)]
  if (role === 'admin')
    customPages.push(
      mailsPath(registry),
      testPath,
      `${pagePaths(getResource('settings'), role).list}?tab=history`,
    )
  customPages.push(...processesOf(registry, role).map((process) => processPath(process, role)))
  const pages: AreaPage[] = []
  const add = (path: string, isChecked: boolean) => pages.push({ path, isChecked: isChecked })
  for (const path of customPages) add(path, true)
  for (const resource of areaResources(registry, role)) {
    const answer = await request.get(`${endpointsOf(resource).list.path}?pageSize=100`)
    const found: readonly WireRecord[] = (await answer.json()).data?.list ?? []
    for (const kind of pageTypes(resource, role)) {
      const path = pagePaths(resource, role)[kind]
      // The user can still change only some of the records, and some lists are empty.
      const record = found.find(({ _can }) => kind !== 'edit' || _can.includes('update'))
      const isChecked =
        role !== 'secretary' && (kind === 'list' || checkedResources.includes(resource.name))
      if (record || !path.includes(':id')) add(path.replace(':id', record?.id ?? ''), isChecked)
    }
  }
  return pages
}

/** Pending requests of a page, except the event stream. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Waits until no request is pending and the page has not changed for a moment. */
async function waitUntilIdle(page: Page, pendingRequests: ReadonlySet<Request>): Promise<void> {
  do {
    await expect.poll(() => pendingRequests.size, { interval: 20 }).toBe(0)
    await page.evaluate(
      (momentMs) =>
        new Promise<void>((resolve) => {
          const rest = () => (document.querySelector('[aria-busy="true"]') ? undefined : end())
          let timer = setInterval(rest, momentMs)
          const watch = new MutationObserver(() => {
            clearInterval(timer)
            timer = setInterval(rest, momentMs)
          })
          const end = () => {
            clearInterval(timer)
            watch.disconnect()
            resolve()
          }
          watch.observe(document.body, {
            subtree: true,
            childList: true,
            attributes: true,
            characterData: true,
          })
        }),
      120,
    )
  } while (pendingRequests.size > 0)
}

/**
 * Navigates a page of the console to an address through the menu if it has an entry, otherwise
 * through the browser's history. Also requests the address from the server, as loading the page
 * would. Returns the problems found.
 */
async function open(page: Page, path: string, pending: ReadonlySet<Request>): Promise<string[]> {
  await page.setViewportSize(wide)
  // Neither the row of a menu section, which has the name of the section, nor a count.
  const entry = page
    .getByRole('navigation', { name: 'Main menu' })
    .locator(`li > .menu-link:is([href="${path}"], [href^="${path}?"])`)
  const name = (await entry.count()) > 0 ? await entry.innerText() : null
  const { pathname: before } = new URL(page.url())
  const [answer] = await Promise.all([
    page.request.get(path, { headers: { accept: 'text/html' } }),
    // If the current page is a dialog, it covers the menu.
    name === null || (await page.getByRole('dialog').count()) > 0
      ? pushAddress(page, path)
      : entry.click(),
  ])
  if (answer.status() !== 200) return [`${path} returned ${answer.status()}`]
  const { pathname } = new URL(page.url())
  if (pathname !== path.split('?')[0]) return [`${path} leads to ${pathname}`]
  if (pathname !== before) await waitForRendered(page, pathname)
  await waitUntilIdle(page, pending)
  if (new URL(page.url()).pathname !== pathname) return [`${path} redirects to ${page.url()}`]
  if ((await page.locator('h1, [role="dialog"]').count()) === 0) return [`${path} has no heading`]
  if (name !== null) {
    const current = entry.and(page.locator('[aria-current="page"]'))
    const landmarks = [page.getByRole('heading', { level: 1, name }), current].map((part) =>
      part.first().waitFor(),
    )
    const isShown = await Promise.all(landmarks).then(
      () => true,
      () => false,
    )
    if (!isShown) return [`${path} is not shown as ${name}`]
  }
  if ((await page.getByText('Requested resource is not available').count()) > 0)
    return [`${path} is not available`]
  return []
}

/**
 * Checks an open page for accessibility and returns the problems. Because this is the slowest part,
 * each page is checked twice: wide in the current theme, then narrow in the other. The combination
 * changes from page to page, so shared parts are checked in all four.
 */
async function accessibilityProblems(
  page: Page,
  path: string,
  pending: ReadonlySet<Request>,
): Promise<string[]> {
  const faults: string[] = []
  const first = await themeOf(page)
  for (const [theme, size] of [[first, wide] as const, [otherTheme[first], narrow] as const]) {
    const note = (error: Error) =>
      faults.push(`${path} at ${size.width}, ${theme}: ${error.message}`)
    await page.setViewportSize(size)
    await switchTheme(page, theme)
    await waitUntilIdle(page, pending)
    await expectNoAxeViolations(page).catch(note)
    await expectNoHorizontalScroll(page).catch(note)
  }
  return faults
}

/**
 * Checks that each page of a role's area opens by its address or menu entry, and that the pages
 * selected by `isChecked` are accessible.
 */
export const testArea = (role: Role) =>
  test(`every page of the ${role} area opens by address or menu entry, has the name of its menu entry (R-S06) and is accessible`, {
    timeout: 600_000,
  }, async () => {
    const unvisited = await areaPages(role)
    const walk = async () => {
      const page = await openPage(wide, role)
      await recordRenderedPath(page)
      const pendingRequests = openRequests(page)
      await page.goto(homePath(role))
      await page.locator('h1').first().waitFor()
      const faults: string[] = []
      for (let stop = unvisited.shift(); stop; stop = unvisited.shift()) {
        const missing = await open(page, stop.path, pendingRequests)
        faults.push(
          ...missing,
          ...(stop.isChecked && missing.length === 0
            ? await accessibilityProblems(page, stop.path, pendingRequests)
            : []),
        )
      }
      return faults
    }
    // Two pages run in parallel: while one waits for the server, the other is checked.
    const found = await Promise.all([walk(), walk()])
    expect(found.flat()).toEqual([])
  })
