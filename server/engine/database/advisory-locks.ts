import type { Queries } from './database.ts'

/** Takes named advisory locks, in the given order, until the end of the transaction. */
export async function lockAll(queries: Queries, names: readonly string[]): Promise<void> {
  await queries.query('select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) name', [names])
}
