/**
 * The door to the database, the same for both engines. Rows come back alike from either: integers (also bigint) and
 * numerics as numbers, booleans, dates as `YYYY-MM-DD`, instants as ISO 8601 UTC with milliseconds, jsonb parsed,
 * arrays as arrays.
 */
export interface Queries {
  /** Runs one statement with `$1`-style parameters and answers its rows. Throws the driver's error with `code` (SQLSTATE) and `constraint`. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

export interface Database extends Queries {
  readonly engine: 'embedded' | 'postgres'
  /**
   * Runs `work` in one transaction and retries it when the engine asks for that (SQLSTATE 40001, 40P01; three times).
   * `work` must use only the queries it is given, and wait for nothing but them: no file, network or hash.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}
