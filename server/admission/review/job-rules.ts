/**
 * Rules of bulk jobs on applications: claims, which name the reviewer who works on an application,
 * and the time for undoing.
 */
import { rowIssue } from '@matricola/schema/wire/jobs.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import type { Queries } from '@matricola/server/database/database.ts'
import type { Permit } from '@matricola/server/policy/permit.ts'
import type { JobRules } from '@matricola/server/records/hooks.ts'
import type { StoredRecord } from '@matricola/server/records/reading/get-record.ts'
import { jobItemTable } from '@matricola/server/sql/tables.ts'
import { columns, expr, pick, runStatement, sql, table } from '@matricola/server/sql/typed.ts'
import { registrations } from '#resources/registrations.ts'
import { users } from '#resources/users.ts'
import { assertMessageCreatable } from '#server/admission/messages/message-many.ts'
import { applicantExclusions, assertRequestCreatable } from './many-requests.ts'
import { isTransition } from './transition-values.ts'

const user = table(users)
const registration = table(registrations)
const jobItem = table(jobItemTable)

export const reviewJobRules = ({
  database,
  clock,
}: Pick<Context, 'database' | 'clock'>): JobRules<typeof registrations> => ({
  claims: (permit, action, records) => readClaimIssues(database, permit, { action, records }),
  exclusions: applicantExclusions,
  async assertCreatable(queries, request, selection) {
    if (request.name === 'requestUpdate') await assertRequestCreatable(queries, request, selection)
    if (request.name === 'message') await assertMessageCreatable(queries, request, selection)
  },
  undoableUntil: (jobIds) => readJobHolds(database, jobIds, clock.now()),
})

/** Transitions that set or remove a claim check the claim themselves. */
const claimingActions = ['startReview', 'release']
const decidedStates = ['accepted', 'declined']

/**
 * Returns, for each application that another reviewer has claimed, an issue with that reviewer's
 * name.
 */
async function readClaimIssues(
  queries: Queries,
  { actor }: Permit,
  {
    action,
    records,
  }: { readonly action: string; readonly records: readonly StoredRecord<typeof registrations>[] },
): Promise<ReadonlyMap<string, FieldIssues>> {
  if (!isTransition(action) || claimingActions.includes(action)) return new Map()
  const claimedByOthers = records.flatMap(({ id, values: { assignedToId: by, status } }) =>
    typeof by === 'string' && by !== actor.id && !decidedStates.includes(status)
      ? [{ id, by }]
      : [],
  )
  if (claimedByOthers.length === 0) return new Map()
  const rows = await runStatement(
    queries,
    sql`select ${pick(columns(user, 'id', 'name'))} from ${user} where ${user.id} = any(${[...new Set(claimedByOthers.map(({ by }) => by))]}::uuid[])`,
  )
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return new Map(
    claimedByOthers.map(({ id, by }) => [
      id,
      rowIssue('review.claimed', { name: names.get(by) ?? '' }),
    ]),
  )
}

/**
 * Returns the end of the last hold on a job's transitions, by job id. Until then, the job can be
 * undone. Jobs without a hold are absent.
 */
async function readJobHolds(
  queries: Queries,
  jobIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const rows = await runStatement(
    queries,
    sql`select ${pick({ id: jobItem.job_id, until: expr<string>`max(${registration.notifyAt})` })}
     from ${registration} join ${jobItem} on ${jobItem.record_id} = ${registration.id} and ${jobItem.job_id} = any(${jobIds}::uuid[]) and ${jobItem.outcome} = 'done'
     where ${registration.notifyAt} > ${now.toISOString()}::timestamptz and ${registration.notifiedStatus} is not null group by ${jobItem.job_id}`,
  )
  return new Map(rows.map(({ id, until }) => [id, new Date(until)]))
}
