import { pino } from 'pino'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { withLongTimeout } from '../../database/database.ts'
import { openContext } from '../open-context.ts'

/**
 * Runs a command with the complete context and closes the database afterwards. Never migrates, since servers of an older
 * version may be running.
 */
export async function withContext<T>(config: Config, work: (context: Context) => Promise<T>): Promise<T> {
  const context = await openContext(config, pino({ level: config.logLevel }, pino.destination(2)), { migrates: false })
  try {
    return await work({ ...context, database: withLongTimeout(context.database) })
  } finally {
    await context.database.close()
  }
}
