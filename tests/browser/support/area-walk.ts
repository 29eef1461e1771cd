import type { Page, Request } from 'playwright-core'
import { expect, test } from 'vitest'
import { accountPath, homeOf, pagesOf, testPath } from '#model/paths.ts'
import type { Role } from '#model/vocabulary.ts'
import { endpointsOf } from '#model/wire/endpoints.ts'
import type { WireRecord } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { areaResources, mailsPath, pageKinds } from '#src/console/area.ts'
import {
  callerAs,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  openPage,
  otherTheme,
  switchTheme,
  themeOf,
} from '#tests/support/browser.ts'
import { moveTo, noteDrawn, untilDrawn } from './within.ts'

const wide = { width: 1280, height: 800 }
const narrow = { width: 320, height: 640 }

/** Resources that between them show every kind of field, section and tab: of these, all pages are judged, of the others the list. Pages of a secretary hold less than an administrator's. */
const looked = ['departments', 'students', 'university-classes', 'messages']

interface Stop {
  readonly path: string
  readonly judged: boolean
}

/** Every page of a role's area: those made by hand, each list, and the pages of a record where there is one. */
async function stopsOf(role: Role): Promise<Stop[]> {
  const { request } = await callerAs(role)
  const byHand = [homeOf(role), accountPath(role)]
  if (role === 'admin') byHand.push(mailsPath, testPath, `${pagesOf(resourceNamed('settings'), role).list}?tab=history`)
  const stops: Stop[] = []
  const add = (path: string, judged: boolean) => stops.push({ path, judged })
  for (const path of byHand) add(path, true)
  for (const resource of areaResources(role)) {
    const answer = await request.get(`${endpointsOf(resource).list.path}?pageSize=100`)
    const found: readonly WireRecord[] = (await answer.json()).data?.list ?? []
    for (const kind of pageKinds(resource, role)) {
      const path = pagesOf(resource, role)[kind]
      // Some records alone are still open to the person's changes, and some lists are empty.
      const record = found.find(({ _can }) => kind !== 'edit' || _can.includes('update'))
      const judged = role !== 'secretary' && (kind === 'list' || looked.includes(resource.name))
      if (record || !path.includes(':id')) add(path.replace(':id', record?.id ?? ''), judged)
    }
  }
  return stops
}

/** Requests of a page that have no answer yet, but for the stream of what happens. */
function openRequests(page: Page): ReadonlySet<Request> {
  const open = new Set<Request>()
  page.on('request', (request) => request.resourceType() !== 'eventsource' && open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Until nothing is asked for, nothing loads and nothing on the page has changed for a moment. */
async function settled(page: Page, asked: ReadonlySet<Request>): Promise<void> {
  do {
    await expect.poll(() => asked.size, { interval: 20 }).toBe(0)
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
          watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
        }),
      120,
    )
  } while (asked.size > 0)
}

/**
 * Leads a page that has loaded the console to an address, by the menu where it has an entry for it, else as Back and
 * Forward do, and asks the server for the address as a start there does; answers what is wrong with what comes.
 */
async function open(page: Page, path: string, asked: ReadonlySet<Request>): Promise<string[]> {
  await page.setViewportSize(wide)
  const entry = page.getByRole('navigation', { name: 'Main menu' }).locator(`a[href="${path}"], a[href^="${path}?"]`)
  const name = (await entry.count()) > 0 ? await entry.innerText() : null
  const { pathname: before } = new URL(page.url())
  const [answer] = await Promise.all([
    page.request.get(path, { headers: { accept: 'text/html' } }),
    // A page that is a dialog stands before the menu.
    name === null || (await page.getByRole('dialog').count()) > 0 ? moveTo(page, path) : entry.click(),
  ])
  if (answer.status() !== 200) return [`${path} is answered with ${answer.status()}`]
  const { pathname } = new URL(page.url())
  if (pathname !== path.split('?')[0]) return [`${path} leads to ${pathname}`]
  if (pathname !== before) await untilDrawn(page, pathname)
  await settled(page, asked)
  if (new URL(page.url()).pathname !== pathname) return [`${path} leads on to ${page.url()}`]
  if ((await page.locator('h1, [role="dialog"]').count()) === 0) return [`${path} has no heading`]
  if (name !== null) {
    const current = entry.and(page.locator('[aria-current="page"]'))
    const shown = [page.getByRole('heading', { level: 1, name }), current].map((part) => part.first().waitFor())
    const isShown = await Promise.all(shown).then(
      () => true,
      () => false,
    )
    if (!isShown) return [`${path} is not shown as ${name}`]
  }
  if ((await page.getByText('Requested resource is not available').count()) > 0) return [`${path} is not available`]
  return []
}

/**
 * Looks at an open page in both widths and both themes; answers what is wrong with it. To judge a page takes longest of all, so
 * it is judged once in each theme and at each width: wide in the theme that the page before was left in, then narrow in the
 * other. Which go together changes from page to page, and what pages share is judged in all four.
 */
async function faultsOf(page: Page, path: string, asked: ReadonlySet<Request>): Promise<string[]> {
  const faults: string[] = []
  const first = await themeOf(page)
  for (const [theme, size] of [[first, wide] as const, [otherTheme[first], narrow] as const]) {
    const note = (error: Error) => faults.push(`${path} at ${size.width}, ${theme}: ${error.message}`)
    await page.setViewportSize(size)
    await switchTheme(page, theme)
    await settled(page, asked)
    await expectNoAxeViolations(page).catch(note)
    await expectNoSidewaysScroll(page).catch(note)
  }
  return faults
}

/** Tests that each page of a role's area opens by its address or its menu entry, and is free of accessibility faults where it is judged. */
export const expectSoundArea = (role: Role) =>
  test(`every page of the ${role} area opens by its address or its menu entry, whose name it has (R-S06), free of accessibility faults, wide and narrow, light and dark`, {
    timeout: 600_000,
  }, async () => {
    const left = await stopsOf(role)
    const walk = async () => {
      const page = await openPage(wide, role)
      await noteDrawn(page)
      const asked = openRequests(page)
      await page.goto(homeOf(role))
      await page.locator('h1').first().waitFor()
      const faults: string[] = []
      for (let stop = left.shift(); stop; stop = left.shift()) {
        const missing = await open(page, stop.path, asked)
        faults.push(...missing, ...(stop.judged && missing.length === 0 ? await faultsOf(page, stop.path, asked) : []))
      }
      return faults
    }
    // Two pages side by side: while one waits for the server, the other is judged.
    const found = await Promise.all([walk(), walk()])
    expect(found.flat()).toEqual([])
  })
