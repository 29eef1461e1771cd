import type { Database } from '../database/database.ts'
import { type PackMigrations, pendingMigrations } from '../database/migrate.ts'
import { hasRecords } from './rows.ts'
import { storeBackup } from './stored-backups.ts'
import type { BackupSource } from './write.ts'

/**
 * Makes and verifies a backup in `DATA_DIR/backups` before a migration. Returns its path, or null if there is nothing to migrate
 * or no record to lose. Throws the errors of writing or verifying the backup.
 */
export async function backupBeforeMigration(
  source: BackupSource & { readonly migrations: readonly PackMigrations[] },
): Promise<string | null> {
  const { database, migrations, log } = source
  if (!(await isBackupNeeded(database, migrations))) return null
  const { path } = await storeBackup(source, 'before-migration')
  log.info({ path }, 'backup before migration written')
  return path
}

async function isBackupNeeded(database: Database, migrations: readonly PackMigrations[]): Promise<boolean> {
  const pending = await pendingMigrations(database, migrations)
  return pending.length > 0 && (await hasRecords(database))
}
