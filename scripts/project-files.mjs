import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder, so that scripts work from any current directory. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Paths of tests, and of what they share. */
export const testCode = /^(?:tests|packages\/testing|(?:packages\/[^/]+|providers)\/tests)\//

/** The folder of the application: the project's, or the one that `app.mjs` was called with. */
export const appRoot = process.env.APP_FOLDER ?? root

/**
 * Returns all files below `path` (or the file itself), relative to `base` and in a fixed order. A
 * missing path has no files.
 */
export function listFiles(path, base = root) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => listFiles(join(path, name), base))
}

/**
 * Returns the SHA-256 hash of the names and contents of files below `base` and of additional
 * strings.
 */
export function hashFiles(paths, values = [], base = root) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => listFiles(path, base))) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(base, path)))
  }
  hash.update(values.join('\0'))
  return hash.digest('hex')
}

/** Returns the content of a stamp file, or an empty string if it does not exist. */
export const readStamp = (path, base = root) =>
  existsSync(join(base, path)) ? readFileSync(join(base, path), 'utf8') : ''
