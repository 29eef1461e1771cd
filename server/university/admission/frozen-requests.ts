import type { Queries } from '#server/engine/database/database.ts'

/**
 * Moves the end of every request that was open when applicants were kept from changing anything, by as long as they were:
 * nobody loses time. Call it in the transaction that lets them again.
 */
export async function moveFrozenRequests(
  queries: Queries,
  { since, now }: { readonly since: string; readonly now: string },
): Promise<void> {
  await queries.query(
    `update registrations set update_due_at = update_due_at + ($2::timestamptz - $1::timestamptz)
     where status = 'update_requested' and overdue_at is null and update_due_at > $1::timestamptz`,
    [since, now],
  )
}
