import { pendingMigrations } from '../database/migrate.ts'
import type { PackMigrations } from '../database/migrations.ts'
import { hasRecords } from './rows.ts'
import { storeBackup } from './stored-backups.ts'
import type { BackupSource } from './write.ts'

interface MigrationSource extends BackupSource {
  readonly migrations: readonly PackMigrations[]
}

/**
 * Makes and verifies a backup in `DATA_DIR/backups` before a migration. Returns its path, or null
 * if there is nothing to migrate or no record to lose. Throws the errors of writing or verifying
 * the backup.
 */
export async function backupBeforeMigration(source: MigrationSource): Promise<string | null> {
  if (!(await isBackupNeeded(source))) return null
  const { path } = await storeBackup(source, 'before-migration')
  source.log.info({ path }, 'backup before migration written')
  return path
}

async function isBackupNeeded({
  database,
  registry,
  migrations,
}: MigrationSource): Promise<boolean> {
  const pending = await pendingMigrations(database, migrations)
  return pending.length > 0 && (await hasRecords(database, registry))
}
