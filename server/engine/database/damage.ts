/** Damage that an engine finds in its own pages. It is no mistake of the program, it does not pass, and what else is hurt nobody knows. */
import type { Logger } from 'pino'
import type { Database } from './database.ts'

/** SQLSTATE of damaged data and of a damaged index. */
const codes = new Set(['XX001', 'XX002'])

export const isDamage = (error: unknown): boolean => codes.has(String((error as { code?: unknown } | null)?.code))

/** The same database, which remembers damage that it met and says so in the log each time. */
export function noticingDamage(database: Database, log: Logger): Database {
  let isDamaged = false
  const notice = (error: unknown): never => {
    if (isDamage(error)) {
      isDamaged = true
      log.fatal({ err: error }, 'the database is damaged on its disk: look after the disk, and restore the newest whole backup')
    }
    throw error
  }
  return {
    ...database,
    isDamaged: () => isDamaged,
    vitals: { query: (text, values) => database.vitals.query(text, values).catch(notice) as never },
    query: (text, values) => database.query(text, values).catch(notice) as never,
    transaction: (work, options) => database.transaction(work, options).catch(notice),
  }
}
