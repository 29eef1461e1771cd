import type { Queries } from './database.ts'

/**
 * Checks that the database is writable by writing one small row. Throws the database's error if it
 * is not.
 */
export async function assertWritable(queries: Queries, now: Date): Promise<void> {
  await queries.query(
    "insert into meta (key, value) values ('probe', $1) on conflict (key) do update set value = excluded.value",
    [now.toISOString()],
  )
}
