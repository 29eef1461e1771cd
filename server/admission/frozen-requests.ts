import type { Queries } from '@matricola/server/database/database.ts'
import { equalsLiteral, expr, runStatement, setValues, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'

const registration = table(registrations)

/**
 * Extends the deadline of each open change request by the time for which changes by applicants were turned off. Call it in the
 * transaction that turns them on again.
 */
export async function extendFrozenRequests(
  queries: Queries,
  { since, now }: { readonly since: string; readonly now: string },
): Promise<void> {
  await runStatement(
    queries,
    sql`update ${registration} ${setValues(registration, { updateDueAt: expr`${registration.updateDueAt} + (${now}::timestamptz - ${since}::timestamptz)` })}
     where ${equalsLiteral(registration.status, 'update_requested')} and ${registration.overdueAt} is null and ${registration.updateDueAt} > ${since}::timestamptz`,
  )
}
