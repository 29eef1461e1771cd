import { invalidInput } from '#model/wire/errors.ts'
import { users } from '#resources/users.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { type Permit, seeingAll } from '#server/engine/policy/permit.ts'
import type { Records } from '#server/engine/records/store.ts'
import { isIn, run, sql, table } from '#server/engine/sql/typed.ts'
import { addEvent } from '#server/university/admission/events.ts'
import { actorOf } from './steps.ts'

const u = table(users, 'u')

export interface Assignment {
  readonly id: string
  /** Null: unassign. */
  readonly userId: string | null
  readonly version?: number | undefined
}

interface Office extends Pick<Context, 'clock'> {
  readonly database: Queries
  readonly records: Records
  readonly permit: Permit
}

/** Assigns an application to a member of staff, or unassigns it, in the caller's transaction. `named` is the input field for issues. */
export async function assignWithin(
  { database, clock, records, permit }: Office,
  { id, userId, version }: Assignment,
  named: string,
): Promise<void> {
  if (userId !== null && !(await isOfOffice(database, userId))) throw invalidInput({ [named]: [{ code: 'reference.notAllowed' }] })
  await records.change(seeingAll(permit), {
    id,
    version,
    action: 'assign',
    values: ({ values }) =>
      values.assignedToId === userId ? {} : { assignedToId: userId, assignedAt: userId === null ? null : clock.now().toISOString() },
    also: (queries, { at }) =>
      addEvent(queries, { registrationId: id, type: 'assigned', by: actorOf(permit), at: new Date(at), payload: { userId } }),
  })
}

async function isOfOffice(queries: Queries, userId: string): Promise<boolean> {
  const found = await run(
    queries,
    sql`select 1 from ${u} where ${u.id} = ${userId}::uuid and ${isIn(u.role, ['admin', 'secretary'])} and ${u.isActive}`,
  )
  return found.length > 0
}
