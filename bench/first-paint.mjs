/**
 * When a public page is read on a slow phone: `node bench/first-paint.mjs <origin of a running server>`. 1.4 Mbit/s, 560 ms
 * for every request, a processor four times slower, nothing kept from an earlier visit; medians of five loads.
 */
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../tests/support/chromium.mjs'

export const publicPaths = ['/registration/create', '/registration/status', '/authentification', '/nowhere']

const loads = 5
const slowNetwork = { offline: false, latency: 560, downloadThroughput: (1.4e6 / 8) | 0, uploadThroughput: (0.75e6 / 8) | 0 }
const slowdown = 4

/** Medians per path: milliseconds to the largest paint, to when the page answers to hands, layout shift, kilobytes of script as sent. */
export async function measureFirstPaint(browser, origin, paths = publicPaths) {
  const figures = {}
  for (const path of paths) {
    const runs = []
    for (let load = 0; load < loads; load += 1) runs.push(await loadOnce(browser, origin + path))
    const medianOf = (name) => runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(loads / 2)]
    figures[path] = { lcpMs: medianOf('lcpMs'), readyMs: medianOf('readyMs'), shift: medianOf('shift'), scriptKb: medianOf('scriptKb') }
  }
  return figures
}

async function loadOnce(browser, address) {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', slowNetwork)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const scripts = new Set()
    let scriptBytes = 0
    devtools.on('Network.responseReceived', ({ requestId, response }) => {
      if (/\.js$/.test(new URL(response.url).pathname)) scripts.add(requestId)
    })
    devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scriptBytes += encodedDataLength
    })
    await page.addInitScript(watch)
    await page.goto(address, { waitUntil: 'networkidle' })
    const seen = await page.evaluate(() => window.seen)
    return {
      lcpMs: Math.round(seen.lcp),
      readyMs: Math.round(seen.ready),
      shift: Number(seen.shift.toFixed(3)),
      scriptKb: Math.round(scriptBytes / 1024),
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page. It answers to hands once React has put its mark on the root. */
function watch() {
  const seen = { lcp: 0, shift: 0, ready: 0 }
  window.seen = seen
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.lcp = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const look = () => {
    const root = document.getElementById('root')
    if (root && Object.keys(root).some((key) => key.startsWith('__reactContainer'))) seen.ready = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const executablePath = await chromiumPath()
  if (!executablePath) throw new Error('no Chromium was found: set CHROME_PATH')
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  console.table(await measureFirstPaint(browser, process.argv[2] ?? 'http://localhost:3000'))
  await browser.close()
}
