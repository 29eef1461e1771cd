/** Archives while they are written, beside the place where they will lie. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The name of an archive that is not whole yet. */
export const draftOf = (path: string) => join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)

/** Such a name, or one as they were before. */
const draftName = /^\.(?:.+\.[0-9a-f-]{36}\.part|before-(?:restore|migration)-.+\.tar\.gz\.\d+)$/

/** One that is written grows all the time. */
const deadMs = 3_600_000

/** Removes the drafts in `folder` that a cut-off process has left: nobody has added to them for `ageMs`. */
export async function removeDrafts(folder: string, ageMs = deadMs): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!draftName.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs <= Date.now() - ageMs) await rm(path, { force: true })
  }
}
