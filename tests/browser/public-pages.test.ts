import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { invitationPath, resetPasswordPath, signInPath } from '@matricola/schema/paths.ts'
import { projectRoot } from '@matricola/testing/databases.ts'
import type { Page, Request } from 'playwright-core'
import { afterEach, describe, expect, test } from 'vitest'
import { languages } from '#resources/languages.ts'
import {
  admissionPath,
  applyPath,
  lostDraftCodePath,
  newDraftCodePath,
  programmePath,
  statusPath,
} from '#resources/paths.ts'
import {
  type BrowserViewOptions,
  expectNoAxeViolations,
  expectNoHorizontalScroll,
  openPage,
  openPageAs,
  origin,
  password,
  signInAs,
  takeConsoleErrors,
} from '#tests/support/browser.ts'

/**
 * The browser logs two 401s for the missing session and a 404 for `/nowhere`. Anything else in the
 * console fails.
 */
const pages: Page[] = []
afterEach(() => {
  const consoleErrors = pages.splice(0).flatMap(takeConsoleErrors)
  expect(
    consoleErrors.filter(
      (line) => !/status of (?:401|404 \(Not Found\) \S+\/nowhere$)/i.test(line),
    ),
  ).toEqual([])
})

async function open(path: string, view: BrowserViewOptions = {}): Promise<Page> {
  const page = await openPage(view)
  pages.push(page)
  await navigate(page, path)
  return page
}

async function navigate(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('h1').waitFor()
}

const views = [
  { width: 1280, theme: 'dark', language: 'ro' },
  { width: 320, theme: 'light', language: 'de' },
] as const satisfies readonly BrowserViewOptions[]

const paths = [
  signInPath,
  `${signInPath}?view=forgot`,
  `${resetPasswordPath}#t=x`,
  resetPasswordPath,
  `${invitationPath}#t=x`,
  lostDraftCodePath('0190f1a4-7c2e-7b3a-9d41-6f1e2a3b4c5d'),
  newDraftCodePath('0190f1a4-7c2e-7b3a-9d41-6f1e2a3b4c5d', 'x'),
  applyPath,
  statusPath,
  '/nowhere',
  admissionPath,
  programmePath('INF-RO'),
  programmePath('NOWHERE'),
]

describe.each(views)('at $width pixels, $theme, in $language', (view) => {
  test('no public page has an accessibility issue, horizontal scrolling or a target that is too small', async () => {
    const page = await openPage(view)
    pages.push(page)
    const faults: string[] = []
    for (const path of paths) {
      const note = (error: Error) => faults.push(`${path}: ${error.message}`)
      // A browser treats URLs that differ only after the # as the same document.
      await page.goto('about:blank')
      await page.goto(path)
      await page.locator('h1').waitFor()
      await expectNoAxeViolations(page).catch(note)
      await expectNoHorizontalScroll(page).catch(note)
      const small = await page.evaluate(() =>
        [...document.querySelectorAll('a:not(.skip-link), button')]
          .filter((target) => target.getClientRects().length > 0)
          .filter(
            (target) =>
              Math.min(
                target.getBoundingClientRect().width,
                target.getBoundingClientRect().height,
              ) < 24,
          )
          .map((target) => target.outerHTML),
      )
      const lang = await page.locator('html').getAttribute('lang')
      faults.push(
        ...small.map((target) => `${path}: ${target} is small`),
        ...(lang === view.language ? [] : [`${path}: is in ${lang}`]),
      )
    }
    expect(faults).toEqual([])
  })

  test('forms with errors and toasts have no accessibility issue either', async () => {
    const page = await open(signInPath, view)
    await page.locator('button[type=submit]').click()
    await page.locator('.summary a').nth(1).waitFor()
    await expectNoAxeViolations(page)
    await page.locator('#username').fill('nobody')
    await page.locator('#password').fill('wrong password')
    await page.locator('button[type=submit]').click()
    await page.locator('.toast').waitFor()
    await expectNoAxeViolations(page)
    await expectNoHorizontalScroll(page)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('password')
  })
})

test.each(languages)(
  'on a phone, in %s, the toast of a failed sign-in covers neither the errors nor the form',
  async (language) => {
    const page = await open(signInPath, { width: 320, height: 640, language })
    await page.locator('#username').fill('nobody')
    await page.locator('#password').fill('wrong password')
    await page.locator('button[type=submit]').click()
    await page.locator('.toast').waitFor()
    const covered = await page.evaluate(() => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect()
      return [...document.querySelectorAll('.summary, #username, #password, button[type=submit]')]
        .filter((one) => {
          const { top, bottom } = one.getBoundingClientRect()
          return toast && top < toast.bottom && bottom > toast.top
        })
        .map(({ outerHTML }) => outerHTML.slice(0, 80))
    })
    expect(covered).toEqual([])
  },
)

test('a visitor who opens a console page can sign in with the keyboard alone, and then reaches that page (R-A01, R-G02)', async () => {
  const page = await openPage()
  pages.push(page)
  await page.goto('/secretary/courses')
  await page.locator('#username').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.id)
  for (let presses = 0; presses < 12 && (await focused()) !== 'username'; presses += 1)
    await page.keyboard.press('Tab')
  expect(await focused()).toBe('username')
  await page.keyboard.type('secretary')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/secretary/courses*')
})

test('an expired session is reported on the sign-in page, which leads back to the previous page (R-A08, R-A09)', async () => {
  const page = await openPage()
  pages.push(page)
  await signInAs(page, 'secretary')
  await page.goto('/secretary/courses')
  await page.locator('table').waitFor()
  await page.context().clearCookies({ name: /at|rt/ })
  await page.getByRole('link', { name: 'Students' }).click()
  // Each page redirects before it has loaded, so the test waits for the last one.
  await page.locator('#username').waitFor()
  expect(new URL(page.url()).pathname).toBe(signInPath)
  await page.getByText('Session expired. Please login again.').waitFor()
  await page.locator('#username').fill('secretary')
  await page.locator('#password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/secretary/students*')
})

test('signed-in users are redirected home from public pages (R-A10)', async () => {
  const page = await openPageAs('professor')
  await page.goto(signInPath)
  await page.waitForURL('**/professor')
  await page.goto('/')
  await page.waitForURL('**/professor')
})

/**
 * Returns a function that waits for the network to be idle and returns the transferred size of each
 * script that the page has loaded since, in bytes. Nothing is counted afterwards, because the size
 * of a script cannot be read once the page is closed.
 */
function countScripts(page: Page): () => Promise<number[]> {
  const scripts: Promise<number>[] = []
  const addScript = (request: Request) => {
    if (request.resourceType() === 'script')
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  }
  page.on('requestfinished', addScript)
  return async () => {
    await page.waitForLoadState('networkidle')
    page.off('requestfinished', addScript)
    return Promise.all(scripts)
  }
}

test('the shell with its first list loads at most 430 KB of scripts in at most 25 files', async () => {
  const page = await openPage({ language: 'de' }, 'admin')
  pages.push(page)
  const sizesOfScripts = countScripts(page)
  await page.goto('/admin/students')
  await page.locator('table tbody tr').first().waitFor()
  const sizes = await sizesOfScripts()
  expect(sizes.length).toBeLessThanOrEqual(25)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(430 * 1024)
})

// The languages with the shortest and the longest texts.
test.each(['en', 'de'] as const)(
  'in %s the sign-in page loads at most 100 KB of scripts, and none of the console',
  async (language) => {
    const page = await openPage({ language })
    pages.push(page)
    const sizesOfScripts = countScripts(page)
    await page.goto(signInPath)
    await page.locator('#username').waitFor()
    const sizes = await sizesOfScripts()
    expect(sizes.length).toBeGreaterThan(1)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(100 * 1024)
  },
)

test('the chosen language survives a reload (R-S13)', async () => {
  const page = await open('/nowhere')
  await page.locator('.languages summary').click()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Page introuvable' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('fr')
})

test('without scripts the form start page has the same text, a notice in its language, and no controls without effect', async () => {
  const page = await open(`${applyPath}?lng=ro`, { width: 320, language: 'ro', runsScripts: false })
  expect(await page.getByText(/Această aplicație are nevoie de JavaScript/).isVisible()).toBe(true)
  expect(await page.getByText(/This application needs JavaScript/).isVisible()).toBe(false)
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Înscriere la admitere')
  expect(await page.locator('button:visible, .spinner:visible').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Verificați starea înscrierii' }).isVisible()).toBe(
    true,
  )
})

test.each([320, 360, 1280])(
  'in a window %i pixels wide the header is one line, content aligns to two edges, and there is no empty space below',
  async (width) => {
    const page = await openPage({ width, language: 'ro' })
    pages.push(page)
    for (const path of [signInPath, applyPath, statusPath, admissionPath, '/nowhere']) {
      await navigate(page, path)
      const measured = await page.evaluate(() => {
        const box = (selector: string) =>
          document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect()
        const inner = (selector: string) => {
          const element = document.querySelector(selector) ?? document.body
          const { paddingLeft, paddingRight } = getComputedStyle(element)
          const { left, right } = element.getBoundingClientRect()
          return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
        }
        return {
          header: box('.public-header').height,
          edges: new Set(
            ['.public-header', '.public-main', '.public-footer'].map((one) => inner(one).join()),
          ).size,
          left: box('.brand').left - (inner('.public-main')[0] ?? 0),
          right: (inner('.public-main')[1] ?? 0) - box('.theme-switch').right,
          below: document.documentElement.scrollHeight - box('.public-footer').bottom,
        }
      })
      expect(measured.header).toBeLessThan(70)
      expect(measured).toMatchObject({ edges: 1, left: 0, right: 0, below: 0 })
    }
  },
)

/** The script budget for pages on old phones, in bytes. */
const mostScriptBytes = 102_400

test.each(languages)(
  'in %s the start page loads no script, and form, status and sign-in page at most 100 KiB each',
  async (language) => {
    const scriptsOf = async (path: string) => {
      const html = await (
        await fetch(`${origin}${path}?lng=${language}`, { headers: { accept: 'text/html' } })
      ).text()
      return [
        ...new Set(
          Array.from(
            html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g),
            ([, file = '']) => file,
          ),
        ),
      ]
    }
    /** Size as transferred. Small files are not compressed. */
    const bytesOf = (file: string) => {
      const at = join(projectRoot, 'dist/browser', file)
      return statSync(existsSync(`${at}.br`) ? `${at}.br` : at).size
    }
    expect(await scriptsOf(admissionPath)).toEqual([])
    for (const path of [applyPath, statusPath, signInPath]) {
      const files = await scriptsOf(path)
      expect(files.length).toBeGreaterThan(5)
      expect([
        path,
        files.reduce((sum, file) => sum + bytesOf(file), 0) <= mostScriptBytes,
      ]).toEqual([path, true])
    }
  },
)

test('the footer is at the bottom of the window, and both panels of the sign-in page have the same height', async () => {
  const page = await openPage({ width: 1280, height: 800, language: 'en' })
  pages.push(page)
  for (const path of [signInPath, '/nowhere', statusPath]) {
    await navigate(page, path)
    const metrics = await page.evaluate(() => {
      const { bottom, height } =
        document.querySelector('.public-footer')?.getBoundingClientRect() ?? new DOMRect()
      return {
        bottom,
        height,
        panelHeights: [...document.querySelectorAll('.public-panel')].map(
          (panel) => panel.getBoundingClientRect().height,
        ),
      }
    })
    expect(metrics.bottom).toBe(800)
    expect(metrics.height).toBeLessThan(120)
    expect(new Set(metrics.panelHeights).size).toBeLessThan(2)
  }
})

test('at 1280 pixels the start page’s contents list starts below the lead and ends with the dates of a single admission', async () => {
  const page = await open(admissionPath, { width: 1280, language: 'ro' })
  const measured = () =>
    Promise.all(
      ['.admission-jump-links', '.admission-dates', '.admission-lead'].map((part) =>
        page.locator(part).first().boundingBox(),
      ),
    )
  type Box = Awaited<ReturnType<typeof measured>>[number] | undefined
  const endOf = (box: Box) => Math.round((box?.y ?? 0) + (box?.height ?? 0))
  // Independent of the rows in the card, which change from day to day.
  const spaceAbove = ([jumps, , lead]: readonly Box[]) => (jumps?.y ?? 0) - endOf(lead)
  const twoProgrammes = await measured()
  expect(spaceAbove(twoProgrammes)).toBeLessThan(60)
  expect(endOf(twoProgrammes[0])).toBeLessThan(endOf(twoProgrammes[1]))
  await page
    .locator('.admission-status + .admission-status')
    .evaluateAll((others) => others.map((other) => other.remove()))
  const oneProgramme = await measured()
  expect(spaceAbove(oneProgramme)).toBeLessThan(60)
  expect(endOf(oneProgramme[0])).toBe(endOf(oneProgramme[1]))
})

test.each(['light', 'dark'] as const)(
  'in the %s theme an error message looks different from a success message, and an icon has the colour of its frame',
  async (theme) => {
    const page = await open('/nowhere', { theme, language: 'en' })
    const metrics = await page.evaluate(() => {
      const styleOf = (kind: string) => {
        const box = document.createElement('p')
        box.className = `message message-${kind}`
        box.innerHTML = '<svg class="icon"></svg>'
        document.querySelector('main')?.append(box)
        const {
          backgroundColor: ground,
          borderTopWidth: width,
          borderTopColor: frame,
        } = getComputedStyle(box)
        const icon = getComputedStyle(box.querySelector('svg') ?? box).color
        return { ground, width, frame, icon }
      }
      const summary = document.createElement('div')
      summary.className = 'summary'
      summary.innerHTML = '<h2 class="summary-failure"><svg class="icon"></svg></h2>'
      document.querySelector('main')?.append(summary)
      const inSummary = {
        frame: getComputedStyle(summary).borderTopColor,
        icon: getComputedStyle(summary.querySelector('svg') ?? summary).color,
      }
      return {
        warn: styleOf('warn'),
        success: styleOf('success'),
        error: styleOf('error'),
        inSummary,
      }
    })
    expect(metrics.warn.ground).not.toBe(metrics.success.ground)
    expect(Number.parseFloat(metrics.warn.width)).toBeGreaterThan(
      Number.parseFloat(metrics.success.width),
    )
    for (const { frame, icon } of Object.values(metrics)) expect(icon).toBe(frame)
  },
)
