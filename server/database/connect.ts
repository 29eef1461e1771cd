import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'

/**
 * Opens the database that the settings name: PostgreSQL by `DATABASE_URL`, else the embedded one under `DATA_DIR`.
 * Throws `DatabaseRefusal` when it must not be used.
 */
export async function connect(config: Config, log: Logger): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { connectPostgres } = await import('./postgres.ts')
    return connectPostgres(config.databaseUrl, log)
  }
  const { connectEmbedded } = await import('./embedded.ts')
  return connectEmbedded({
    directory: join(config.dataDir, 'database'),
    // `scripts/build.mjs` builds embedded-worker.ts to this place.
    worker: pathToFileURL(join(config.root, 'dist/server/embedded-worker.js')),
    log,
  })
}
