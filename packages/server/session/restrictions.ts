/**
 * Rate limits for the whole university. When too many requests arrive in total, a restriction
 * applies for some time.
 */
import type { Queries } from '../database/database.ts'

export type Restriction = 'status' | 'submission'

const keyOf = (restriction: Restriction) => `restriction.${restriction}`

/** SQL condition: whether the restriction applies at the time given by a parameter. */
export const isRestrictedSql = (restriction: Restriction, parameter: string) =>
  `exists (select 1 from rate_limit where key = '${keyOf(restriction)}' and blocked_until > ${parameter}::timestamptz)`

/** Whether the restriction applies. */
export async function isRestricted(
  queries: Queries,
  restriction: Restriction,
  now: Date,
): Promise<boolean> {
  const [row] = await queries.query<{ on: boolean }>(
    `select ${isRestrictedSql(restriction, '$1')} as on`,
    [now.toISOString()],
  )
  return row?.on === true
}

/** Applies the restriction for some time. Returns whether it was off before. */
export async function restrict(
  queries: Queries,
  restriction: Restriction,
  { now, ms }: { readonly now: Date; readonly ms: number },
): Promise<boolean> {
  const rows = await queries.query(
    `insert into rate_limit as r (key, window_start, count, previous, blocked_until, updated_at)
     values ($1, $2::timestamptz, 0, 0, $3::timestamptz, $2::timestamptz)
     on conflict (key) do update set blocked_until = excluded.blocked_until, updated_at = excluded.updated_at
       where r.blocked_until is null or r.blocked_until <= $2::timestamptz
     returning 1`,
    [keyOf(restriction), now.toISOString(), new Date(now.getTime() + ms).toISOString()],
  )
  return rows.length > 0
}
