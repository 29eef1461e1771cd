/** Actions of a person on a job: look at it, start it, hold it, stop it. */

import { AppError } from '#model/wire/errors.ts'
import type { JobState } from '#model/wire/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/engine/caller.ts'
import type { Context } from '#server/engine/context.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { demandRecentPassword } from '#server/engine/session/reauthentication.ts'
import { mayStart, skipRest } from './chunk.ts'
import { jobKinds } from './job-kind-table.ts'
import { type JobRecord, jobColumns, waitingIn } from './job-row.ts'
import { jobAsksPassword } from './make-job.ts'
import { wakeJobs } from './runner.ts'

/** Tells whether a person may look at and stop a job: it is the person's own, made in today's role, or the person is an admin. */
export const isTheirs = (job: Pick<JobRecord, 'actor_id' | 'actor_role'>, { id, role }: Caller) =>
  (job.actor_id === id && job.actor_role === role) || role === 'admin'

/** The job of that id. Throws `job.missing`, also for somebody else's. */
export async function jobOf(queries: Queries, caller: Caller, id: string, lock = ''): Promise<JobRecord> {
  const [job] = await queries.query<JobRecord>(`select ${jobColumns} from job j where j.id = $1 ${lock}`, [id])
  if (!job || !isTheirs(job, caller)) throw new AppError('job.missing')
  return job
}

/** Changes a job between two chunks: the one under way is waited for. */
async function changing(
  context: Context,
  { caller, id }: { readonly caller: Caller; readonly id: string },
  work: (queries: Queries, job: JobRecord) => Promise<unknown>,
): Promise<void> {
  await context.database.transaction(async (queries) => work(queries, await jobOf(queries, caller, id, 'for update of j')))
  wakeJobs(context)
}

const setState = (queries: Queries, id: string, state: JobState) =>
  queries.query('update job set state = $2, lease_token = null, lease_until = null where id = $1', [id, state])

/** The person who saw the preview may say that it is what was meant; `expected` is the number of rows that was shown. */
export const mayBeStarted = (job: JobRecord, caller: Caller) =>
  job.actor_id === caller.id && job.state === 'ready' && (job.counts.ready ?? 0) > 0 && mayStart(job, job.counts, jobKinds)

/**
 * Starts a job that has been checked; one that was started before goes on as it is. Throws `job.missing`, `job.changed`
 * when another number of rows is ready than the person was shown, `job.state`, and `reauthentication.required` for
 * records whose changes ask for the password.
 */
export function startJob(
  context: Context,
  caller: Caller,
  { id, expected }: { readonly id: string; readonly expected: number },
): Promise<void> {
  return changing(context, { caller, id }, async (queries, job) => {
    if (job.started_at !== null) return
    if (job.state === 'ready' && (job.counts.ready ?? 0) !== expected) throw new AppError('job.changed')
    if (!mayBeStarted(job, caller)) throw new AppError('job.state')
    if (jobAsksPassword({ ...job, resource: resourceNamed(job.resource) })) demandRecentPassword(caller, context.clock.now())
    await queries.query(`update job set state = 'running', started_at = $2, done = $3 where id = $1`, [
      id,
      context.clock.now().toISOString(),
      job.total - waitingIn(job.counts),
    ])
  })
}

/** Tells whether rows were left out that the job's person may include. */
export const mayInclude = ({ actor_id, state, counts }: JobRecord, caller: Caller) =>
  actor_id === caller.id && state === 'ready' && (counts.claimed ?? 0) > 0

/**
 * Includes the rows that were left out because somebody else is at work on them: they are checked as any other. Throws
 * `job.missing`, `job.state`.
 */
export const includeClaimed = (context: Context, caller: Caller, id: string) =>
  changing(context, { caller, id }, async (queries, job) => {
    if (job.input.includesClaimed === true) return
    if (!mayInclude(job, caller)) throw new AppError('job.state')
    const { claimed = 0, ...counts } = job.counts
    await queries.query(`update job_item set outcome = 'pending', issues = null where job_id = $1 and outcome = 'claimed'`, [id])
    await queries.query(`update job set input = $2::jsonb, counts = $3::jsonb, done = greatest(done - $4::int, 0) where id = $1`, [
      id,
      JSON.stringify({ ...job.input, includesClaimed: true }),
      JSON.stringify({ ...counts, pending: claimed }),
      claimed,
    ])
    await setState(queries, id, 'checking')
  })

/** Holds a running job. Throws `job.missing`, `job.state`. */
export const pauseJob = (context: Context, caller: Caller, id: string) =>
  changing(context, { caller, id }, async (queries, job) => {
    if (job.state === 'paused') return
    if (job.state !== 'running') throw new AppError('job.state')
    await setState(queries, id, 'paused')
  })

/** Lets a held job go on. Throws `job.missing`, `job.state`. */
export const resumeJob = (context: Context, caller: Caller, id: string) =>
  changing(context, { caller, id }, async (queries, job) => {
    if (job.state === 'running') return
    if (job.state !== 'paused') throw new AppError('job.state')
    await setState(queries, id, 'running')
  })

/** States from which a job can still be stopped. */
export const unfinished: readonly JobState[] = ['mapping', 'checking', 'ready', 'running', 'paused']
/** Rows that are passed over at once; those of a longer job follow in chunks. */
const skippedAtOnce = 1000

/** Stops a job for good: what was done stays done, the rest is passed over. Throws `job.missing`, `job.state`. */
export const cancelJob = (context: Context, caller: Caller, id: string) =>
  changing(context, { caller, id }, async (queries, job) => {
    if (job.state === 'cancelled') return
    if (!unfinished.includes(job.state)) throw new AppError('job.state')
    await setState(queries, id, 'cancelled')
    await skipRest(context, queries, { job: { ...job, state: 'cancelled' }, size: skippedAtOnce })
  })
