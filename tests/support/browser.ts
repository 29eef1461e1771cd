/**
 * Support for user journeys through the built program in a real browser. An error in the browser
 * console fails the test.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { homePath, signInPath } from '@matricola/schema/paths.ts'
import type { Language, Role } from '@matricola/schema/vocabulary.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
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

/** The address of this worker's server. Vitest numbers concurrent workers from 1. */
export const origin = inject('origins')[Number(process.env.VITEST_POOL_ID) - 1] ?? ''
export const password = inject('password')

export interface BrowserViewOptions {
  readonly language?: Language
  readonly theme?: 'light' | 'dark'
  readonly width?: number
  readonly height?: number
  /** False disables JavaScript. */
  readonly runsScripts?: boolean
}

/** How a signed-in page opens. `at` defaults to the home page of the role. */
export interface SignedInView extends BrowserViewOptions {
  readonly at?: string
}

let browser: Promise<Browser> | undefined
/** Contexts that have already loaded the console, by language. */
const freeContexts = new Map<Language, BrowserContext[]>()
/**
 * Contexts of the current test. Console contexts are reused by later tests and never change their
 * language.
 */
const contexts = new Map<BrowserContext, Language | null>()
const consoleErrors = new Map<Page, string[]>()
type Session = Awaited<ReturnType<BrowserContext['storageState']>>
const signedIn = new Map<Role, Session>()
export type ApiCaller = { readonly request: APIRequestContext }
const callers = new Map<Role, ApiCaller>()

/**
 * Opens a page in an isolated browser context, without cookies or storage, and closes it when the
 * test ends. Contexts of the console keep their compiled code between tests, because loading and
 * compiling it takes as long as running many tests.
 */
export async function openPage(
  {
    language = 'en',
    theme = 'light',
    width = 1280,
    height = 800,
    runsScripts = true,
  }: BrowserViewOptions = {},
  role?: Role,
): Promise<Page> {
  browser ??= chromium.connect(inject('browser'))
  const viewport = { width, height }
  const options = {
    baseURL: origin,
    locale: language,
    viewport,
    reducedMotion: 'reduce',
    javaScriptEnabled: runsScripts,
  } as const
  const context =
    (role && freeContexts.get(language)?.pop()) ?? (await (await browser).newContext(options))
  contexts.set(context, role ? language : null)
  context.setDefaultTimeout(60_000)
  if (role) await context.addCookies((await sessionOf(role)).cookies)
  const page = await context.newPage()
  await page.setViewportSize(viewport)
  // Written before the page's first script runs, as if the user had chosen the theme earlier.
  await page.addInitScript((chosen) => {
    if (location.protocol !== 'about:') localStorage.setItem('matricola.theme', chosen)
  }, theme)
  const errors: string[] = []
  consoleErrors.set(page, errors)
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  // Registered from the start, because the browser begins to report file choosers a moment after
  // the first listener is added.
  page.on('filechooser', () => {})
  page.on('pageerror', (error) => errors.push(error.stack ?? error.message))
  return page
}

/**
 * Opens a page signed in as the role. Pages in one test file share a session per role, so a test
 * that ends its session must call `signInAs` itself.
 */
export async function openPageAs(
  role: Role,
  { at = homePath(role), ...view }: SignedInView = {},
): Promise<Page> {
  const page = await openPage(view, role)
  await page.goto(at)
  await page.locator('h1').first().waitFor()
  return page
}

/** API access as a role, without a page. Disposed after the test file. */
export async function apiCallerAs(role: Role): Promise<ApiCaller> {
  const caller = callers.get(role) ?? {
    request: await requests.newContext({ baseURL: origin, storageState: await sessionOf(role) }),
  }
  callers.set(role, caller)
  return caller
}

/**
 * Waits until the page has been redirected to the sign-in page. Playwright's `waitForURL` throws if
 * a second redirect overtakes the first.
 */
export const expectSignInPage = (page: Page) =>
  expect.poll(() => new URL(page.url()).pathname).toBe(signInPath)

/** Signs in through the API and opens the home page of the role. */
export async function signInAs(page: Page, role: Role): Promise<void> {
  await callLogin(page.context(), role)
  await page.goto(homePath(role))
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

async function callLogin({ request }: ApiCaller, role: Role): Promise<void> {
  const answer = await request.post('/api/authentication/login', {
    data: { username: role, password },
  })
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${await answer.text()}`)
}

/** Removes the expected console errors, such as a rejected call, and returns them. */
export function takeConsoleErrors(page: Page): string[] {
  return consoleErrors.get(page)?.splice(0) ?? []
}

/**
 * Removes the expected 404 error for the page's own URL. Fails unless it was logged exactly once.
 */
export async function takeNotFoundError(page: Page, path: string): Promise<void> {
  const isExpected = (line: string) =>
    /status of 404 /.test(line) && line.endsWith(`${origin}${path}`)
  const errors = consoleErrors.get(page) ?? []
  await expect.poll(() => errors.filter(isExpected).length).toBe(1)
  errors.splice(errors.findIndex(isExpected), 1)
}

declare global {
  interface Window {
    readonly axe: typeof axe
  }
}

/**
 * Finds rows, cells and list items that repeat two earlier ones in the same list: same elements,
 * classes, styles and states, different text. Axe would report the same for them, and checking all
 * of a long list takes nearly as long as rendering its page.
 */
const findRepeatedElements = (page: Page): Promise<JSHandle<Element[]>> =>
  page.evaluateHandle(() => {
    const classCounts = new Map<Element | null, Map<string, number>>()
    const repeatedElements: Element[] = []
    for (const part of document.querySelectorAll('tr, th, td, li')) {
      if (repeatedElements.some((one) => one.contains(part))) continue
      const column = part instanceof HTMLTableCellElement ? part.cellIndex : ''
      const html = part.outerHTML
        .replaceAll(/>[^<]+</g, '>…<')
        .replaceAll(
          /\b(id|for|name|href|src|alt|title|value|datetime|aria-(?:label|labelledby|describedby|controls))="[^"]+"/g,
          '$1="…"',
        )
        // Ids in attributes differ between records.
        .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…')
      const shape = `${column} ${part.parentElement?.tagName} ${part.parentElement?.className} ${html}`
      const list = part.parentElement?.closest('table, ul, ol') ?? null
      const counts = classCounts.get(list) ?? new Map<string, number>()
      const count = (counts.get(shape) ?? 0) + 1
      classCounts.set(list, counts.set(shape, count))
      if (count > 2) repeatedElements.push(part)
    }
    return repeatedElements
  })

/**
 * Returns violations of the rules with their elements. Pages have no frames, so axe runs in the
 * page itself and is loaded once per document.
 */
async function violationsOf(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const repeatedElements = await findRepeatedElements(page)
  // Omitting the details of passed rules saves most of the time.
  const options: RunOptions = { runOnly: [...runOnly], resultTypes: ['violations'] }
  const violations = await page.evaluate(
    async ({ repeatedElements, options }) => {
      const { violations } = await window.axe.run(
        repeatedElements.length > 0 ? { exclude: repeatedElements } : document,
        options,
      )
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
      )
    },
    { repeatedElements, options },
  )
  await repeatedElements.dispose()
  return violations
}

/** Fails if the page in its current state violates WCAG 2.2 AA, and lists the violations. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const violations = await violationsOf(page, [
    'wcag2a',
    'wcag2aa',
    'wcag21a',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
  ])
  expect(violations, violations.join('\n')).toEqual([])
}

/**
 * Checks contrast in the other theme. Only colours differ between themes, so the remaining rules
 * need no second run. The page stays in the other theme, because switching back would take as long
 * as the check.
 */
export async function expectContrastInOtherTheme(page: Page): Promise<void> {
  const theme = otherTheme[await themeOf(page)]
  await switchTheme(page, theme)
  const violations = await violationsOf(page, ['color-contrast', 'link-in-text-block'])
  expect(violations, violations.map((violation) => `${theme} ${violation}`).join('\n')).toEqual([])
}

type Theme = NonNullable<BrowserViewOptions['theme']>
export const otherTheme = { light: 'dark', dark: 'light' } as const satisfies Record<Theme, Theme>

export const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'))

/** Switches the theme through a storage event, as if the user had changed it in another tab. */
export async function switchTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('matricola.theme', chosen)
    window.dispatchEvent(new StorageEvent('storage', { key: 'matricola.theme' }))
  }, theme)
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
}

/**
 * Fails if the page scrolls horizontally. Waits, because components rerender only after the window
 * has been resized.
 */
export const expectNoHorizontalScroll = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    )
    .toBeLessThanOrEqual(0)

/** The viewports and themes in which every page is checked. */
export const checkedViews = [
  { width: 1280, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 320, theme: 'light' },
  { width: 320, theme: 'dark' },
] as const satisfies readonly BrowserViewOptions[]

const results = join(projectRoot, 'test-results')

async function saveScreenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({
    path: join(results, `${name}.png`),
    fullPage: true,
    animations: 'disabled',
  })
}

/**
 * Saves screenshots of a failed test and the console output as `test-results/failed-….png` and
 * `.txt`.
 */
async function saveFailure(
  { name }: { readonly name: string },
  errors: readonly string[],
): Promise<void> {
  const pages = [...contexts.keys()].flatMap((context) => context.pages())
  const title = `failed-${name.replace(/\W+/g, '-').slice(0, 60)}`
  mkdirSync(results, { recursive: true })
  await Promise.all(
    pages.map((page, index) => saveScreenshot(page, `${title}-${index}`).catch(() => {})),
  )
  writeFileSync(join(results, `${title}.txt`), errors.join('\n'))
}

/**
 * Cleans up after a test and fails if the browser logged errors that the test did not expect. If
 * the test has already failed, the console errors are only saved, so that its own failure is
 * reported.
 */
export async function endTest(task: {
  readonly name: string
  readonly result?: { readonly state: string }
}): Promise<void> {
  const hasFailed = task.result?.state === 'fail'
  const errors = [...consoleErrors.values()].flat()
  consoleErrors.clear()
  if (hasFailed) await saveFailure(task, errors)
  await Promise.all(
    [...contexts].map(([context, language]) =>
      language ? resetContext(context, language).catch(() => context.close()) : context.close(),
    ),
  )
  contexts.clear()
  if (!hasFailed) expect(errors, 'errors in the console of the browser').toEqual([])
}

/** Disposes the sessions that the tests of a file share. */
export async function endFile(): Promise<void> {
  for (const { request } of callers.values()) await request.dispose()
  callers.clear()
  signedIn.clear()
}

/** Clears everything in a context except its compiled code, and keeps it for the next test. */
async function resetContext(context: BrowserContext, language: Language): Promise<void> {
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const pages = context.pages()
  // Also clears entries that a page stores while it unloads.
  await Promise.all(pages.map((page) => page.goto('about:blank')))
  await context.clearCookies()
  const [page] = pages
  if (page) {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,cache_storage',
    })
  }
  await Promise.all(pages.map((page) => page.close()))
  freeContexts.set(language, [...(freeContexts.get(language) ?? []), context])
}
