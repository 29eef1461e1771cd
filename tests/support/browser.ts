/** Journeys through the built program in a real browser. What one prints to the console as an error fails it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, expect, inject } from 'vitest'
import { homeOf } from '#model/paths.ts'
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
}

let browser: Browser | undefined
const contexts = new Set<BrowserContext>()
const complaints = new Map<Page, string[]>()
const signedIn = new Map<Role, BrowserContextOptions['storageState']>()

/** A page in a browser of its own: no cookies, nothing stored. It is closed when the test ends. */
export async function openPage({ language = 'en', theme = 'light', width = 1280, height = 800 }: View = {}, role?: Role): Promise<Page> {
  browser ??= await chromium.connect(inject('browser'))
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    viewport: { width, height },
    reducedMotion: 'reduce',
    ...(role && { storageState: await sessionOf(role) }),
  })
  contexts.add(context)
  context.setDefaultTimeout(15_000)
  // As a person's choice of theme is remembered; written before the page's first script reads it.
  await context.addInitScript((chosen) => localStorage.setItem('matricola.theme', chosen), theme)
  const page = await context.newPage()
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

/** A page at the home of a role, signed in. Pages of one test file share a session per role; a journey that ends its session signs in by itself. */
export async function openAs(role: Role, view: View = {}): Promise<Page> {
  const page = await openPage(view, role)
  await page.goto(homeOf(role))
  await page.locator('h1').first().waitFor()
  return page
}

/** Signs this page's browser in by a call of the API and goes to the role's home. */
export async function signIn(page: Page, role: Role): Promise<void> {
  await callLogin(page.context(), role)
  await page.goto(homeOf(role))
  await page.locator('h1').first().waitFor()
}

async function sessionOf(role: Role): Promise<BrowserContextOptions['storageState']> {
  const known = signedIn.get(role)
  if (known) return known
  if (!browser) throw new Error('the browser is connected before anyone signs in')
  const context = await browser.newContext({ baseURL: origin })
  await callLogin(context, role)
  const state = await context.storageState()
  await context.close()
  signedIn.set(role, state)
  return state
}

async function callLogin(context: BrowserContext, role: Role): Promise<void> {
  const answer = await context.request.post('/api/authentication/login', { data: { username: role, password } })
  if (!answer.ok()) throw new Error(`${role} could not sign in: ${await answer.text()}`)
}

/** Takes the errors that a test provokes off the list, such as a refused call, and answers them. */
export function takeConsoleErrors(page: Page): string[] {
  return complaints.get(page)?.splice(0) ?? []
}

/** A judge of the page. Our pages hold no frames, so it works in the page itself; what passes is not described. Both save most of its time. */
const judge = (page: Page) => new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Fails with every rule of WCAG 2.2 AA that the page as it stands breaks, and where. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  const { violations } = await judge(page).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
}

/** The other theme has the same elements: only its colours are new. */
export async function expectDarkColoursToBeSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.setItem('matricola.theme', 'dark')
    // As another tab of the same person tells this one.
    window.dispatchEvent(new StorageEvent('storage', { key: 'matricola.theme' }))
  })
  const { violations } = await judge(page).withRules(['color-contrast', 'link-in-text-block']).analyze()
  expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `dark ${id}: ${html.slice(0, 200)}`))).toEqual([])
  await page.evaluate(() => {
    localStorage.setItem('matricola.theme', 'light')
    window.dispatchEvent(new StorageEvent('storage', { key: 'matricola.theme' }))
  })
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

/** Keeps a picture of the page under `test-results/`, for people to look at. */
export async function takePicture(page: Page, name: string): Promise<void> {
  const folder = join(root, 'test-results')
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/** What was on the screen when a test failed: `test-results/failed-….png`. */
async function takePicturesOfFailure({ name }: { readonly name: string }): Promise<void> {
  const pages = [...contexts].flatMap((context) => context.pages())
  const title = name.replace(/\W+/g, '-').slice(0, 60)
  await Promise.all(pages.map((page, index) => takePicture(page, `failed-${title}-${index}`).catch(() => {})))
}

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await takePicturesOfFailure(task)
  const said = [...complaints.values()].flat()
  complaints.clear()
  await Promise.all([...contexts].map((context) => context.close()))
  contexts.clear()
  expect(said, 'errors in the console of the browser').toEqual([])
})
afterAll(() => browser?.close())
