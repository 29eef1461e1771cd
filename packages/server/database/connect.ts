import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { withCorruptionDetection } from './corruption.ts'
import type { Database } from './database.ts'
import type { DatabaseUse } from './postgres/claim.ts'

interface DatabaseConfig {
  readonly databaseUrl?: string
  readonly databaseDirectUrl?: string
  readonly databaseReplicaUrl?: string
  readonly dataDir: string
  readonly root: string
}

/**
 * Opens the configured database: PostgreSQL if `DATABASE_URL` is set, otherwise the embedded
 * database in `DATA_DIR`, which is always exclusive to one process. Throws `DatabaseRefusal` if it
 * cannot be used.
 */
export async function connect(
  config: DatabaseConfig,
  log: Logger,
  use: DatabaseUse = 'shared',
): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
  if (databaseUrl !== undefined) {
    const [{ connectPostgres }, { openClaimed }] = await Promise.all([
      import('./postgres/postgres.ts'),
      import('./postgres/claim.ts'),
    ])
    const options = {
      ...(databaseDirectUrl && { directUrl: databaseDirectUrl }),
      ...(databaseReplicaUrl && { replicaUrl: databaseReplicaUrl }),
    }
    const open = () => connectPostgres(databaseUrl, log, options)
    return withCorruptionDetection(
      await openClaimed(databaseDirectUrl ?? databaseUrl, use, log, open),
      log,
    )
  }
  const { connectEmbedded } = await import('./embedded/embedded.ts')
  const embedded = await connectEmbedded({
    directory: join(config.dataDir, 'database'),
    // `scripts/build.mjs` writes the bundle of embedded/worker.ts here.
    worker: pathToFileURL(join(config.root, 'dist/server/embedded-worker.js')),
    log,
  })
  return withCorruptionDetection(embedded, log)
}
