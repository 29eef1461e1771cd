/**
 * Runs a restore and ends it with SIGKILL just before the first statement that starts with a
 * certain text. Runs as a separate process, built by `buildProcess`, with one JSON argument.
 */

import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { restoreBackup } from '@matricola/server/backup/restore.ts'
import type { Database, Queries } from '@matricola/server/database/database.ts'
import { connectEmbedded } from '@matricola/server/database/embedded/embedded.ts'
import { connectPostgres } from '@matricola/server/database/postgres/postgres.ts'
import { systemClock } from '@matricola/server/ports/clock.ts'
import { createDiskFileStore } from '@matricola/server/ports/disk-file-store.ts'
import { readSecretKeys } from '@matricola/server/secret-keys.ts'
import { pino } from 'pino'
import { registry } from '#resources/index.ts'
import { testedApp } from './tested-app.ts'

export interface KilledRestore {
  readonly archive: string
  readonly dataDir: string
  readonly root: string
  /** URL of a PostgreSQL database, or null for the embedded database in `dataDir`. */
  readonly url: string | null
  readonly worker: string
  /** Beginning of the statement that is never executed. */
  readonly killBefore: string
}

const { archive, dataDir, root, url, worker, killBefore } = JSON.parse(
  process.argv[2] ?? '',
) as KilledRestore
const log = pino({ level: 'silent' })
const database = url
  ? await connectPostgres(url, log)
  : await connectEmbedded({
      directory: join(dataDir, 'database'),
      worker: pathToFileURL(worker),
      log,
    })
const withKill = (queries: Queries): Queries => ({
  query(text, values) {
    if (text.startsWith(killBefore)) process.kill(process.pid, 'SIGKILL')
    return queries.query(text, values)
  },
})
const databaseWithKill: Database = {
  ...database,
  ...withKill(database),
  transaction: (work, options) =>
    database.transaction((queries) => work(withKill(queries)), options),
}
// A restore reads no other settings.
const config = { root, dataDir } as never
const files = createDiskFileStore(join(dataDir, 'files'))
await restoreBackup(
  archive,
  {
    database: databaseWithKill,
    files,
    clock: systemClock,
    keys: await readSecretKeys(dataDir),
    config,
    registry,
    migrations: testedApp.readMigrations(root),
    log,
  },
  { force: true, erasures: testedApp.packs.erasures },
)
await database.close()
