import type { Queries } from './database.ts'

/**
 * Acquires named advisory locks in the order of `names`, and holds them until the end of the
 * transaction.
 */
export async function lockAll(queries: Queries, names: readonly string[]): Promise<void> {
  await queries.query(
    'select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest($1::text[]) name',
    [names],
  )
}
