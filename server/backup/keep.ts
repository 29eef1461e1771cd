import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Context } from '../context.ts'
import { verifyArchive } from './archive.ts'
import { type BackupSource, backupName, backupToFile } from './write.ts'

/** A backup in `DATA_DIR/backups`, read back and checked, of what is about to be changed. Answers its path. Throws what writing or checking it throws. */
export async function keepBackup(
  source: BackupSource & Pick<Context, 'config'>,
  why: 'before-migration' | 'before-restore',
): Promise<string> {
  const folder = join(source.config.dataDir, 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // By the machine's own clock to the millisecond: no second one takes the first one's name.
  const path = join(folder, `${why}-${Date.now()}-${backupName(source.clock.now())}`)
  await backupToFile(source, path)
  await verifyArchive(path)
  return path
}
