import { pino } from 'pino'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { withLongTimeout } from '../../database/database.ts'
import { openContext } from '../open-context.ts'
import type { ServerApp } from '../server-app.ts'

/**
 * Runs a command with the complete context and closes the database afterwards. Never migrates,
 * since servers of an older version may be running.
 */
export async function withContext<T>(
  app: ServerApp,
  config: Config,
  work: (context: Context) => Promise<T>,
): Promise<T> {
  const log = pino({ level: config.logLevel }, pino.destination(2))
  const context = await openContext(app, { config, log, migrates: false })
  try {
    return await work({ ...context, database: withLongTimeout(context.database) })
  } finally {
    await context.database.close()
  }
}
