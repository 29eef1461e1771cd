import { existsSync } from 'node:fs'

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable']

const installedPath = () => installed.find((path) => existsSync(path))
const hasPackage = process.platform === 'linux' && process.arch === 'x64'

/** Path of a Chromium: `CHROME_PATH`, else one installed here, else the one that comes as an npm package (Linux x64). Undefined when there is none. */
export async function chromiumPath() {
  return process.env.CHROME_PATH || installedPath() || (hasPackage ? packagePath() : undefined)
}

/** Path of a Chromium for tests, where the package goes first: it has no windows, and to draw those costs as much as many a page. */
export async function shellPath() {
  return process.env.CHROME_PATH || (hasPackage ? packagePath() : installedPath())
}

async function packagePath() {
  // Read when the package is loaded: it then brings the libraries and typefaces that a bare system lacks.
  if (!installedPath()) process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
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
