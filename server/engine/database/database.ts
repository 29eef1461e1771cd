import type { News, Queries } from './queries.ts'
import type { Replica } from './replica.ts'

export type { Queries } from './queries.ts'

export interface TransactionOptions {
  /** Milliseconds for which one statement may run; absent: `statementDeadlineMs`. For migrations and restores. */
  readonly statementMs?: number
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /** Looks at the database's health: does not stand in line behind work that waits for others, where the engine has more than one line. */
  readonly vitals: Queries
  /**
   * Runs `work` in one transaction and retries it when the engine asks for that (SQLSTATE 40001, 40P01; three times).
   * `work` must use only the queries it is given, and wait for nothing but them: no file, network or hash. Asking
   * `database.query` from inside `work` throws, unless the work joins (`joinedTransaction`): on the embedded engine it would
   * wait for ever.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** News that processes on it tell each other; absent: `newsOf` makes them for this process alone. */
  readonly news?: News
  /** A copy of it that answers calls which only read, where there is one. */
  readonly replica?: Replica
  /** Tells whether it has met damage in its own pages since it was opened. */
  isDamaged?(): boolean
  /** Tells whether a statement runs or waits for its turn, where the engine has one line for all. */
  isAsked?(): boolean
  /** Connections that are in use, idle, and waited for, where the engine has several. */
  connections?(): { readonly busy: number; readonly idle: number; readonly waiting: number }
  /** Tidies the tables up that are too large for it while people work; absent where the engine does all of it by itself. Nothing else runs meanwhile. */
  vacuum?(): Promise<void>
  close(): Promise<void>
}

/** A statement that runs longer is given up: `database.unavailable`. */
export const statementDeadlineMs = 10_000
/** The same for a start or a command, whose statements nobody waits for in front of a page. */
export const patientDeadlineMs = 10 * 60_000
/** A transaction that does nothing for longer is rolled back. */
export const idleTransactionMs = 15_000

/** The same database for a start or a command: its statements may take ten minutes. */
export const patient = (database: Database): Database => ({
  ...database,
  query: (text, values) => database.transaction((queries) => queries.query(text, values), { statementMs: patientDeadlineMs }) as never,
  transaction: (work, options) => database.transaction(work, { statementMs: patientDeadlineMs, ...options }),
})
