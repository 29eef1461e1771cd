/** The program version that last opened the database. */

import type { Queries } from './database.ts'

/** Key in `meta` for the program version that last opened the database. */
const versionKey = 'programVersion'

/** Returns the program version that last opened the database, or null if none was recorded. */
export async function findProgramVersion(queries: Queries): Promise<string | null> {
  const [found] = await queries.query<{ table: string | null }>(
    `select to_regclass('meta')::text as table`,
  )
  if (!found?.table) return null
  const [row] = await queries.query<{ value: string }>('select value from meta where key = $1', [
    versionKey,
  ])
  return row?.value ?? null
}

/** Records the program version that opens a migrated database. */
export async function recordProgramVersion(queries: Queries, version: string): Promise<void> {
  await queries.query(
    'insert into meta (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value where meta.value <> excluded.value',
    [versionKey, version],
  )
}
