import { createHash } from 'node:crypto'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { appRoot, root } from './project-files.mjs'
import { installedPackagesOf } from './workspaces.mjs'

/**
 * Bundles and imports modules of the program, so that scripts can use declarations without a build.
 * `contents` is the code that exports the declarations. Paths in `external` are not loaded.
 */
export async function loadDeclarations(
  contents,
  { condition, base = appRoot, external = [] } = {},
) {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: base, sourcefile: 'declared.ts' },
    absWorkingDir: base,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The packages of the repository are bundled, because Node 20 cannot load their .ts files.
    external: [...installedPackagesOf(base), ...installedPackagesOf(root), ...external],
    ...(condition && { conditions: [condition] }),
    write: false,
  })
  const { text } = outputFiles[0]
  const cache = join(base, 'node_modules/.cache/matricola')
  mkdirSync(cache, { recursive: true })
  const path = join(
    cache,
    `declared-${process.pid}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`,
  )
  writeFileSync(path, text)
  return import(pathToFileURL(path).href).finally(() => rmSync(path, { force: true }))
}
