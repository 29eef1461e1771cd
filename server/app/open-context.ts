import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { allResources } from '#resources/index.ts'
import { backupBeforeMigration } from '#server/engine/backup/before-migration.ts'
import { adoptKeys, keysFor } from '#server/engine/backup/database-keys.ts'
import { removeDrafts } from '#server/engine/backup/drafts.ts'
import { keptFolder } from '#server/engine/backup/keep.ts'
import { finishRestore } from '#server/engine/backup/restore.ts'
import { type Config, programVersion } from '#server/engine/config.ts'
import type { Context } from '#server/engine/context.ts'
import { demandTables } from '#server/engine/database/check-tables.ts'
import { connect } from '#server/engine/database/connect.ts'
import { patient } from '#server/engine/database/database.ts'
import { demandCurrent, migrate, noteVersion } from '#server/engine/database/migrate.ts'
import { ensureSettings } from '#server/engine/database/settings.ts'
import { fileReader } from '#server/engine/exchange/files/read-file.ts'
import { fileDecoders } from '#server/engine/images/encoder.ts'
import { systemClock } from '#server/engine/ports/clock.ts'
import { diskOf } from '#server/engine/ports/disk.ts'
import { emlMail } from '#server/engine/ports/eml-mail.ts'
import { markedFiles } from '#server/engine/ports/marked-files.ts'
import { openFiles } from '#server/engine/ports/open-files.ts'
import { smtpMail } from '#server/engine/ports/smtp-mail.ts'
import { encryptClearValues } from '#server/engine/records/writing/encrypt-clear.ts'
import { refold } from '#server/engine/records/writing/fold-again.ts'
import { noteEvent } from '#server/engine/session/events.ts'
import { checkDeclarations } from './check-declarations.ts'
import { joined, packMigrations, packTexts } from './packs/index.ts'

/**
 * Opens the real context: database, keys, files, mail. Migrates the database unless `migrates` is false. Throws
 * `DeclarationError` for invalid declarations, and `DatabaseRefusal` before anything is changed if the database must not be used
 * or, with `migrates` false, is not current. The caller closes the database.
 */
export async function openContext(config: Config, log: Logger, { migrates = true } = {}): Promise<Context> {
  const texts = packTexts(config.root)
  checkDeclarations(config, texts)
  const migrations = packMigrations(config.root)
  const opened = await connect(config, log)
  const database = patient(opened)
  try {
    if (!migrates) await demandCurrent(database, migrations)
    // No other process uses the embedded database, so any unfinished backup is left over. Otherwise one may be in progress.
    await removeDrafts(keptFolder(config.dataDir), database.engine === 'embedded' ? 0 : undefined)
    const store = await openFiles(config)
    const keys = await keysFor(database, config.dataDir)
    await backupBeforeMigration({ config, migrations, database, files: store, keys, clock: systemClock, log })
    const applied = await migrate(database, migrations)
    if (applied.length > 0) {
      log.info({ migrations: applied }, 'the database was migrated')
      await noteEvent({ database, clock: systemClock, log }, { kind: 'migrated', details: { migrations: applied.join(', ') } })
    }
    await demandTables(database, allResources)
    if (migrates) await noteVersion(database, programVersion())
    await adoptKeys(database, keys, config.dataDir)
    const marks = config.filesAt !== undefined || config.databaseUrl !== undefined
    const files = await markedFiles(store, database, { log, marks })
    await encryptClearValues(database, keys)
    await refold(database, log)
    await ensureSettings(database, { language: config.universityLanguage })
    await finishRestore({ config, migrations, database, files, keys, clock: systemClock, log }, joined.erasures)
    return {
      config,
      migrations,
      database: opened,
      disk: diskOf(config.dataDir, log),
      files,
      mail: config.smtpUrl === undefined ? emlMail(config.dataDir, config.mailFrom) : smtpMail(config.smtpUrl, config.mailFrom),
      // `scripts/build.mjs` builds `read-worker.ts` and `encode-process.ts` to these paths.
      readFile: fileReader(pathToFileURL(join(config.root, 'dist/server/read-worker.js'))),
      ...fileDecoders(pathToFileURL(join(config.root, 'dist/server/encode-process.js'))),
      clock: systemClock,
      keys,
      texts,
      log,
      hooks: joined.hooks,
    }
  } catch (error) {
    await opened.close()
    throw error
  }
}
