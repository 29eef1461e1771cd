import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { verifyArchive } from './archive.ts'
import type { Manifest } from './manifest.ts'
import { type BackupSource, backupName, backupToFile } from './write.ts'

/** Folder of the archives that the program makes of its own accord. */
export const keptFolder = (dataDir: string) => join(dataDir, 'backups')

/** A backup in `DATA_DIR/backups`, read back and checked, of what is about to be changed. Throws what writing or checking it throws. */
export async function keepBackup(
  source: BackupSource,
  why: 'before-migration' | 'before-restore',
): Promise<{ readonly path: string; readonly manifest: Manifest }> {
  const folder = keptFolder(source.config.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // By the machine's own clock to the millisecond: no second one takes the first one's name.
  const path = join(folder, `${why}-${Date.now()}-${backupName(source.clock.now())}`)
  await backupToFile(source, path)
  const { manifest } = await verifyArchive(path)
  return { path, manifest }
}
