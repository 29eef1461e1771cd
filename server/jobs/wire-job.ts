import { AppError } from '#model/errors.ts'
import type { WireJob } from '#model/jobs.ts'
import { resourceNamed } from '#resources/index.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import { type JobRecord, jobColumns } from './job-row.ts'
import { jobKinds } from './kind-table.ts'
import { isTheirs, mayBeStarted, unfinished } from './life.ts'

/** A job beside the one that takes it back. */
export interface ShownJob extends JobRecord {
  readonly undone_by: string | null
}

/** Selects jobs `j` as `ShownJob`. */
export const selectJobs = `select ${jobColumns}, u.id as undone_by
  from job j left join job u on u.undoes = j.id and u.state not in ('cancelled', 'failed')`

/** How long a job can be taken back: as long as its rows are kept. */
const undoMs = 30 * 24 * 3_600_000

/** Until when a job can be taken back; null where it cannot. */
export function undoUntil({ kind, resource, input, state, counts, finished_at }: JobRecord): Date | null {
  if (finished_at === null || !['done', 'cancelled', 'failed'].includes(state) || !counts.done) return null
  if (!jobKinds[kind]?.canUndo({ resource: resourceNamed(resource), input })) return null
  return new Date(Date.parse(finished_at) + undoMs)
}

/** Whether a person may have the job taken back now. */
export function mayBeUndone(job: ShownJob, now: Date): boolean {
  const until = undoUntil(job)
  return until !== null && until > now && job.undone_by === null
}

/** A job as a person who may look at it sees it. */
export function toWireJob(job: ShownJob, caller: Caller, now: Date): WireJob {
  const may = {
    start: mayBeStarted(job, caller),
    pause: job.state === 'running',
    resume: job.state === 'paused',
    cancel: unfinished.includes(job.state),
    undo: mayBeUndone(job, now),
  }
  return {
    id: job.id,
    kind: job.kind,
    resource: job.resource,
    state: job.state,
    action: job.input.action ?? null,
    edit: job.input.edit ?? null,
    fileName: job.input.fileName ?? null,
    actor: { id: job.actor_id, name: job.actor_name },
    total: job.total,
    done: job.done,
    counts: job.counts,
    created: job.created,
    createdAt: job.created_at,
    startedAt: job.started_at,
    finishedAt: job.finished_at,
    error: job.error,
    undoes: job.undoes,
    undoneBy: job.undone_by,
    undoUntil: undoUntil(job)?.toISOString() ?? null,
    // The names of an object of them.
    can: (Object.keys(may) as (keyof typeof may)[]).filter((name) => may[name]),
  }
}

/** The job of that id as its person, or an admin, sees it. Throws `job.missing`. */
export async function wireJob({ clock, database }: Context, caller: Caller, id: string): Promise<WireJob> {
  return toWireJob(await shownJob(database, caller, id), caller, clock.now())
}

/** The job of that id. Throws `job.missing`, also for somebody else's. */
export async function shownJob(queries: Queries, caller: Caller, id: string): Promise<ShownJob> {
  const [job] = await queries.query<ShownJob>(`${selectJobs} where j.id = $1`, [id])
  if (!job || !isTheirs(job, caller)) throw new AppError('job.missing')
  return job
}
