import type { InvalidationChannel, Queries } from './queries.ts'
import type { Replica } from './replica.ts'

export type { Queries } from './queries.ts'

export interface TransactionOptions {
  /**
   * Statement timeout in milliseconds; absent: `statementTimeoutMs`. For migrations and restores.
   */
  readonly statementMs?: number
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /**
   * For health checks. On PostgreSQL it has a separate connection, so checks do not wait behind
   * other work.
   */
  readonly vitals: Queries
  /**
   * Runs `work` in one transaction, and retries it up to three times on a conflict (SQLSTATE 40001,
   * 40P01). `work` must use only the queries it is given and must not wait for anything else, such
   * as files, the network or hashing. Calling `database.query` inside `work` throws, because on the
   * embedded engine it would deadlock; the exception is `joinedTransaction`.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>
  /**
   * Invalidation channel between processes; absent: `invalidationsOf` creates one for this process
   * only.
   */
  readonly invalidations?: InvalidationChannel
  readonly replica?: Replica
  /** Whether corruption was detected since the database was opened. */
  isCorrupted?(): boolean
  /** Whether a statement is running or waiting. Only for an engine with a single session. */
  isBusy?(): boolean
  /**
   * Number of busy and idle connections, and of requests waiting for one. Only for an engine with
   * several connections.
   */
  connections?(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  /**
   * Vacuums the tables that are too large to vacuum while the server runs. Blocks everything else.
   * Absent if the engine vacuums tables automatically.
   */
  vacuum?(): Promise<void>
  close(): Promise<void>
}

/** Statement timeout in milliseconds. A longer statement fails with `database.unavailable`. */
export const statementTimeoutMs = 10_000
/** The statement timeout at startup and in commands, where no user is waiting. */
export const longStatementTimeoutMs = 10 * 60_000
/** Idle timeout of a transaction in milliseconds. A transaction that exceeds it is rolled back. */
export const idleTransactionTimeoutMs = 15_000

/** Returns the database with a statement timeout of ten minutes, for startup and commands. */
export const withLongTimeout = (database: Database): Database => ({
  ...database,
  query: (text, values) =>
    database.transaction((queries) => queries.query(text, values), {
      statementMs: longStatementTimeoutMs,
    }) as never,
  transaction: (work, options) =>
    database.transaction(work, { statementMs: longStatementTimeoutMs, ...options }),
})
