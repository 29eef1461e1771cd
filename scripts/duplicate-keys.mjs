import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { appRoot, listFiles } from './project-files.mjs'

/**
 * Returns one line for each duplicate key in a declaration. Only the last of the values would take
 * effect.
 */
export const findDuplicateKeys = (base = appRoot) =>
  ['resources', 'custom/resources']
    .flatMap((folder) => listFiles(folder, base))
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) =>
      transformSync(readFileSync(join(base, path), 'utf8'), { loader: 'ts', logLevel: 'silent' })
        .warnings.filter(({ id }) => id === 'duplicate-object-key')
        .map(({ location, text }) => `${path}:${location?.line}: ${text}`),
    )
