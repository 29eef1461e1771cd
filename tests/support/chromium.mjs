import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

/** Path of a Chromium: `CHROME_PATH`, else one installed here, else the one that comes as an npm package (Linux x64). Undefined when there is none. */
export async function chromiumPath() {
  const given = process.env.CHROME_PATH
  if (given) return given
  const found = installed.find((path) => existsSync(path))
  if (found) return found
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  // Read when the package is loaded: it then brings the libraries that a bare system lacks.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/** Nothing of the browser's own talks to the network, and it runs as root in a container. */
export const chromiumArgs = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
