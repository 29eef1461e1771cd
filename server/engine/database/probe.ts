import type { Queries } from './database.ts'

/** Writes one small row. Throws what the database throws when it cannot be written to. */
export async function proveWritable(queries: Queries, now: Date): Promise<void> {
  await queries.query("insert into meta (key, value) values ('probe', $1) on conflict (key) do update set value = excluded.value", [
    now.toISOString(),
  ])
}
