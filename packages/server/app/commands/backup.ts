import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { pino } from 'pino'
import { findFingerprint } from '../../backup/database-keys.ts'
import { backupToFile } from '../../backup/write.ts'
import type { Config } from '../../config.ts'
import { connect } from '../../database/connect.ts'
import { withLongTimeout } from '../../database/database.ts'
import { pendingMigrations, wasEverMigrated } from '../../database/migrate.ts'
import { systemClock } from '../../ports/clock.ts'
import { openFileStore } from '../../ports/open-file-store.ts'
import { readSecretKeys } from '../../secret-keys.ts'
import { recordSecurityEvent, storedBackupEvent } from '../../session/security-events.ts'
import { type FaultyFile, recordFaultyFiles } from '../../session/stored-files.ts'
import type { ServerApp } from '../server-app.ts'
import { CommandRefusal } from './command.ts'

/** Exit code of a backup that was written but lacks files. */
const incompleteExitCode = 2

/**
 * `npm run db:backup -- <file>`: writes an archive of everything. Exits with code 2 if files are
 * missing from it. Throws `CommandRefusal` unless there is exactly one file.
 */
export async function run(args: readonly string[], config: Config, app: ServerApp): Promise<void> {
  const [path, ...rest] = args
  if (path === undefined || path.startsWith('-') || rest.length > 0)
    throw new CommandRefusal('Usage: npm run db:backup -- <file>')
  const folder = dirname(resolve(path))
  if (!existsSync(folder))
    throw new CommandRefusal(
      `The folder ${folder} does not exist. Create it, or use another folder.`,
    )
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const database = withLongTimeout(await connect(config, log))
  try {
    if (!(await wasEverMigrated(database)))
      throw new CommandRefusal(
        `The database is empty, so there is nothing to back up. Check DATA_DIR (${config.dataDir}).`,
      )
    const files = await openFileStore(config)
    // The keys are not needed if the database has their fingerprint, so a backup works even after
    // they were lost.
    const keys =
      (await findFingerprint(database)) === null ? await readSecretKeys(config.dataDir) : null
    const migrations = app.readMigrations(config.root)
    const { faultyFiles } = await backupToFile(
      {
        registry: app.registry,
        migrations,
        database,
        files,
        clock: systemClock,
        keys,
        log,
        config,
      },
      path,
    )
    const isCurrent = (await pendingMigrations(database, migrations)).length === 0
    if (isCurrent) {
      await recordFaultyFiles(database, faultyFiles)
      await recordSecurityEvent(database, systemClock.now(), storedBackupEvent(faultyFiles.length))
    }
    process.stdout.write(`${linesOf(path, faultyFiles, config).join('\n')}\n`)
    if (faultyFiles.length > 0) process.exitCode = incompleteExitCode
    // Nothing else uses an embedded database during a command, so this is the time to vacuum it.
    await database
      .vacuum?.()
      .catch((error: unknown) => log.error({ err: error }, 'vacuuming the database failed'))
  } finally {
    await database.close()
  }
}

function linesOf(path: string, missing: readonly FaultyFile[], { dataDir }: Config): string[] {
  const keys = `The backup does not include the keys in ${join(dataDir, 'keys')}. Keep a copy of that folder in another place.`
  if (missing.length === 0) return [`Wrote the backup to ${path}. ${keys}`]
  const fileList = missing.map(({ key, error }) => `${key} (${error})`).join(', ')
  return [
    `Wrote the backup to ${path}, WITHOUT ${missing.length === 1 ? 'a file' : `${missing.length} files`} that are missing or damaged in the file store. ${keys}`,
    `Not in the backup: ${fileList}. Restore them from an older backup, and keep that backup.`,
  ]
}
