import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hashFiles, listFiles, readStamp, root, testCode } from './project-files.mjs'

/** Inputs of the build. If one is missing from this list, `npm start` may run an outdated build. */
const inputs = [
  'demo',
  'index.html',
  'locales',
  'custom',
  'package-lock.json',
  'package.json',
  'packages',
  'providers',
  'public',
  'resources',
  'scripts/build.mjs',
  'scripts/chunks.mjs',
  'scripts/languages.mjs',
  'scripts/page-for-api.ts',
  'scripts/page-languages.ts',
  'server',
  'src',
  'tsconfig.base.json',
  'vite.config.ts',
]
export const buildStampPath = 'dist/.inputs'
export const inputsHash = () =>
  hashFiles(
    inputs.flatMap((path) => listFiles(path)).filter((path) => !testCode.test(path)),
    [process.env.VITE_API_URL ?? ''],
  )

/** Builds if the inputs differ from those of `dist`. Runs in a child process, because this process may become the server. */
export function buildWhenStale() {
  if (readStamp(buildStampPath) === inputsHash()) return false
  console.log('Building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return true
  console.error('The build failed.')
  return process.exit(1)
}
