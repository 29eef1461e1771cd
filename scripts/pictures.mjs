// `npm run pictures`: takes screenshots of every page, as each role sees it, in both themes at 1280
// and 320 px, into `pictures/`. `-- secretary` takes those of one role, `-- public` those of the
// public pages, `-- secretary ro` in Romanian.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requireNode } from './node-version.mjs'

requireNode()
const { installWhenStale } = await import('./install-packages.mjs')
const { buildWhenStale } = await import('./stale-build.mjs')
installWhenStale()
buildWhenStale()
const { chromium } = await import('playwright-core')
const { chromiumArgs, chromiumPath } = await import('../tests/support/chromium.mjs')
const { publicPages } = await import('../bench/first-paint.mjs')
const { startServer } = await import('../bench/server.mjs')
const { root } = await import('./project-files.mjs')
const { readLanguages } = await import('./languages.mjs')

const port = Number(process.env.PORT ?? 4117)
const origin = `http://127.0.0.1:${port}`
const password = 'pictures-of-every-page'
const all = ['public', 'admin', 'secretary', 'professor', 'student']
const languages = readLanguages('locales').map(({ code }) => code)
const args = process.argv.slice(2)
const [language = 'en'] = args.filter((word) => languages.includes(word))
const requestedViewers = args.filter((word) => !languages.includes(word))
const viewers = requestedViewers.length > 0 ? requestedViewers : all
if (!viewers.every((viewer) => all.includes(viewer)))
  throw new Error(`Usage: npm run pictures [-- ${all.join(' | ')}] [${languages.join(' | ')}]`)
const widths = [1280, 320]
const themes = ['light', 'dark']
const folder = join(root, 'pictures')

const executablePath = await chromiumPath()
if (!executablePath) throw new Error('Chromium was not found. Set CHROME_PATH to its path.')
const data = mkdtempSync(join(tmpdir(), 'matricola-pictures-'))
const server = await startServer({
  env: { DATA_DIR: data, DEMO: '1', DEMO_PASSWORD: password, PUBLIC_ORIGIN: origin },
  port,
})
const browser = await chromium.launch({ executablePath, args: chromiumArgs })
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
let pictureCount = 0
try {
  for (const viewer of viewers) await picturesFor(viewer === 'public' ? null : viewer)
  console.log(`Wrote ${pictureCount} pictures to ${folder}`)
} finally {
  await browser.close()
  await server.stop()
  rmSync(data, { recursive: true, force: true })
}

async function picturesFor(role) {
  const context = await browser.newContext({
    baseURL: origin,
    locale: language,
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  if (role) {
    const answer = await page.request.post('/api/authentication/login', {
      data: { username: role, password },
    })
    if (!answer.ok()) throw new Error(`${role} could not sign in: ${await answer.text()}`)
  }
  // Follow the links of each page: the menu leads to lists, a list to one of its records and to its
  // create page.
  const unlinked = [
    'account',
    'messages',
    ...(['admin', 'secretary'].includes(role) ? ['jobs'] : []),
  ]
  const waiting = role
    ? [`/${role}`, ...unlinked.map((page) => `/${role}/${page}`)]
    : ['/', '/admission', ...publicPaths()]
  const seen = new Set(waiting)
  for (const path of waiting) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.waitForFunction(
      () => !document.querySelector('.skeleton, .spinner, [aria-busy="true"]'),
      null,
      { timeout: 60_000 },
    )
    for (const next of role ? await page.evaluate(linksOn, role) : []) {
      if (seen.has(kindOf(next))) continue
      seen.add(kindOf(next))
      waiting.push(next)
    }
    await takePictures(
      page,
      `${role ? '' : 'public-'}${
        kindOf(path)
          .replace(/^\W+|\W+$/g, '')
          .replace(/\W+/g, '-') || 'home'
      }`,
    )
  }
  await context.close()
}

function publicPaths() {
  return new Set(
    publicPages
      .filter(({ draft, path }) => !draft && !path.includes('#'))
      .map(({ path }) => kindOf(path)),
  )
}

/** Treats the pages of two records as the same page. */
function kindOf(path) {
  return path.replace(/\?.*/, '').replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'one')
}

/** Returns the paths in a role's area that a page links to. Runs in the page. */
function linksOn(role) {
  const paths = [...document.querySelectorAll('a[href]')]
    .map(({ href }) => new URL(href))
    .filter((url) => url.origin === location.origin)
  return paths
    .map(({ pathname, search }) => pathname + search)
    .filter((path) => path.startsWith(`/${role}/`))
}

async function takePictures(page, name) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    for (const theme of themes) {
      await page.evaluate((chosen) => {
        localStorage.setItem('matricola.theme', chosen)
        window.dispatchEvent(new StorageEvent('storage', { key: 'matricola.theme' }))
      }, theme)
      await page.waitForTimeout(250)
      await page.screenshot({
        path: join(folder, `${name}-${width}-${theme}.png`),
        fullPage: true,
        animations: 'disabled',
      })
      pictureCount += 1
    }
  }
}
