/** Brakes that the whole university shares: on for some time once too much comes, whoever it comes from. */
import type { Queries } from '../database/database.ts'

export type Brake = 'status' | 'submission'

const keyOf = (brake: Brake) => `brake.${brake}`

/** SQL that says whether a brake is on at the moment of the parameter named. */
export const isOnSql = (brake: Brake, parameter: string) =>
  `exists (select 1 from rate_limit where key = '${keyOf(brake)}' and blocked_until > ${parameter}::timestamptz)`

/** Tells whether a brake is on. */
export async function isOn(queries: Queries, brake: Brake, now: Date): Promise<boolean> {
  const [row] = await queries.query<{ on: boolean }>(`select ${isOnSql(brake, '$1')} as on`, [now.toISOString()])
  return row?.on === true
}

/** Puts a brake on for some time; answers whether it was off before. */
export async function putOn(queries: Queries, brake: Brake, { now, ms }: { readonly now: Date; readonly ms: number }): Promise<boolean> {
  const rows = await queries.query(
    `insert into rate_limit as r (key, window_start, count, previous, blocked_until, updated_at)
     values ($1, $2::timestamptz, 0, 0, $3::timestamptz, $2::timestamptz)
     on conflict (key) do update set blocked_until = excluded.blocked_until, updated_at = excluded.updated_at
       where r.blocked_until is null or r.blocked_until <= $2::timestamptz
     returning 1`,
    [keyOf(brake), now.toISOString(), new Date(now.getTime() + ms).toISOString()],
  )
  return rows.length > 0
}
