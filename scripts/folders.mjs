import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the project. Scripts work from any current directory. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** Every file below `path` (or the file itself), relative to the root, in a fixed order. Missing paths have none. */
export function filesBelow(path, base = root) {
  const full = join(base, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesBelow(join(path, name), base))
}

/** SHA-256 over names and contents of files, and over further words. */
export function hashOf(paths, words = []) {
  const hash = createHash('sha256')
  for (const path of paths.flatMap((path) => filesBelow(path))) {
    hash.update(`${path}\0`)
    hash.update(readFileSync(join(root, path)))
  }
  hash.update(words.join('\0'))
  return hash.digest('hex')
}

/** The stamp's content, or nothing when there is none. */
export const readStamp = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
