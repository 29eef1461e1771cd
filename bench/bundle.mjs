import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildSync } from 'esbuild'
import { root } from '../scripts/project-files.mjs'
import { installedPackagesOf } from '../scripts/workspaces.mjs'

/**
 * Bundles a TypeScript file of the project, such as `bench/prepare`, for Node. Installed packages
 * stay external. Returns the path.
 */
export function bundle(source) {
  const outfile = join(root, 'dist/bench', `${source.replaceAll('/', '-')}.mjs`)
  mkdirSync(join(root, 'dist/bench'), { recursive: true })
  buildSync({
    entryPoints: [join(root, `${source}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: installedPackagesOf(root),
  })
  return outfile
}
