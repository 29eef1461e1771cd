/**
 * The interface to the database, the same for both engines. Both return the same types: integers
 * (also bigint) and numerics as numbers, booleans, dates as `YYYY-MM-DD`, timestamps as ISO 8601 in
 * UTC with milliseconds, jsonb parsed, arrays as arrays. Parameters are converted in the same way:
 * arrays to SQL arrays, `Date` to a timestamp, other objects to JSON.
 */
export interface Queries {
  /**
   * Runs one statement with `$1`-style parameters and returns its rows. Throws the driver's error
   * with `code` (SQLSTATE) and `constraint`.
   */
  query<Row extends object = Record<string, unknown>>(
    text: string,
    values?: readonly unknown[],
  ): Promise<Row[]>
}

/** `wrote …`: records of that resource were written. */
export type Topic = 'callers' | 'jobs' | 'mails' | `wrote ${string}`

/** Receives a topic, or null if messages may have been missed. */
export type Listener = (topic: Topic | null) => void

export interface InvalidationChannel {
  /**
   * Sends a topic to all processes, including this one. Resolves once it has been sent or sending
   * has failed.
   */
  send(topic: Topic): Promise<void>
  /** Adds a listener and returns a function that removes it. */
  subscribe(listener: Listener): () => void
}
