import { listFiles } from './project-files.mjs'

/**
 * Exits if files are left in `own/`, the name of `custom/` in version 0.1.0. The program would
 * ignore them and run without the university's code. The server also checks this
 * (`server/moved-folder.ts`), in case the build already exists.
 */
export function requireMovedFolder() {
  // A file of that name is listed as itself.
  if (listFiles('own').every((path) => path === 'own')) return
  console.error(
    'The folder own/ is now custom/. Move the files that are in own/ as docs/upgrade.md describes, then start again.',
  )
  process.exit(1)
}
