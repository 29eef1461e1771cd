import { existsSync } from 'node:fs'

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

const installedPath = () => installed.find((path) => existsSync(path))
const hasPackage = process.platform === 'linux' && process.arch === 'x64'

/**
 * Returns the path of a Chromium: `CHROME_PATH`, an installed one, or the one in the npm package
 * (Linux x64). Undefined if there is none.
 */
export async function chromiumPath() {
  return process.env.CHROME_PATH || installedPath() || (hasPackage ? packagePath() : undefined)
}

/**
 * Returns the path of a Chromium for tests. The npm package comes first: it is the headless shell,
 * which does not spend time on drawing windows.
 */
export async function headlessShellPath() {
  return process.env.CHROME_PATH || (hasPackage ? packagePath() : installedPath())
}

async function packagePath() {
  // The package reads this variable when it is loaded. It then also provides the libraries and
  // fonts that a minimal system lacks.
  if (!installedPath()) process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

/**
 * The browser's own background traffic is disabled. In a container it runs as root, hence
 * `--no-sandbox`.
 */
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
