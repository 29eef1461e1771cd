/**
 * Detects corrupted data pages. Such an error is not a bug and does not go away, and other pages
 * may be corrupted too.
 */
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/** SQLSTATE of `data_corrupted` and `index_corrupted`. */
const corruptionCodes = new Set(['XX001', 'XX002'])

export const isDataCorruption = (error: unknown): boolean =>
  corruptionCodes.has(String((error as { code?: unknown } | null)?.code))

/** Wraps a database so that it records corruption, and logs it each time. */
export function withCorruptionDetection(database: Database, log: Logger): Database {
  let isDamaged = false
  const rethrowReported = (error: unknown): never => {
    if (isDataCorruption(error)) {
      isDamaged = true
      log.fatal(
        { err: error },
        'the database is damaged on disk: check the disk, and restore the latest complete backup',
      )
    }
    throw error
  }
  return {
    ...database,
    isCorrupted: () => isDamaged,
    vitals: {
      query: (text, values) => database.vitals.query(text, values).catch(rethrowReported) as never,
    },
    query: (text, values) => database.query(text, values).catch(rethrowReported) as never,
    transaction: (work, options) => database.transaction(work, options).catch(rethrowReported),
  }
}
