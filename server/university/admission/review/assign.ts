/** Assignment of reviewers, and their names for staff. */
import type { WireRecord } from '#model/wire/wire.ts'
import { registrations } from '#resources/registrations.ts'
import { users } from '#resources/users.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { authorize } from '#server/engine/policy/permit.ts'
import { recordsOf } from '#server/engine/records/store.ts'
import { columns, pick, runStatement, sql, table } from '#server/engine/sql/typed.ts'
import { type Assignment, assignInTransaction } from './assign-in-transaction.ts'

const u = table(users, 'u')

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
  const rows = await runStatement(queries, sql`select ${pick(columns(u, 'id', 'name'))} from ${u} where ${u.id} = any(${ids}::uuid[])`)
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return records.map((record) => {
    const name = names.get(String(record.assignedToId))
    return name ? { ...record, _titles: { ...record._titles, assignedToId: name } } : record
  })
}
