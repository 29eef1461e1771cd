import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import { noticingDamage } from './damage.ts'
import type { Database } from './database.ts'
import type { Use } from './postgres/claim.ts'

interface Place {
  readonly databaseUrl?: string
  readonly databaseDirectUrl?: string
  readonly databaseReplicaUrl?: string
  readonly dataDir: string
  readonly root: string
}

/**
 * Opens the configured database: PostgreSQL if `DATABASE_URL` is set, otherwise the embedded database in `DATA_DIR`, which is
 * always exclusive to one process. Throws `DatabaseRefusal` if it cannot be used.
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
    // `scripts/build.mjs` writes the bundle of embedded/worker.ts here.
    worker: pathToFileURL(join(config.root, 'dist/server/embedded-worker.js')),
    log,
  })
  return noticingDamage(embedded, log)
}
