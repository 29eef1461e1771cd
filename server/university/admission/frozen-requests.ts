import { registrations } from '#resources/registrations.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { expr, is, run, set, sql, table } from '#server/engine/sql/typed.ts'

const r = table(registrations, 'r')

/**
 * Moves the end of every request that was open when applicants were kept from changing anything, by as long as they were:
 * nobody loses time. Call it in the transaction that lets them again.
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
