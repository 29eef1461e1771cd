/** Messages between the worker thread of the embedded engine and the main thread. */
export interface EmbeddedStart {
  /** The data directory; null: in memory, for tests. */
  readonly directory: string | null
  /** A tarball of a data directory that an in-memory database starts from. */
  readonly template: string | null
  /**
   * One 32-bit number: the low bits of the id of the statement that was started last; 0 before the
   * first.
   */
  readonly startedId: SharedArrayBuffer
  /**
   * Whether to create a database in a missing or empty directory: true only on startup, never when
   * the thread is restarted.
   */
  readonly canInitialise: boolean
}
export interface EngineOpenError {
  readonly message: string
  /** Error code of the operating system, if it caused the failure. */
  readonly code: string | undefined
  /** The last fatal message of the engine. */
  readonly fatalMessage: string | undefined
}
export interface EmbeddedRequest {
  readonly id: number
  readonly text: string
  readonly values: readonly (string | null)[]
}
/**
 * An error that the engine reports for a statement, with the fields of PostgreSQL's error message.
 */
export interface EmbeddedError {
  readonly message: string
  readonly code: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly detail: string | undefined
}
export type EmbeddedResponse =
  | { readonly ready: true }
  | { readonly initialised: true }
  | { readonly openError: EngineOpenError }
  | { readonly id: number; readonly rows: readonly object[] }
  | { readonly id: number; readonly error: EmbeddedError }
  | { readonly id: number; readonly closed: true }

/**
 * Commands that can be sent instead of SQL: return the number of syncs, shut down the engine, and
 * write a tarball of the data directory.
 */
export const syncCountCommand = 'syncCount'
export const closeCommand = 'close'
export const dumpCommand = 'dumpTo'
