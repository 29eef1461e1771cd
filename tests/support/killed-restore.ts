/**
 * Runs a restore that is ended by SIGKILL just before the first statement that starts with a given text. Runs as a separate
 * process, built by `builtProgram`, with one JSON argument.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { joined, packMigrations } from '#server/app/packs/index.ts'
import { restoreBackup } from '#server/engine/backup/restore.ts'
import type { Database, Queries } from '#server/engine/database/database.ts'
import { connectEmbedded } from '#server/engine/database/embedded/embedded.ts'
import { connectPostgres } from '#server/engine/database/postgres/postgres.ts'
import { systemClock } from '#server/engine/ports/clock.ts'
import { diskFiles } from '#server/engine/ports/file-store.ts'
import { readSecretKeys } from '#server/engine/secret-keys.ts'

export interface KilledRestore {
  readonly archive: string
  readonly dataDir: string
  readonly root: string
  /** Address of a PostgreSQL database, or null for the embedded database in `dataDir`. */
  readonly url: string | null
  readonly worker: string
  /** Beginning of the statement that is never executed. */
  readonly killedAt: string
}

const { archive, dataDir, root, url, worker, killedAt } = JSON.parse(process.argv[2] ?? '') as KilledRestore
const log = pino({ level: 'silent' })
const database = url
  ? await connectPostgres(url, log)
  : await connectEmbedded({ directory: join(dataDir, 'database'), worker: pathToFileURL(worker), log })
const mortal = (queries: Queries): Queries => ({
  query(text, values) {
    if (text.startsWith(killedAt)) process.kill(process.pid, 'SIGKILL')
    return queries.query(text, values)
  },
})
const dying: Database = {
  ...database,
  ...mortal(database),
  transaction: (work, options) => database.transaction((queries) => work(mortal(queries)), options),
}
// A restore reads no other settings.
const config = { root, dataDir } as never
const files = diskFiles(join(dataDir, 'files'))
await restoreBackup(
  archive,
  { database: dying, files, clock: systemClock, keys: await readSecretKeys(dataDir), config, migrations: packMigrations(root), log },
  { force: true, erasures: joined.erasures },
)
await database.close()
