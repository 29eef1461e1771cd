import { registrations } from '#resources/registrations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { expr, is, run, set, sql, table } from '#server/engine/sql/typed.ts'

const r = table(registrations, 'r')

/**
 * Extends the deadline of each open change request by the time for which changes by applicants were turned off. Call it in the
 * transaction that turns them on again.
 */
export async function moveFrozenRequests(
  queries: Queries,
  { since, now }: { readonly since: string; readonly now: string },
): Promise<void> {
  await run(
    queries,
    sql`update ${r} ${set(r, { updateDueAt: expr`${r.updateDueAt} + (${now}::timestamptz - ${since}::timestamptz)` })}
     where ${is(r.status, 'update_requested')} and ${r.overdueAt} is null and ${r.updateDueAt} > ${since}::timestamptz`,
  )
}
