/** Temporary files of archives that are being written, in the same folder as the archive. */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Returns a temporary name for an archive. */
export const temporaryArchivePath = (path: string) =>
  join(dirname(path), `.${basename(path)}.${randomUUID()}.part`)

/** Matches such a name, or one in the form used by earlier versions. */
const temporaryNamePattern =
  /^\.(?:.+\.[0-9a-f-]{36}\.part|before-(?:restore|migration)-.+\.tar\.gz\.\d+)$/

/**
 * Age in milliseconds after which a temporary file is abandoned. An archive that is being written
 * is modified continually.
 */
const maxAgeMs = 3_600_000

/**
 * Removes temporary files that interrupted processes left in `folder`, which are those not modified
 * for `ageMs`.
 */
export async function removeTemporaryArchives(folder: string, ageMs = maxAgeMs): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!temporaryNamePattern.test(name)) continue
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs <= Date.now() - ageMs) await rm(path, { force: true })
  }
}
