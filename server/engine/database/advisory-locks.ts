import type { Queries } from './database.ts'

/** Takes locks by their names, one after the other in that order, until the transaction ends. */
export async function lockAll(queries: Queries, names: readonly string[]): Promise<void> {
  await queries.query('select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) name', [names])
}
