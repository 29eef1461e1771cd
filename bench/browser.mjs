/**
 * Measures the code that the browser loads for its first pages, compressed with brotli as the
 * server sends it.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { root } from '../scripts/project-files.mjs'
import { chromiumArgs, chromiumPath } from '../tests/support/chromium.mjs'
import { startServer } from './server.mjs'

/**
 * Returns the kilobytes of scripts and styles of the sign-in page, and of the first list after
 * signing in.
 */
export async function measureBrowserCode({ port, env, password }) {
  const executablePath = await chromiumPath()
  if (!executablePath) return null
  const server = await startServer({
    env: { ...env, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` },
    port,
  })
  const browser = await chromium.launch({ executablePath, args: chromiumArgs })
  try {
    const page = await browser.newPage()
    const loaded = new Set()
    page.on('requestfinished', (request) => {
      const path = new URL(request.url()).pathname
      if (/\.(?:js|css)$/.test(path)) loaded.add(path)
    })
    await page.goto(`http://127.0.0.1:${port}/authentification`, { waitUntil: 'networkidle' })
    const signIn = sizeOf(loaded)
    await page.evaluate(
      async (body) => {
        await fetch('/api/authentication/login', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        })
      },
      JSON.stringify({ username: 'admin', password }),
    )
    loaded.clear()
    const startedAt = performance.now()
    await page.goto(`http://127.0.0.1:${port}/admin/students`)
    await page.locator('table tbody tr').first().waitFor()
    const rowsMs = Math.round(performance.now() - startedAt)
    await page.waitForLoadState('networkidle')
    return { signInKb: signIn, firstListKb: sizeOf(loaded), firstRowsMs: rowsMs }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function sizeOf(paths) {
  const size = { js: 0, css: 0 }
  for (const path of paths) {
    const file = join(root, 'dist/browser', path)
    if (!existsSync(file)) continue
    const bytes = existsSync(`${file}.br`)
      ? statSync(`${file}.br`).size
      : brotliCompressSync(readFileSync(file)).length
    size[path.endsWith('.css') ? 'css' : 'js'] += bytes / 1024
  }
  return { js: Math.round(size.js), css: Math.round(size.css) }
}
