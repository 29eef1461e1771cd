import { mkdirSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Manifest } from './manifest.ts'
import { type BackupSource, backupName, backupToFile } from './write.ts'

/** Folder of the archives that the program makes of its own accord. */
export const keptFolder = (dataDir: string) => join(dataDir, 'backups')

/** Archives from before a migration that are kept: the rows in them went on living in the database. */
const migrationsKept = 5

/**
 * By the machine's own clock to the millisecond, so that no second archive takes the name of the first. Written out: as a
 * number of milliseconds it would look like a personal number, which the log removes.
 */
export const archiveName = (why: string, made: Date, now: Date) => `${why}-${made.toISOString().replace(/\D/g, '')}-${backupName(now)}`

/** A backup in `DATA_DIR/backups` of what is about to be changed. Throws as `backupToFile`. */
export async function keepBackup(
  source: BackupSource,
  why: 'before-migration' | 'before-restore',
): Promise<{ readonly path: string; readonly manifest: Manifest }> {
  const folder = keptFolder(source.config.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, archiveName(why, new Date(), source.clock.now()))
  const { manifest } = await backupToFile(source, path)
  await removeOldest(folder, path)
  return { path, manifest }
}

/**
 * Removes the oldest archives from before a migration, by their names, and never the one just made: a wrong clock may
 * call it the oldest. One from before a restore is the only copy of what was replaced, and stays until somebody removes it.
 */
async function removeOldest(folder: string, made: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => /^before-migration-\d+-.*\.tar\.gz$/.test(name) && join(folder, name) !== made)
  const tooMany = others.sort().slice(0, Math.max(0, others.length + 1 - migrationsKept))
  for (const name of tooMany) await rm(join(folder, name), { force: true })
}
