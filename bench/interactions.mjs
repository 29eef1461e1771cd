/**
 * Measures the time from an interaction to the next paint (Event Timing) on a list of 100 rows, in
 * a browser with a CPU slowed down four times: `node bench/interactions.mjs <origin of a running
 * server> <password of the secretary>`. Prints medians of five rounds.
 */
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../tests/support/chromium.mjs'

const rounds = 5
const slowdown = 4
/** Time to wait for work that an interaction causes. */
const quietMs = 700

/** Returns the slowest event of each interaction in milliseconds: the median and all rounds. */
export async function measureInteractions(browser, origin, password) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  try {
    await page.request.post(`${origin}/api/authentication/login`, {
      data: { username: 'secretary', password },
    })
    await page.addInitScript(watch)
    const devtools = await page.context().newCDPSession(page)
    const samples = {}
    for (let round = 0; round < rounds; round += 1) {
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await page.goto(`${origin}/secretary/registrations?view=&pageNumber=1&pageSize=100`)
      await page.locator('[data-select]').nth(99).waitFor()
      for (const [name, { run, after }] of Object.entries(interactions)) {
        await page.waitForTimeout(quietMs)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
        await page.evaluate(() => window.begin())
        await run(page)
        await page.waitForTimeout(quietMs)
        samples[name] = [...(samples[name] ?? []), await page.evaluate(() => window.slowest)]
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
        await after?.(page)
      }
    }
    return Object.fromEntries(
      Object.entries(samples).map(([name, all]) => [
        name,
        { ms: all.toSorted((a, b) => a - b)[Math.floor(rounds / 2)], all },
      ]),
    )
  } finally {
    await page.close()
  }
}

const pageBox = '[data-select-page]'

/**
 * Clicks an element with the mouse, in its middle by default. The driver's own `click` first
 * inspects the page, which would be measured too.
 */
async function press(locator, part = 0.5) {
  await locator.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await locator.boundingBox()
  await locator.page().mouse.click(x + width * part, y + height * part)
}

/**
 * Interactions in order, each continuing on the page of the previous one. `after` is not measured.
 */
const interactions = {
  // The cost of any click on this machine.
  'nothing, for comparison': { run: (page) => press(page.locator('.list-footer'), 0.05) },
  'select one row': {
    run: (page) => press(page.locator('[data-select]').nth(3)),
    after: (page) => press(page.locator('[data-select]').nth(3)),
  },
  'select 100 rows': { run: (page) => press(page.locator(pageBox)) },
  'clear 100 rows': { run: (page) => press(page.locator(pageBox)) },
  // Waits for the field before typing, because otherwise the letters would be keyboard shortcuts of
  // the page.
  'open the fields of a condition': {
    run: async (page) => {
      await press(page.locator('[data-key="filter"]'))
      await page.locator('.field-search').waitFor()
    },
  },
  'type in a condition': {
    run: (page) => page.locator('.field-search').pressSequentially('na', { delay: 150 }),
    after: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    },
  },
  'type in the search': {
    run: (page) => page.locator('[data-key="search"]').pressSequentially('pop', { delay: 150 }),
  },
  // Opens a row of the search results.
  'open a record': { run: (page) => press(page.locator('.row-link').nth(2)) },
}

/** Records the slowest event of an interaction. Runs in the page. */
function watch() {
  let since = 0
  window.slowest = 0
  window.begin = () => {
    since = performance.now()
    window.slowest = 0
  }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId > 0 && entry.startTime >= since)
        window.slowest = Math.max(window.slowest, Math.round(entry.duration))
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [origin, password] = process.argv.slice(2)
  if (!origin || !password)
    throw new Error('Usage: node bench/interactions.mjs <origin> <password of a staff user>')
  const browser = await chromium.launch({
    executablePath: await chromiumPath(),
    args: chromiumArgs,
  })
  try {
    console.log(JSON.stringify(await measureInteractions(browser, origin, password), null, 2))
  } finally {
    await browser.close()
  }
}
