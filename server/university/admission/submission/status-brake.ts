/** The brake on looking up applications by a number alone: who walks through numbers, from however many addresses, finds nothing (S-8.8). */
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { queueMails } from '#server/engine/mail/outbox.ts'
import { putOn } from '#server/engine/session/brakes.ts'
import { recordEvent } from '#server/engine/session/events.ts'

const windowMs = 60_000
/** Lookups of a minute from which on it counts how many of them found nothing: more than half is no applicant's doing. */
const fewLookups = 100
const brakeMs = 30 * 60_000
const keys = { lookups: 'status.lookups', misses: 'status.misses' } as const

/** Counts a lookup; one too many that found nothing puts the brake on, which is noted and mailed to every admin. */
export async function countLookup({ database, clock }: Pick<Context, 'database' | 'clock'>, found: boolean): Promise<void> {
  const now = clock.now()
  const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const rows = await database.query<{ key: string; count: number }>(
    `insert into rate_limit as r (key, window_start, count, previous, blocked_until, updated_at)
     values ($1, $3::timestamptz, 1, 0, null, $4::timestamptz), ($2, $3::timestamptz, $5::int, 0, null, $4::timestamptz)
     on conflict (key) do update set
       count = case when r.window_start = excluded.window_start then r.count + excluded.count else excluded.count end,
       window_start = excluded.window_start, updated_at = excluded.updated_at
     returning key, count`,
    [keys.lookups, keys.misses, start.toISOString(), now.toISOString(), found ? 0 : 1],
  )
  const count = (key: string) => rows.find((row) => row.key === key)?.count ?? 0
  const [lookups, misses] = [count(keys.lookups), count(keys.misses)]
  if (lookups > fewLookups && misses * 2 > lookups) await database.transaction((queries) => brake(queries, now, { lookups, misses }))
}

async function brake(queries: Queries, now: Date, details: { readonly lookups: number; readonly misses: number }): Promise<void> {
  if (!(await putOn(queries, 'status', { now, ms: brakeMs }))) return
  await recordEvent(queries, now, { kind: 'statusBraked', details })
  const admins = await queries.query<{ id: string }>("select id from users where role = 'admin' and is_active order by id")
  await queueMails(
    queries,
    now,
    admins.map(({ id }) => ({ kind: 'statusBraked', userId: id })),
  )
}
