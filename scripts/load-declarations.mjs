import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSync } from 'esbuild'
import { root } from './project-files.mjs'

/** Returns the packages that the project and its workspaces depend on, without the workspaces. */
function installedPackages(base) {
  const read = (folder) => JSON.parse(readFileSync(join(base, folder, 'package.json'), 'utf8'))
  const { workspaces = [] } = read('.')
  return ['.', ...workspaces]
    .flatMap((folder) => Object.keys(read(folder).dependencies ?? {}))
    .filter((name) => !name.startsWith('@matricola/'))
}

/**
 * Bundles and imports modules of the program, so that scripts can use declarations without a build. `contents` is the code that
 * exports the declarations. Paths in `external` are not loaded.
 */
export async function loadDeclarations(contents, { condition, base = root, external = [] } = {}) {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: base, sourcefile: 'declared.ts' },
    absWorkingDir: base,
    bundle: true,
    platform: 'node',
    format: 'esm',
    // Workspaces are bundled, because Node 20 cannot load their .ts files.
    external: [...installedPackages(base), ...external],
    ...(condition && { conditions: [condition] }),
    write: false,
  })
  const { text } = outputFiles[0]
  const cache = join(base, 'node_modules/.cache/matricola')
  mkdirSync(cache, { recursive: true })
  const path = join(cache, `declared-${process.pid}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.mjs`)
  writeFileSync(path, text)
  return import(pathToFileURL(path).href).finally(() => rmSync(path, { force: true }))
}
