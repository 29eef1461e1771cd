import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { backupBeforeMigration } from '../backup/before-migration.ts'
import { bindKeys, getKeys } from '../backup/database-keys.ts'
import { finishRestore } from '../backup/restore.ts'
import { backupFolder } from '../backup/stored-backups.ts'
import { removeTemporaryArchives } from '../backup/temporary-files.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { assertTables } from '../database/check-tables.ts'
import { connect } from '../database/connect.ts'
import { withLongTimeout } from '../database/database.ts'
import { assertMigrated, migrate } from '../database/migrate.ts'
import { recordProgramVersion } from '../database/program-version.ts'
import { ensureSettings } from '../database/settings.ts'
import { createFileReader } from '../exchange/files/read-file.ts'
import { createDecoders } from '../images/encoder.ts'
import { systemClock } from '../ports/clock.ts'
import { createDiskMonitor } from '../ports/disk.ts'
import { createEmlMail } from '../ports/eml-mail.ts'
import { createMarkedFileStore } from '../ports/file-store-marker.ts'
import { openFileStore } from '../ports/open-file-store.ts'
import { createSmtpMail } from '../ports/smtp-mail.ts'
import { encryptClearValues } from '../records/writing/encrypt-clear.ts'
import { reindexSearch } from '../records/writing/reindex-search.ts'
import { tryRecordSecurityEvent } from '../session/security-events.ts'
import { checkDeclarations } from './check-declarations.ts'
import { programVersion } from './program.ts'
import type { ServerApp } from './server-app.ts'

interface OpenOptions {
  readonly config: Config
  readonly log: Logger
  /** Whether to migrate the database. The default is true. */
  readonly migrates?: boolean
}

/**
 * Opens the real context of an application: database, keys, files, mail. Throws `DeclarationError`
 * for invalid declarations. Throws `DatabaseRefusal`, before anything is changed, if the database
 * must not be used or, with `migrates` false, is not current. The caller closes the database.
 */
export async function openContext(
  app: ServerApp,
  { config, log, migrates = true }: OpenOptions,
): Promise<Context> {
  const { registry, packs } = app
  const texts = app.loadTexts(config.root)
  checkDeclarations(app, config, texts)
  const migrations = app.readMigrations(config.root)
  const opened = await connect(config, log)
  const database = withLongTimeout(opened)
  try {
    if (!migrates) await assertMigrated(database, migrations)
    // No other process uses the embedded database, so any unfinished backup is left over. With
    // PostgreSQL, one may be in progress.
    await removeTemporaryArchives(
      backupFolder(config.dataDir),
      database.engine === 'embedded' ? 0 : undefined,
    )
    const store = await openFileStore(config)
    const keys = await getKeys(database, registry, config.dataDir)
    await backupBeforeMigration({
      registry,
      config,
      migrations,
      database,
      files: store,
      keys,
      clock: systemClock,
      log,
    })
    const applied = await migrate(database, migrations)
    if (applied.length > 0) {
      log.info({ migrations: applied }, 'the database was migrated')
      await tryRecordSecurityEvent(
        { database, clock: systemClock, log },
        { kind: 'migrated', details: { migrations: applied.join(', ') } },
      )
    }
    await assertTables(database, registry.resources)
    if (migrates) await recordProgramVersion(database, programVersion(app.root))
    await bindKeys(database, { registry, keys, dataDir: config.dataDir })
    const usesMarker = config.filesAt !== undefined || config.databaseUrl !== undefined
    const files = await createMarkedFileStore(store, database, { log, usesMarker })
    await encryptClearValues(database, registry, keys)
    await reindexSearch(database, registry, log)
    await ensureSettings(database, registry, { language: config.defaultLanguage })
    await finishRestore(
      { registry, config, migrations, database, files, keys, clock: systemClock, log },
      packs.erasures,
    )
    return {
      config,
      registry,
      migrations,
      database: opened,
      disk: createDiskMonitor(config.dataDir, log),
      files,
      mail:
        config.smtpUrl === undefined
          ? createEmlMail(config.dataDir, config.mailFrom)
          : createSmtpMail(config.smtpUrl, config.mailFrom),
      // `scripts/build.mjs` builds `read-worker.ts` and `encode-process.ts` to these paths.
      readFile: createFileReader(pathToFileURL(join(config.root, 'dist/server/read-worker.js'))),
      ...createDecoders(pathToFileURL(join(config.root, 'dist/server/encode-process.js'))),
      clock: systemClock,
      keys,
      texts,
      log,
      hooks: packs.hooks,
      anonymousScope: packs.anonymousScope,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
