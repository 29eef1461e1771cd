/**
 * The door to the database, the same for both engines. Rows come back alike from either: integers (also bigint) and
 * numerics as numbers, booleans, dates as `YYYY-MM-DD`, instants as ISO 8601 UTC with milliseconds, jsonb parsed,
 * arrays as arrays. Values go in alike too: an array as an SQL array, a Date as an instant, any other object as JSON.
 */
export interface Queries {
  /** Runs one statement with `$1`-style parameters and answers its rows. Throws the driver's error with `code` (SQLSTATE) and `constraint`. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** `wrote …`: records of that resource. */
export type Topic = 'callers' | 'jobs' | 'mails' | `wrote ${string}`

/** Called with what was told, null where something may have been missed. */
export type Listener = (topic: Topic | null) => void

export interface News {
  /** Tells everybody, this process too; ends when the others have been told, as far as the database can be reached. */
  tell(topic: Topic): Promise<void>
  /** Answers how to stop listening. */
  hear(listener: Listener): () => void
}
