import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Exits if files are left in `own/`, the name of `custom/` in version 0.1.0. They would be ignored, and the program would run
 * without the university's code. The server checks this too (`server/engine/config.ts`), for a build that is already there.
 */
export function requireMovedFolder() {
  const folder = fileURLToPath(new URL('../own', import.meta.url))
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  const names = readdirSync(folder, { recursive: true })
  if (names.every((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory())) return
  console.error('The folder own/ is now custom/. Move the files that are in own/ as docs/upgrade.md describes, then start again.')
  process.exit(1)
}
