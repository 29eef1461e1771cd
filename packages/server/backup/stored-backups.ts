import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'
import { type BackupSource, backupName, backupToFile } from './write.ts'

/** Folder of the archives that the program makes automatically. */
export const backupFolder = (dataDir: string) => join(dataDir, 'backups')

/**
 * Number of pre-migration archives to keep. More are not needed, because a migration keeps the
 * rows.
 */
const maxMigrationBackups = 5

/**
 * Returns a file name with the system time in milliseconds, so that names are unique. The time has
 * a date format, because the log would mask a plain number of milliseconds as a personal number.
 */
export const archiveName = (trigger: string, createdAt: Date, now: Date) =>
  `${trigger}-${createdAt.toISOString().replace(/\D/g, '')}-${backupName(now)}`

/**
 * Makes a backup in `DATA_DIR/backups` of data that is about to be changed. Throws as
 * `backupToFile` does.
 */
export async function storeBackup(
  source: BackupSource,
  trigger: 'before-migration' | 'before-restore',
): Promise<{ readonly path: string; readonly manifest: Manifest }> {
  const folder = backupFolder(source.config.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, archiveName(trigger, new Date(), source.clock.now()))
  const { manifest } = await backupToFile(source, path)
  await removeOldest(folder, path)
  return { path, manifest }
}

/**
 * Removes the oldest pre-migration archives, judged by their names. The new one is never removed,
 * even if a wrong clock makes it look like the oldest. Archives from before a restore are the only
 * copy of the replaced data, so they are never removed automatically.
 */
async function removeOldest(folder: string, createdPath: string): Promise<void> {
  const olderBackups = (await readdir(folder)).filter(
    (name) => /^before-migration-\d+-.*\.tar\.gz$/.test(name) && join(folder, name) !== createdPath,
  )
  const excess = olderBackups
    .sort()
    .slice(0, Math.max(0, olderBackups.length + 1 - maxMigrationBackups))
  for (const name of excess) await rm(join(folder, name), { force: true })
}
