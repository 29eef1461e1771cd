/**
 * Transitions that a job makes before its own, for records whose workflow state does not allow it
 * yet: an application is first taken into review, then accepted.
 */

import { isReadable } from '@matricola/schema/access.ts'
import { stepsBefore } from '@matricola/schema/actions.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { columnNameOf, tableNameOf } from '../database/names.ts'
import { atSavepoint, rollBackAfter } from '../database/savepoint.ts'
import { authorize, permittedRowsSql } from '../policy/permit.ts'
import type { Records } from '../records/store.ts'
import { Parameters } from '../sql/parameters.ts'
import type { Values } from '../sql/storage.ts'
import type { JobResult, JobRow, JobWork } from './job-kinds.ts'

/** An action with its input. Without `commit` it is a dry run. */
export interface ActionOnRows {
  readonly records: Records
  readonly queries: Queries
  readonly commit: boolean
  readonly action: string
  readonly input: Values
}

interface ActionWithSteps extends ActionOnRows {
  readonly perform: (
    work: JobWork,
    rows: readonly JobRow[],
    action: ActionOnRows,
  ) => Promise<JobResult[]>
}

/** Rows whose last transition was refused. Thrown to roll back the transitions before it. */
class StepsRefusedError extends Error {
  readonly refused: readonly JobResult[]
  constructor(refused: readonly JobResult[]) {
    super('the transition of a job was refused after others had been made')
    this.refused = refused
  }
}

/**
 * Performs the action on the rows, after the transitions that their states require. A record whose
 * action is refused keeps its former state.
 */
export async function performWithSteps(
  work: JobWork,
  rows: readonly JobRow[],
  action: ActionWithSteps,
): Promise<JobResult[]> {
  const steps = await readSteps(work, rows, action)
  if (!action.commit)
    return await rollBackAfter(action.queries, 'steps', () => performAll(work, rows, action, steps))
  const refused: JobResult[] = []
  for (;;) {
    const positions = new Set(refused.map(({ position }) => position))
    const remaining = rows.filter(({ position }) => !positions.has(position))
    try {
      return [
        ...refused,
        ...(await atSavepoint(action.queries, 'steps', () =>
          performAll(work, remaining, action, steps),
        )),
      ]
    } catch (error) {
      if (!(error instanceof StepsRefusedError)) throw error
      refused.push(...error.refused)
    }
  }
}

/** Throws `StepsRefusedError` unless it is a dry run, whose transitions are rolled back anyway. */
async function performAll(
  work: JobWork,
  rows: readonly JobRow[],
  action: ActionWithSteps,
  steps: ReadonlyMap<string, readonly string[]>,
): Promise<JobResult[]> {
  const rejected: JobResult[] = []
  const prepared = new Map<number, JobResult>()
  const stepAt = ({ recordId }: JobRow, index: number) => steps.get(recordId ?? '')?.[index]
  let open = rows
  for (let index = 0; open.some((row) => stepAt(row, index)); index += 1)
    for (const name of new Set(open.flatMap((row) => stepAt(row, index) ?? []))) {
      const stepRows = open.filter((row) => stepAt(row, index) === name)
      const results = await action.perform(work, atNewVersions(stepRows, prepared), {
        ...{ ...action, action: name, input: {}, commit: true },
      })
      const failed = results.filter(({ outcome }) => outcome !== 'done')
      rejected.push(...failed)
      for (const result of results)
        prepared.set(result.position, withChangesOf(prepared.get(result.position), result))
      const positions = new Set(failed.map(({ position }) => position))
      open = open.filter(({ position }) => !positions.has(position))
    }
  const results = await action.perform(work, atNewVersions(open, prepared), action)
  const merged = results.map((result) => withChangesOf(prepared.get(result.position), result))
  const refused = merged.filter(
    ({ position, outcome }) => outcome !== 'done' && prepared.has(position),
  )
  if (action.commit && refused.length > 0) throw new StepsRefusedError(refused)
  return [...rejected, ...merged]
}

/** Returns the rows with the versions that their transitions made. */
const atNewVersions = (
  rows: readonly JobRow[],
  prepared: ReadonlyMap<number, JobResult>,
): JobRow[] =>
  rows.map((row) => ({
    ...row,
    baseVersion: prepared.get(row.position)?.newVersion ?? row.baseVersion,
  }))

/** Returns a result that also has the changes of an earlier transition. */
const withChangesOf = (earlier: JobResult | undefined, result: JobResult): JobResult =>
  earlier
    ? {
        ...result,
        baseVersion: earlier.baseVersion,
        changes: {
          ...earlier.changes,
          ...Object.fromEntries(
            Object.entries(result.changes).map(([field, [before, after]]) => [
              field,
              [field in earlier.changes ? earlier.changes[field]?.[0] : before, after] as const,
            ]),
          ),
        },
      }
    : result

/** Returns the transitions that each record needs before the action, by record id. */
async function readSteps(
  { resource, caller }: JobWork,
  rows: readonly JobRow[],
  { queries, action }: ActionOnRows,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!resource.workflow) return new Map()
  const records = await queries.query<{ id: string; state: string }>(
    `select id, ${columnNameOf(resource.workflow.field)} as state from ${tableNameOf(resource)} where id = any($1::uuid[])`,
    [rows.flatMap(({ recordId }) => recordId ?? [])],
  )
  return new Map(
    records.map(({ id, state }) => [
      id,
      stepsBefore(resource, action, { state, role: caller.role }),
    ]),
  )
}

/**
 * Counts the records whose state does not allow the transition of a checked job, by state, most
 * frequent first. Leaves out records that the caller may not read.
 */
export async function readBlockedStates(
  { database, registry }: Context,
  caller: Caller,
  job: WireJob,
): Promise<NonNullable<WireJob['blockedStates']>> {
  const resource = registry.get(job.resource)
  const { workflow } = resource
  if (!workflow || job.action === null || !isReadable(resource, caller.role, workflow.field))
    return []
  const name = job.action
  const permit = authorize(caller, resource, 'read')
  const parameters = new Parameters()
  const jobId = parameters.add(job.id, 'uuid')
  const groups = await database.query<{ state: string; count: number }>(
    `select r.${columnNameOf(workflow.field)} as state, count(*)::int as count from job_item i join ${tableNameOf(resource)} r on r.id = i.record_id
     where i.job_id = ${jobId} and i.outcome = 'state' and ${permittedRowsSql(permit, 'r', parameters)} group by 1 order by 2 desc, 1`,
    parameters.values,
  )
  return groups.map((group) => ({
    ...group,
    steps: [...stepsBefore(resource, name, { state: group.state, role: caller.role })],
  }))
}
