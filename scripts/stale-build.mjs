import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { appRoot, hashFiles, listFiles, readStamp, root, testCode } from './project-files.mjs'

/**
 * Inputs of the build. If one is missing from these lists, `npm start` may run an outdated build.
 */
const sharedInputs = [
  'package-lock.json',
  'packages',
  'providers',
  'public',
  'scripts/build.mjs',
  'scripts/chunks.mjs',
  'scripts/languages.mjs',
  'scripts/locale-folders.mjs',
  'scripts/page-for-api.ts',
  'scripts/page-languages.ts',
  'scripts/text-modules.ts',
  'tsconfig.base.json',
  'vite.config.ts',
]
const applicationInputs = [
  'demo',
  'index.html',
  'locales',
  'custom',
  'package.json',
  'public',
  'resources',
  'server',
  'src',
]
export const buildStampPath = 'dist/.inputs'
export const inputsHash = () =>
  hashFiles(
    sharedInputs.flatMap((path) => listFiles(path)).filter((path) => !testCode.test(path)),
    [process.env.VITE_API_URL ?? '', hashFiles(applicationInputs, [], appRoot)],
  )

/**
 * Builds if the inputs differ from those of `dist`. Runs in a child process, because this process
 * may become the server.
 */
export function buildWhenStale() {
  if (readStamp(buildStampPath, appRoot) === inputsHash()) return false
  console.log('Building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status === 0) return true
  console.error('The build failed.')
  return process.exit(1)
}
