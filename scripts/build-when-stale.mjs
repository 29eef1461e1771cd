import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hashOf, readStamp, root } from './folders.mjs'

/** Inputs of the build. A file that is missing here and read there makes `npm start` serve yesterday's program. */
const inputs = [
  'demo',
  'index.html',
  'kinds',
  'locales',
  'model',
  'own',
  'package-lock.json',
  'package.json',
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
export const inputsHash = () => hashOf(inputs, [process.env.VITE_API_URL ?? ''])

/** Builds when the inputs differ from what `dist` was built from, in a process of its own: this one may be the server's. */
export function buildWhenStale() {
  if (readStamp(buildStampPath) === inputsHash()) return false
  console.log('Building …')
  const { status } = spawnSync(process.execPath, [join(root, 'scripts/build.mjs')], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return true
  console.error('The build failed.')
  return process.exit(1)
}
