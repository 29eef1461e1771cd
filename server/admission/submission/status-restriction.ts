/** Protects the status search against enumeration of CNPs, even from many addresses. */

import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { queueMails } from '@matricola/server/mail/outbox.ts'
import { restrict } from '@matricola/server/session/restrictions.ts'
import { recordSecurityEvent } from '@matricola/server/session/security-events.ts'
import { rateLimitTable } from '@matricola/server/sql/tables.ts'
import { bareColumns, columns, equalsLiteral, expr, into, pick, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { users } from '#resources/users.ts'

declare module '@matricola/server/session/security-events.ts' {
  interface SecurityEventKinds {
    readonly statusLimited: true
  }
}

const rateLimit = table(rateLimitTable)
const excluded = table(rateLimitTable, 'excluded')
const user = table(users)

const windowMs = 60_000
/** Lookups per minute above which misses are compared with hits. More than half of the lookups by real applicants find an application. */
const minLookups = 100
const restrictionMs = 30 * 60_000
const keys = { lookups: 'status.lookups', misses: 'status.misses' } as const

/** Counts a lookup. Too many misses in a minute restrict the search for half an hour, which is logged and emailed to all admins. */
export async function countStatusLookup({ database, clock }: Pick<Context, 'database' | 'clock'>, found: boolean): Promise<void> {
  const now = clock.now()
  const start = new Date(Math.floor(now.getTime() / windowMs) * windowMs)
  const first = { window_start: start.toISOString(), previous: 0, blocked_until: null, updated_at: now.toISOString() }
  const rows = await runStatement(
    database,
    sql`insert into ${into(rateLimit, { ...first, key: keys.lookups, count: 1 }, { ...first, key: keys.misses, count: found ? 0 : 1 })}
     on conflict (${bareColumns(rateLimit, 'key')}) do update ${setValues(rateLimit, {
       count: expr`case when ${rateLimit.window_start} = ${excluded.window_start} then ${rateLimit.count} + ${excluded.count} else ${excluded.count} end`,
       window_start: excluded.window_start,
       updated_at: excluded.updated_at,
     })}
     returning ${pick(columns(rateLimit, 'key', 'count'))}`,
  )
  const count = (key: string) => rows.find((row) => row.key === key)?.count ?? 0
  const [lookups, misses] = [count(keys.lookups), count(keys.misses)]
  if (lookups > minLookups && misses * 2 > lookups)
    await database.transaction((queries) => restrictSearch(queries, now, { lookups, misses }))
}

async function restrictSearch(queries: Queries, now: Date, details: { readonly lookups: number; readonly misses: number }): Promise<void> {
  if (!(await restrict(queries, 'status', { now, ms: restrictionMs }))) return
  await recordSecurityEvent(queries, now, { kind: 'statusLimited', details })
  const admins = await runStatement(
    queries,
    sql`select ${pick({ id: user.id })} from ${user} where ${equalsLiteral(user.role, 'admin')} and ${user.isActive} order by ${user.id}`,
  )
  await queueMails(
    queries,
    now,
    admins.map(({ id }) => ({ kind: 'statusLimited', userId: id })),
  )
}
