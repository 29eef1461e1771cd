import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { noticingDamage } from './damage.ts'
import type { Database } from './database.ts'
import type { Use } from './postgres/claim.ts'

/** Where the database is to be found. */
interface Place {
  readonly databaseUrl?: string
  readonly databaseDirectUrl?: string
  readonly databaseReplicaUrl?: string
  readonly dataDir: string
  /** Where the program lies. */
  readonly root: string
}

/**
 * Opens the database that the settings name: PostgreSQL by `DATABASE_URL`, else the embedded one under `DATA_DIR`, which
 * one process has alone in any case. Throws `DatabaseRefusal` when it must not be used, or not at the moment.
 */
export async function connect(config: Place, log: Logger, use: Use = 'shared'): Promise<Database> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config
  if (databaseUrl !== undefined) {
    const [{ connectPostgres }, { claimed }] = await Promise.all([import('./postgres/postgres.ts'), import('./postgres/claim.ts')])
    const ways = {
      ...(databaseDirectUrl && { directUrl: databaseDirectUrl }),
      ...(databaseReplicaUrl && { replicaUrl: databaseReplicaUrl }),
    }
    const open = () => connectPostgres(databaseUrl, log, ways)
    return noticingDamage(await claimed(databaseDirectUrl ?? databaseUrl, use, log, open), log)
  }
  const { connectEmbedded } = await import('./embedded/embedded.ts')
  const embedded = await connectEmbedded({
    directory: join(config.dataDir, 'database'),
    // `scripts/build.mjs` builds embedded/worker.ts to this place.
    worker: pathToFileURL(join(config.root, 'dist/server/embedded-worker.js')),
    log,
  })
  return noticingDamage(embedded, log)
}
