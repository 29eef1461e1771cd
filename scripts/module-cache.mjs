import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashFiles, listFiles, root } from './project-files.mjs'

const parent = 'node_modules/.cache/matricola/modules'

/**
 * Several times the modules of all commands. Each edited module adds a file, about 15 KB on
 * average.
 */
const maxFiles = 20_000

/**
 * Returns the folder in which Vitest keeps transformed modules between runs. Vitest identifies a
 * module by its path, its content, the resolved configuration and the lock file, and skips modules
 * with `import.meta.glob`. Compiler options and the paths in `package.json` also change the result,
 * so a change of these files starts a new folder, and removes the old one.
 */
export function openModuleCache() {
  const compilerOptions = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [`${entry.name}/tsconfig.json`] : [],
  )
  const settings = [
    'package.json',
    'package-lock.json',
    'tsconfig.base.json',
    'vite.config.ts',
    'vitest.config.ts',
    ...compilerOptions,
  ]
  const current = hashFiles(settings).slice(0, 16)
  mkdirSync(join(root, parent, current), { recursive: true })
  for (const name of readdirSync(join(root, parent)))
    if (name !== current || listFiles(join(parent, name)).length > maxFiles)
      rmSync(join(root, parent, name), { recursive: true, force: true })
  return join(root, parent, current)
}
