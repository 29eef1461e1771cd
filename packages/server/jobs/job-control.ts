/** What users can do with a job: view, start, pause, resume and cancel it. */

import { stepsBefore } from '@matricola/schema/actions.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { JobState } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { canStart, skipRest } from './chunk.ts'
import { requiresRecentPassword } from './create-job.ts'
import { jobKindTable } from './job-kind-table.ts'
import { type JobRecord, jobColumns, waitingCount } from './job-row.ts'
import { wakeJobs } from './runner.ts'

/**
 * Whether a user may view and control a job: an admin, or its user in the role in which it was
 * made.
 */
export const canControl = (
  registry: Registry,
  job: Pick<JobRecord, 'actor_id' | 'actor_role'>,
  { id, role }: Caller,
) => (job.actor_id === id && job.actor_role === role) || role === registry.adminRole

/** Returns a job. Throws `job.missing`, also for a job of another user. */
export async function getJob(
  queries: Queries,
  registry: Registry,
  {
    caller,
    id,
    lock = '',
  }: { readonly caller: Caller; readonly id: string; readonly lock?: string | undefined },
): Promise<JobRecord> {
  const [job] = await queries.query<JobRecord>(
    `select ${jobColumns} from job j where j.id = $1 ${lock}`,
    [id],
  )
  if (!job || !canControl(registry, job, caller)) throw new AppError('job.missing')
  return job
}

/** Changes a job between two chunks, waiting for the current chunk to end. */
async function changeJob(
  context: Context,
  { caller, id }: { readonly caller: Caller; readonly id: string },
  work: (queries: Queries, job: JobRecord) => Promise<unknown>,
): Promise<void> {
  await context.database.transaction(async (queries) =>
    work(queries, await getJob(queries, context.registry, { caller, id, lock: 'for update of j' })),
  )
  wakeJobs(context)
}

const setState = (queries: Queries, id: string, state: JobState) =>
  queries.query('update job set state = $2, lease_token = null, lease_until = null where id = $1', [
    id,
    state,
  ])

/** Whether the caller may start the job: only its user, after the preview. */
export const canStartJob = (job: JobRecord, caller: Caller) =>
  job.actor_id === caller.id &&
  job.state === 'ready' &&
  (job.counts.ready ?? 0) > 0 &&
  canStart(job, job.counts, jobKindTable)

/**
 * Starts a checked job; does nothing if it was started before. `expected` is the number of rows in
 * the preview that the user saw. Throws `job.missing`, `job.changed` if that number has changed,
 * `job.state`, and `reauthentication.required` if the changes require a recent password.
 */
export function startJob(
  context: Context,
  caller: Caller,
  { id, expected }: { readonly id: string; readonly expected: number },
): Promise<void> {
  return changeJob(context, { caller, id }, async (queries, job) => {
    if (job.started_at !== null) return
    if (job.state === 'ready' && (job.counts.ready ?? 0) !== expected)
      throw new AppError('job.changed')
    if (!canStartJob(job, caller)) throw new AppError('job.state')
    if (requiresRecentPassword({ ...job, resource: context.registry.get(job.resource) }))
      assertRecentPassword(caller, context.clock.now())
    await queries.query(
      `update job set state = 'running', started_at = $2, done = $3 where id = $1`,
      [id, context.clock.now().toISOString(), job.total - waitingCount(job.counts)],
    )
  })
}

/**
 * Whether the caller may include rows that were left out because another user is working on them.
 */
export const canIncludeClaimed = ({ actor_id, state, counts }: JobRecord, caller: Caller) =>
  actor_id === caller.id && state === 'ready' && (counts.claimed ?? 0) > 0

/**
 * Includes such rows, which are then checked like the others. Throws `job.missing` and `job.state`.
 */
export const includeClaimed = (context: Context, caller: Caller, id: string) =>
  checkAgain(context, { caller, id }, 'claimed', (job) =>
    job.input.includesClaimed === true
      ? 'done'
      : canIncludeClaimed(job, caller) && { includesClaimed: true },
  )

/**
 * Whether the caller may have the job make transitions first, for rows whose state does not allow
 * the job's own transition yet.
 */
export const canIncludeSteps = (
  { actor_id, kind, state, counts, input }: JobRecord,
  resource: AnyResource,
  caller: Caller,
) =>
  actor_id === caller.id &&
  kind === 'action' &&
  state === 'ready' &&
  (counts.state ?? 0) > 0 &&
  input.includesSteps !== true &&
  Object.values(resource.workflow?.transitions ?? {}).some(({ from, to }) =>
    [...from, to].some(
      (one) =>
        stepsBefore(resource, input.action ?? '', { state: one, role: caller.role }).length > 0,
    ),
  )

/** Includes such rows and checks them again. Throws `job.missing` and `job.state`. */
export const includeSteps = (context: Context, caller: Caller, id: string) =>
  checkAgain(context, { caller, id }, 'state', (job) =>
    job.input.includesSteps === true
      ? 'done'
      : canIncludeSteps(job, context.registry.get(job.resource), caller) && { includesSteps: true },
  )

/**
 * Checks the rows with an outcome again, with a changed input. `change` returns false if that is not
 * possible, and `done` if the input was changed before.
 */
const checkAgain = (
  context: Context,
  call: { readonly caller: Caller; readonly id: string },
  outcome: 'claimed' | 'state',
  change: (job: JobRecord) => false | 'done' | Partial<JobRecord['input']>,
) =>
  changeJob(context, call, async (queries, job) => {
    const changed = change(job)
    if (changed === 'done') return
    if (!changed) throw new AppError('job.state')
    const { [outcome]: rows = 0, ...counts } = job.counts
    await queries.query(
      `update job_item set outcome = 'pending', issues = null where job_id = $1 and outcome = $2`,
      [job.id, outcome],
    )
    await queries.query(
      `update job set input = $2::jsonb, counts = $3::jsonb, done = greatest(done - $4::int, 0) where id = $1`,
      [
        job.id,
        JSON.stringify({ ...job.input, ...changed }),
        JSON.stringify({ ...counts, pending: rows }),
        rows,
      ],
    )
    await setState(queries, job.id, 'checking')
  })

/** Pauses a running job. Throws `job.missing` and `job.state`. */
export const pauseJob = (context: Context, caller: Caller, id: string) =>
  changeJob(context, { caller, id }, async (queries, job) => {
    if (job.state === 'paused') return
    if (job.state !== 'running') throw new AppError('job.state')
    await setState(queries, id, 'paused')
  })

/** Resumes a paused job. Throws `job.missing` and `job.state`. */
export const resumeJob = (context: Context, caller: Caller, id: string) =>
  changeJob(context, { caller, id }, async (queries, job) => {
    if (job.state === 'running') return
    if (job.state !== 'paused') throw new AppError('job.state')
    await setState(queries, id, 'running')
  })

/** States in which a job can be cancelled. */
export const unfinishedStates: readonly JobState[] = [
  'mapping',
  'checking',
  'ready',
  'running',
  'paused',
]
/** Number of items to skip at once. The runner skips the rest in chunks. */
const maxSkippedInRequest = 1000

/**
 * Cancels a job. Completed items stay as they are; the rest are skipped. Throws `job.missing` and
 * `job.state`.
 */
export const cancelJob = (context: Context, caller: Caller, id: string) =>
  changeJob(context, { caller, id }, async (queries, job) => {
    if (job.state === 'cancelled') return
    if (!unfinishedStates.includes(job.state)) throw new AppError('job.state')
    await setState(queries, id, 'cancelled')
    await skipRest(context, queries, {
      job: { ...job, state: 'cancelled' },
      size: maxSkippedInRequest,
    })
  })
