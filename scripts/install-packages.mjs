import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles, readStamp, root } from './project-files.mjs'
import { hasOwnWorkspaces } from './workspaces.mjs'

const stampPath = 'node_modules/.matricola-lock'
const folder = join(root, 'node_modules')
const isLink = () => existsSync(folder) && lstatSync(folder).isSymbolicLink()

/** Whether the packages of the lock file are installed. */
export const arePackagesCurrent = () =>
  !isLink() && readStamp(stampPath) === hashFiles(['package-lock.json']) && hasOwnWorkspaces(root)

/**
 * Installs packages if the lock file has changed. Install scripts of packages are disabled, because
 * none is needed. A link to the `node_modules` of another checkout is replaced, because its
 * workspaces are the sources of that checkout. Only the link is removed. Returns whether packages
 * were installed.
 */
export function installWhenStale() {
  if (arePackagesCurrent()) return false
  const expectedHash = hashFiles(['package-lock.json'])
  // `npm ci` through the link would empty the other checkout.
  if (isLink()) rmSync(folder)
  console.log('Installing packages …')
  // `--include=dev`: the build's tools are development dependencies, and NODE_ENV=production would
  // leave them out.
  const { status, error } = spawnSync(
    'npm',
    ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) {
    console.error(
      `The packages could not be installed: npm ci ${error ? `did not start: ${error.message}` : `exited with status ${status}`}.`,
    )
    process.exit(1)
  }
  writeFileSync(join(root, stampPath), expectedHash)
  return true
}
