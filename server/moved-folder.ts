import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '@matricola/server/config.ts'

/**
 * Throws `ConfigError` if files are left in `own/`, the name of `custom/` in version 0.1.0. This
 * build contains no code from that folder. `scripts/moved-folder.mjs` has the same check.
 */
export function assertMovedFolder(root: string): void {
  const folder = join(root, 'own')
  const isFolder = (path: string) =>
    statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  if (!isFolder(folder)) return
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  // Git leaves empty folders behind.
  if (names.every((name) => isFolder(join(folder, name)))) return
  throw new ConfigError(
    'The folder own/ is now custom/. Move the files that are in own/ as docs/upgrade.md describes, then start again.',
  )
}
