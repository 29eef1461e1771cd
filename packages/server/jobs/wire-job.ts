import { readableFields } from '@matricola/schema/access.ts'
import { currentName } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { JobUndo } from '../records/hooks.ts'
import { recordsOf } from '../records/store.ts'
import { readBlockedStates } from './action-steps.ts'
import { countRemovedValues } from './count-removed-values.ts'
import {
  canControl,
  canIncludeClaimed,
  canIncludeSteps,
  canStartJob,
  unfinishedStates,
} from './job-control.ts'
import { jobKindTable } from './job-kind-table.ts'
import { type JobRecord, jobColumns } from './job-row.ts'
import { jobUndoOf } from './kind-undo.ts'

/** A job, and the job that undoes it. */
export interface JobWithUndo extends JobRecord {
  readonly undone_by: string | null
  /** Whether that job has finished without undoing anything. */
  readonly undone_nothing: boolean | null
}

/** Selects jobs `j` as `JobWithUndo`. */
export const selectJobsSql = `select ${jobColumns}, u.id as undone_by,
  u.state = 'done' and coalesce((u.counts->>'done')::int, 0) = 0 as undone_nothing
  from job j left join job u on u.undoes = j.id and u.state not in ('cancelled', 'failed')`

/** Time in milliseconds during which a job can be undone: as long as its items are kept. */
const undoPeriodMs = 30 * 24 * 3_600_000

/**
 * Returns the time until which a finished job's items are kept for an undo; null if nothing can be
 * undone.
 */
function findUndoDeadline(
  { registry }: Context,
  { kind, resource, input, state, counts, finished_at }: JobRecord,
): Date | null {
  if (finished_at === null || !['done', 'cancelled', 'failed'].includes(state) || !counts.done)
    return null
  if (!jobKindTable[kind]?.canUndo({ resource: registry.get(resource), input })) return null
  return new Date(Date.parse(finished_at) + undoPeriodMs)
}

/**
 * Returns the time until which each job can be undone, by id. Jobs that cannot be undone, or
 * already have been, are left out.
 */
export async function findUndoDeadlines(
  context: Context,
  jobs: readonly JobWithUndo[],
): Promise<ReadonlyMap<string, Date>> {
  const now = context.clock.now()
  const ends = new Map<string, Date>()
  /** Jobs that can be undone for a shorter time, by the function that returns it. */
  const limited = new Map<JobUndo['until'], string[]>()
  for (const job of jobs) {
    const deadline = findUndoDeadline(context, job)
    if (deadline === null || deadline <= now || job.undone_by !== null) continue
    ends.set(job.id, deadline)
    const until = deadlinesOf(context, job)
    if (until) limited.set(until, [...(limited.get(until) ?? []), job.id])
  }
  for (const [until, ids] of limited) {
    const deadlines = await until(ids)
    for (const id of ids) {
      const deadline = deadlines.get(id)
      if (deadline === undefined) ends.delete(id)
      else if (deadline < (ends.get(id) ?? deadline)) ends.set(id, deadline)
    }
  }
  return ends
}

/** The function that limits how long a job can be undone; undefined if nothing does. */
function deadlinesOf(context: Context, job: JobWithUndo): JobUndo['until'] | undefined {
  const code = recordsOf(context).hooksFor(context.registry.get(job.resource))
  if (isTransition(context, job)) return code?.jobs?.undoableUntil
  return job.kind === 'action' ? jobUndoOf(code, job.input.action)?.until : undefined
}

/** Whether a job performed a workflow transition. */
const isTransition = ({ registry }: Context, { kind, resource, input }: JobRecord) =>
  kind === 'action' &&
  Object.hasOwn(registry.get(resource).workflow?.transitions ?? {}, String(input.action))

/** Converts jobs for a caller who may view them. */
export async function toWireJobs(
  context: Context,
  caller: Caller,
  jobs: readonly JobWithUndo[],
): Promise<WireJob[]> {
  const ends = await findUndoDeadlines(context, jobs)
  return jobs.map((job) =>
    toWireJob(job, {
      caller,
      resource: context.registry.get(job.resource),
      undoUntil: ends.get(job.id) ?? null,
    }),
  )
}

interface WireJobContext {
  readonly caller: Caller
  readonly resource: AnyResource
  readonly undoUntil: Date | null
}

function toWireJob(job: JobWithUndo, { caller, resource, undoUntil }: WireJobContext): WireJob {
  const allowed = {
    start: canStartJob(job, caller),
    include: canIncludeClaimed(job, caller),
    prepare: canIncludeSteps(job, resource, caller),
    pause: job.state === 'running',
    resume: job.state === 'paused',
    cancel: unfinishedStates.includes(job.state),
    undo: undoUntil !== null,
  }
  return {
    id: job.id,
    kind: job.kind,
    resource: job.resource,
    state: job.state,
    action: job.input.action ?? null,
    edit: job.input.edit ?? null,
    fields: fieldsFor(job, resource, caller.role),
    fileName: job.input.fileName ?? null,
    actor: { id: job.actor_id, name: job.actor_name },
    total: job.total,
    done: job.done,
    counts: job.counts,
    created: job.kind === 'undo' ? 0 : job.created,
    removed: job.kind === 'undo' ? job.created : 0,
    createdAt: job.created_at,
    startedAt: job.started_at,
    finishedAt: job.finished_at,
    error: job.error,
    undoes: job.undoes,
    undoneBy: job.undone_nothing ? null : job.undone_by,
    undoUntil: undoUntil?.toISOString() ?? null,
    // The keys of `allowed` are the only names in it.
    can: (Object.keys(allowed) as (keyof typeof allowed)[]).filter((name) => allowed[name]),
  }
}

function fieldsFor({ kind, input }: JobWithUndo, resource: AnyResource, role: Role): string[] {
  const readable = readableFields(resource, role)
  const fields = (jobKindTable[kind]?.fields({ resource, input }) ?? []).map((field) =>
    currentName(resource, field),
  )
  return fields.filter((field) => readable.includes(field))
}

/** Returns a job for its user or an admin. Throws `job.missing`. */
export async function getWireJob(context: Context, caller: Caller, id: string): Promise<WireJob> {
  const [job] = await toWireJobs(context, caller, [await getJobWithUndo(context, caller, id)])
  if (!job) throw new AppError('job.missing')
  if (job.can.includes('prepare'))
    return { ...job, blockedStates: await readBlockedStates(context, caller, job) }
  const isCounted =
    (job.kind === 'import' || job.kind === 'paste') &&
    !['mapping', 'checking', 'running'].includes(job.state)
  return isCounted ? { ...job, valuesRemoved: await countRemovedValues(context.database, id) } : job
}

/** Returns a job. Throws `job.missing`, also for a job of another user. */
export async function getJobWithUndo(
  { database, registry }: Context,
  caller: Caller,
  id: string,
): Promise<JobWithUndo> {
  const [job] = await database.query<JobWithUndo>(`${selectJobsSql} where j.id = $1`, [id])
  if (!job || !canControl(registry, job, caller)) throw new AppError('job.missing')
  return job
}
