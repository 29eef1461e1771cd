/** Claims on applications. The claim names the reviewer who works on an application. */
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { columns, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import type { registrations } from '#resources/registrations.ts'
import { users } from '#resources/users.ts'
import { isTransition } from './transition-names.ts'

const user = table(users)

/** Transitions that set or remove a claim check the claim themselves. */
const claimingActions = ['startReview', 'release']
const decidedStates = ['accepted', 'declined']

/** Returns, for each application that another reviewer has claimed, an issue with that reviewer's name. */
export async function readClaimIssues(
  queries: Queries,
  { actor }: Permit,
  { action, records }: { readonly action: string; readonly records: readonly StoredRecord<typeof registrations>[] },
): Promise<ReadonlyMap<string, FieldIssues>> {
  if (!isTransition(action) || claimingActions.includes(action)) return new Map()
  const claimedByOthers = records.flatMap(({ id, values: { assignedToId: by, status } }) =>
    typeof by === 'string' && by !== actor.id && !decidedStates.includes(status) ? [{ id, by }] : [],
  )
  if (claimedByOthers.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(user, 'id', 'name'))} from ${user} where ${user.id} = any(${[...new Set(claimedByOthers.map(({ by }) => by))]}::uuid[])`,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(claimedByOthers.map(({ id, by }) => [id, rowIssue('review.claimed', { name: names.get(by) ?? '' })]))
}
