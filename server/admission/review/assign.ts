/** Assignment of reviewers, and their names for staff. */
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { recordsOf } from '@matricola/server/records/store.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { users } from '#resources/users.ts'
import { type Assignment, assignInTransaction } from './assign-in-transaction.ts'

const user = table(users)

/**
 * Assigns an application to a reviewer, or unassigns it. Throws `input.invalid` if the user is not active staff, and the errors of an
 * update.
 */
export async function assignReviewer(context: Context, caller: Caller, assignment: Assignment): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await assignInTransaction({ ...context, records: recordsOf(context), permit }, assignment, 'userId')
}

/** Adds the names of reviewers to records. All staff may read them, although only admins may read the accounts. */
export async function addReviewerNames<R extends WireRecord>(queries: Queries, records: readonly R[]): Promise<R[]> {
  const isNameless = ({ assignedToId, _titles }: R) => typeof assignedToId === 'string' && !_titles.assignedToId
  const ids = [...new Set(records.filter(isNameless).map(({ assignedToId }) => String(assignedToId)))]
  if (ids.length === 0) return [...records]
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(user, 'id', 'name'))} from ${user} where ${user.id} = any(${ids}::uuid[])`,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = names.get(String(record.assignedToId))
    return name ? { ...record, _titles: { ...record._titles, assignedToId: name } } : record
  })
}
