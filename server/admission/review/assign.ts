/** Assignment of reviewers, and their names for staff. */

import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { authorize, type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { ServerAction } from '@matricola/server/records/hooks.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import {
  columns,
  isOneOfLiterals,
  pick,
  runStatement,
  sql,
  table,
} from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { users } from '#resources/users.ts'
import { addTimelineEvent, timelineActorOf } from '#server/admission/timeline-events.ts'

const user = table(users)

/**
 * Assigns an application to a reviewer, or unassigns it. Throws `input.invalid` if the user is not
 * active staff, and the errors of an update.
 */
export async function assignReviewer(
  context: Context,
  caller: Caller,
  assignment: Assignment,
): Promise<void> {
  const permit = authorize(caller, registrations, 'update')
  await assignInTransaction(
    { ...context, records: recordsOf(context), permit },
    assignment,
    'userId',
  )
}

/**
 * Adds the names of reviewers to records. All staff may read them, although only admins may read
 * the accounts.
 */
export async function addReviewerNames<R extends WireRecord>(
  queries: Queries,
  records: readonly R[],
): Promise<R[]> {
  const isNameless = ({ assignedToId, _titles }: R) =>
    typeof assignedToId === 'string' && !_titles.assignedToId
  const ids = [
    ...new Set(records.filter(isNameless).map(({ assignedToId }) => String(assignedToId))),
  ]
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

interface Assignment {
  readonly id: string
  /** Null: unassign. */
  readonly userId: string | null
  readonly version?: number | undefined
}

interface AssignmentContext extends Pick<Context, 'clock'> {
  readonly database: Queries
  readonly records: Records
  readonly permit: Permit
}

/** The declared action, for many applications. */
export const assignAction = ({
  clock,
}: Pick<Context, 'clock'>): ServerAction<typeof registrations> => ({
  async work({ records, queries, permit }, { id }, { values }) {
    const userId = typeof values.assignedToId === 'string' ? values.assignedToId : null
    await assignInTransaction(
      { clock, database: queries, records, permit },
      { id, userId },
      'assignedToId',
    )
  },
})

/**
 * Assigns an application to a member of staff, or unassigns it, in the caller's transaction.
 * `inputField` is the input field for issues.
 */
export async function assignInTransaction(
  { database, clock, records, permit }: AssignmentContext,
  { id, userId, version }: Assignment,
  inputField: string,
): Promise<void> {
  if (userId !== null && !(await isStaffMember(database, userId)))
    throw invalidInput({ [inputField]: [{ code: 'reference.notAllowed' }] })
  await records.applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'assign',
    values: ({ values }) =>
      values.assignedToId === userId
        ? {}
        : { assignedToId: userId, assignedAt: userId === null ? null : clock.now().toISOString() },
    afterwards: (queries, { at }) =>
      addTimelineEvent(queries, {
        registrationId: id,
        type: 'assigned',
        by: timelineActorOf(permit),
        at: new Date(at),
        payload: { userId },
      }),
  })
}

async function isStaffMember(queries: Queries, userId: string): Promise<boolean> {
  const found = await runStatement(
    queries,
    sql`select 1 from ${user} where ${user.id} = ${userId}::uuid and ${isOneOfLiterals(user.role, ['admin', 'secretary'])} and ${user.isActive}`,
  )
  return found.length > 0
}
