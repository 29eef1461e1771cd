/** Journeys through the built program in a real browser. What one prints to the console as an error fails it. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import axe, { type RunOptions } from 'axe-core'
import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  chromium,
  type JSHandle,
  type Page,
  request as requests,
} from 'playwright-core'
import { expect, inject } from 'vitest'
import { homeOf, signInPath } from '#model/paths.ts'
import type { Language, Role } from '#model/vocabulary.ts'
import { root } from './databases.ts'

/** The program of this worker; Vitest counts the workers that run at the same time from 1. */
export const origin = inject('origins')[Number(process.env.VITEST_POOL_ID) - 1] ?? ''
export const password = inject('password')

export interface View {
  readonly language?: Language
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** False: the browser runs no scripts. */
  readonly runsScripts?: boolean
}

/** Start of a signed-in person: at the home of the role, unless somewhere else is said. */
export interface Beginning extends View {
  readonly at?: string
}

let browser: Promise<Browser> | undefined
/** Contexts that have loaded the console, by language. */
const free = new Map<Language, BrowserContext[]>()
/** Contexts of a test; those of the console go on to the next one, with the language that they have for good. */
const contexts = new Map<BrowserContext, Language | null>()
const complaints = new Map<Page, string[]>()
type Session = Awaited<ReturnType<BrowserContext['storageState']>>
const signedIn = new Map<Role, Session>()
/** Caller of the API. */
export type Caller = { readonly request: APIRequestContext }
const callers = new Map<Role, Caller>()

/**
 * A page in a browser of its own: no cookies, nothing stored. It is closed when the test ends. The console's code is kept
 * from page to page, as a browser keeps it: to load and compile it anew takes as long as many a test.
 */
export async function openPage(
  { language = 'en', theme = 'light', width = 1280, height = 800, runsScripts = true }: View = {},
  role?: Role,
): Promise<Page> {
  browser ??= chromium.connect(inject('browser'))
  const viewport = { width, height }
  const options = { baseURL: origin, locale: language, viewport, reducedMotion: 'reduce', javaScriptEnabled: runsScripts } as const
  const context = (role && free.get(language)?.pop()) ?? (await (await browser).newContext(options))
  contexts.set(context, role ? language : null)
  context.setDefaultTimeout(60_000)
  if (role) await context.addCookies((await sessionOf(role)).cookies)
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  // As a person's choice of theme is remembered; written before the page's first script reads it.
  await page.addInitScript((chosen) => {
    if (location.protocol !== 'about:') localStorage.setItem('matricola.theme', chosen)
  }, theme)
  const said: string[] = []
  complaints.set(page, said)
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(`${message.text()} ${message.location().url}`)
  })
  // Listened to from the start: the browser hands choosers over a moment after somebody begins to listen.
  page.on('filechooser', () => {})
  page.on('pageerror', (error) => said.push(error.stack ?? error.message))
  return page
}

/** A page of a role, signed in. Pages of one test file share a session per role; a journey that ends its session signs in by itself. */
export async function openAs(role: Role, { at = homeOf(role), ...view }: Beginning = {}): Promise<Page> {
  const page = await openPage(view, role)
  await page.goto(at)
  await page.locator('h1').first().waitFor()
  return page
}

/** Calls of the API as a role, where no page is looked at. They end with the file. */
export async function callerAs(role: Role): Promise<Caller> {
  const caller = callers.get(role) ?? { request: await requests.newContext({ baseURL: origin, storageState: await sessionOf(role) }) }
  callers.set(role, caller)
  return caller
}

/** Waits until the page was led to sign in. A redirect that another overtakes is an error of Playwright's own wait. */
export const ledToSignIn = (page: Page) => expect.poll(() => new URL(page.url()).pathname).toBe(signInPath)

/** Signs this page's browser in by a call of the API and goes to the role's home. */
export async function signIn(page: Page, role: Role): Promise<void> {
  await callLogin(page.context(), role)
  await page.goto(homeOf(role))
  await page.locator('h1').first().waitFor()
}

async function sessionOf(role: Role): Promise<Session> {
  const known = signedIn.get(role)
  if (known) return known
  const request = await requests.newContext({ baseURL: origin })
  await callLogin({ request }, role)
  const state = await request.storageState()
  await request.dispose()
  signedIn.set(role, state)
  return state
}

async function callLogin({ request }: Caller, role: Role): Promise<void> {
  const answer = await request.post('/api/authentication/login', { data: { username: role, password } })
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${await answer.text()}`)
}

/** Takes the errors that a test provokes off the list, such as a refused call, and answers them. */
export function takeConsoleErrors(page: Page): string[] {
  return complaints.get(page)?.splice(0) ?? []
}

/** Takes off the list that the browser was answered 404 for a page, as it is where nothing stands; fails unless that came once. */
export async function takeNotFound(page: Page, path: string): Promise<void> {
  const isIt = (line: string) => /status of 404 /.test(line) && line.endsWith(`${origin}${path}`)
  const said = complaints.get(page) ?? []
  await expect.poll(() => said.filter(isIt).length).toBe(1)
  said.splice(said.findIndex(isIt), 1)
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/**
 * Rows, cells and entries before which two alike stand in the same list: the same elements, classes, styles and states, with
 * other words. What axe says of the two holds for these, and to judge all of a long list takes nearly as long again as its page.
 */
const listAlike = (page: Page): Promise<JSHandle<Element[]>> =>
  page.evaluateHandle(() => {
    const seen = new Map<Element | null, Map<string, number>>()
    const alike: Element[] = []
    for (const part of document.querySelectorAll('tr, th, td, li')) {
      if (alike.some((one) => one.contains(part))) continue
      const column = part instanceof HTMLTableCellElement ? part.cellIndex : ''
      const look = part.outerHTML
        .replaceAll(/>[^<]+</g, '>…<')
        .replaceAll(/\b(id|for|name|href|src|alt|title|value|datetime|aria-(?:label|labelledby|describedby|controls))="[^"]+"/g, '$1="…"')
        // In what marks a part for the code.
        .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…')
      const shape = `${column} ${part.parentElement?.tagName} ${part.parentElement?.className} ${look}`
      const list = part.parentElement?.closest('table, ul, ol') ?? null
      const counts = seen.get(list) ?? new Map<string, number>()
      const count = (counts.get(shape) ?? 0) + 1
      seen.set(list, counts.set(shape, count))
      if (count > 2) alike.push(part)
    }
    return alike
  })

/** Violations of the rules, and where. Our pages hold no frames: axe runs in the page itself, loaded once per document. */
async function violationsOf(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const alike = await listAlike(page)
  // Passes are not described: that saves most of the time.
  const options: RunOptions = { runOnly: [...runOnly], resultTypes: ['violations'] }
  const violations = await page.evaluate(
    async ({ alike, options }) => {
      const { violations } = await window.axe.run(alike.length > 0 ? { exclude: alike } : document, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
    },
    { alike, options },
  )
  await alike.dispose()
  return violations
}

/** Fails with every rule of WCAG 2.2 AA that the page as it stands breaks, and where. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const violations = await violationsOf(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  expect(violations, violations.join('\n')).toEqual([])
}

/** The other theme has the same elements: only its colours are new. The page stays in it: to draw it anew takes as long as to judge it. */
export async function expectOtherColoursToBeSound(page: Page): Promise<void> {
  const theme = otherTheme[await themeOf(page)]
  await switchTheme(page, theme)
  const violations = await violationsOf(page, ['color-contrast', 'link-in-text-block'])
  expect(violations, violations.map((violation) => `${theme} ${violation}`).join('\n')).toEqual([])
}

type Theme = NonNullable<View['theme']>
export const otherTheme = { light: 'dark', dark: 'light' } as const satisfies Record<Theme, Theme>

export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'))

/** As another tab of the same person tells this one. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('matricola.theme', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'matricola.theme' }))
  }, theme)
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
}

/** Fails when the page can be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overhang = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(overhang).toBeLessThanOrEqual(0)
}

/** The views every page is looked at in: wide and narrow, light and dark. */
export const views = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 320, theme: 'light' },
  { width: 320, theme: 'dark' },
] as const satisfies readonly View[]

const results = join(root, 'test-results')

async function keepPicture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(results, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/** Saves the screens of a failed test and what the browser said: `test-results/failed-….png` and `.txt`. */
async function keepFailure({ name }: { readonly name: string }, said: readonly string[]): Promise<void> {
  const pages = [...contexts.keys()].flatMap((context) => context.pages())
  const title = `failed-${name.replace(/\W+/g, '-').slice(0, 60)}`
  mkdirSync(results, { recursive: true })
  await Promise.all(pages.map((page, index) => keepPicture(page, `${title}-${index}`).catch(() => {})))
  writeFileSync(join(results, `${title}.txt`), said.join('\n'))
}

/**
 * Ends what a test has opened; fails where the browser said something that the test has not taken off the list. A test that
 * has failed did not come to that, and what it failed of is not to be looked for behind it.
 */
export async function endTest(task: { readonly name: string; readonly result?: { readonly state: string } }): Promise<void> {
  const hasFailed = task.result?.state === 'fail'
  const said = [...complaints.values()].flat()
  complaints.clear()
  if (hasFailed) await keepFailure(task, said)
  await Promise.all(
    [...contexts].map(([context, language]) => (language ? giveBack(context, language).catch(() => context.close()) : context.close())),
  )
  contexts.clear()
  if (!hasFailed) expect(said, 'errors in the console of the browser').toEqual([])
}

/** Ends the sessions that the tests of a file have shared. */
export async function endFile(): Promise<void> {
  for (const { request } of callers.values()) await request.dispose()
  callers.clear()
  signedIn.clear()
}

/** Empties a context of all but the code that it has loaded, and keeps it for the next test. */
async function giveBack(context: BrowserContext, language: Language): Promise<void> {
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const pages = context.pages()
  // Entries that a page stores as it is left are cleared as well.
  await Promise.all(pages.map((page) => page.goto('about:blank')))
  await context.clearCookies()
  const [page] = pages
  if (page) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb,cache_storage' })
  }
  await Promise.all(pages.map((page) => page.close()))
  free.set(language, [...(free.get(language) ?? []), context])
}
