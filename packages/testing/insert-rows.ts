/** Rows inserted directly into the database, for states that no call can produce. */
import type { Queries } from '@matricola/server/database/database.ts'

type Columns = { readonly [column: string]: unknown }

/** Inserts a row. Omitted columns get their defaults. */
export async function insertRow(queries: Queries, table: string, columns: Columns): Promise<void> {
  const names = Object.keys(columns)
  await queries.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(columns),
  )
}

/**
 * Copies the only row of a table until there are `count`. `differing` gives SQL, by column, for
 * values that must be unique; `n` is the row number.
 */
export async function copyRow(
  queries: Queries,
  table: string,
  count: number,
  overrides: { readonly [column: string]: string } = {},
): Promise<void> {
  const parts = Object.entries({ id: 'gen_random_uuid()', ...overrides }).map(
    ([column, value]) => `'${column}', ${value}`,
  )
  await queries.query(
    `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object(${parts.join(', ')}))).*
     from ${table} r, generate_series(2, ${count}) n`,
  )
}
