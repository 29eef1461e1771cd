import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import { type Permit, permitForAllRows } from '@matricola/server/policy/permit.ts'
import type { Records } from '@matricola/server/records/store.ts'
import { isOneOfLiterals, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { users } from '#resources/users.ts'
import { addTimelineEvent } from '#server/admission/timeline-events.ts'
import { timelineActorOf } from './transitions.ts'

const user = table(users)

export interface Assignment {
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

/** Assigns an application to a member of staff, or unassigns it, in the caller's transaction. `inputField` is the input field for issues. */
export async function assignInTransaction(
  { database, clock, records, permit }: AssignmentContext,
  { id, userId, version }: Assignment,
  inputField: string,
): Promise<void> {
  if (userId !== null && !(await isStaffMember(database, userId))) throw invalidInput({ [inputField]: [{ code: 'reference.notAllowed' }] })
  await records.applyInternalChange(permitForAllRows(permit), {
    id,
    version,
    action: 'assign',
    values: ({ values }) =>
      values.assignedToId === userId ? {} : { assignedToId: userId, assignedAt: userId === null ? null : clock.now().toISOString() },
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
