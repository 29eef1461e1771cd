/**
 * Measures how fast public pages load on a slow phone: `node bench/first-paint.mjs <origin of a
 * running server>`. Simulates 1.4 Mbit/s, 560 ms of latency per request, a CPU slowed down four
 * times, and an empty cache apart from an application draft. Prints medians of five loads. The
 * admission must be open.
 */
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { chromiumArgs, chromiumPath } from '../tests/support/chromium.mjs'

const form = '/registration/create'
const draftPath = `${form}?step=resume#t=0190f1a4-7c2e-7b3a-9d41-6f1e2a3b4c5d`

/** The pages, some with the step of an application draft stored on the device. */
export const publicPages = [
  { name: 'form, start', path: form },
  { name: 'form, step 1 opened directly', path: `${form}?step=identity` },
  { name: 'form, start with a draft', path: form, draft: 'contact' },
  ...['identity', 'contact', 'programme', 'documents', 'check'].map((step) => ({
    name: `form, draft reopened at ${step}`,
    path: `${form}?step=${step}`,
    draft: step,
  })),
  { name: 'form, link to a saved draft', path: draftPath },
  { name: 'status', path: '/registration/status' },
  { name: 'sign-in', path: '/authentification' },
  { name: 'not found', path: '/nowhere' },
]

const loads = 5
const slowNetwork = {
  offline: false,
  latency: 560,
  downloadThroughput: (1.4e6 / 8) | 0,
  uploadThroughput: (0.75e6 / 8) | 0,
}
const slowdown = 4

/**
 * Returns medians per page: largest contentful paint and time to interactive in ms, layout shift,
 * kilobytes of scripts as sent.
 */
export async function measureFirstPaint(browser, origin, pages = publicPages) {
  const figures = {}
  for (const page of pages) {
    const runs = []
    for (let load = 0; load < loads; load += 1) runs.push(await loadOnce(browser, origin, page))
    const medianOf = (name) =>
      runs.map((run) => run[name]).sort((a, b) => a - b)[Math.floor(loads / 2)]
    const [lcpMs, readyMs, shift, scriptKb] = ['lcpMs', 'readyMs', 'shift', 'scriptKb'].map(
      medianOf,
    )
    figures[page.name] = { lcpMs, readyMs, shift, scriptKb, largest: runs[0].largest }
  }
  return figures
}

async function loadOnce(browser, origin, { path, draft }) {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  try {
    if (draft) await keepDraft(context, origin, draft)
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
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const observed = await page.evaluate(() => window.seen)
    return {
      lcpMs: Math.round(observed.lcp),
      readyMs: Math.round(observed.ready),
      shift: Number(observed.shift.toFixed(3)),
      scriptKb: Math.round(scriptBytes / 1024),
      largest: observed.largest,
    }
  } finally {
    await context.close()
  }
}

/** Stores an application draft as the form does, from a page that loads no other code. */
async function keepDraft(context, origin, step) {
  const blank = `${origin}/nothing-but-storage`
  await context.route(blank, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }),
  )
  const page = await context.newPage()
  await page.goto(blank)
  await page.evaluate(
    (draft) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('keyval-store')
        opening.onupgradeneeded = () => opening.result.createObjectStore('keyval')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('keyval', 'readwrite')
          writing.objectStore('keyval').put(draft, 'matricola.application')
          writing.oncomplete = () => resolve(opening.result.close())
          writing.onerror = () => reject(writing.error)
        }
      }),
    {
      key: 'key-of-a-measured-draft',
      savedAt: new Date().toISOString(),
      step,
      values: answers,
      filled: ['birthDate', 'sex'],
      isShared: false,
    },
  )
  await page.close()
  await context.unroute(blank)
}

const answers = {
  identityType: 'cnp',
  cnp: '6060930529927',
  lastName: 'Țîrlea',
  firstName: 'Ștefania',
  birthDay: '30',
  birthMonth: '9',
  birthYear: '2006',
  sex: 'F',
  serialNumber: 'CJ 482913',
  citizenship: 'RO',
  personalEmail: 'stefania.tirlea@example.ro',
  phone: '0740 123 456',
  country: 'RO',
  city: 'Cluj-Napoca',
  address: 'Str. Observatorului 12',
  postalCode: '400 000',
}

/** Runs in the page. The page is interactive once React has attached to the root element. */
function watch() {
  const observed = { lcp: 0, largest: '', shift: 0, ready: 0 }
  window.seen = observed
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      observed.lcp = entry.startTime
      observed.largest = (entry.element?.textContent ?? '').trim().slice(0, 40)
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) observed.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  const observe = () => {
    const root = document.getElementById('root')
    if (root && Object.keys(root).some((key) => key.startsWith('__reactContainer')))
      observed.ready = performance.now()
    else requestAnimationFrame(observe)
  }
  requestAnimationFrame(observe)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const executablePath = await chromiumPath()
  if (!executablePath) throw new Error('Chromium was not found. Set CHROME_PATH to its path.')
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  console.table(await measureFirstPaint(browser, process.argv[2] ?? 'http://localhost:3000'))
  await browser.close()
}
