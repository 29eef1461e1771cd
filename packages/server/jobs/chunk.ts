/**
 * One chunk of a job: checks or stores some items, and records their outcomes and the job's
 * progress, in one transaction.
 */

import { passwordProtectedFields } from '@matricola/schema/resource-fields.ts'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { type Records, recordsOf } from '../records/store.ts'
import { personSql } from '../sql/person-sql.ts'
import { countItems, readItems, skipItems, storeItemResults } from './items.ts'
import type { JobKindDefinition, JobKinds, JobResult, JobRow, JobWork } from './job-kinds.ts'
import {
  countsAfter,
  type JobRecord,
  jobColumns,
  type OutcomeCounts,
  waitingCount,
} from './job-row.ts'

/**
 * Lifetime of a lease in milliseconds. A process that does not renew it loses its jobs to another.
 */
export const leaseMs = 60_000

/**
 * SQL condition for jobs with work to do: to check or store items, or to skip the rest of a stopped
 * job.
 */
export const dueCondition = `finished_at is null and state in ('checking', 'running', 'cancelled', 'failed')`

export interface Chunk {
  readonly jobId: string
  readonly lease: string
  readonly size: number
  readonly kinds: Partial<JobKinds>
}

export interface ChunkResult {
  readonly hasMore: boolean
  readonly rows: number
  /** Duration of the transaction in milliseconds, without the wait for its start. */
  readonly durationMs: number
}

interface Progress {
  readonly counts: OutcomeCounts
  readonly created: number
  readonly rows: number
}

/**
 * Runs one chunk. The job's row is locked, so pausing and cancelling wait for the end of the chunk,
 * and a process that lost its lease does nothing. Throws `access.denied` if the job's user no
 * longer has the permission.
 */
export async function runChunk(context: Context, chunk: Chunk): Promise<ChunkResult> {
  const all = recordsOf(context)
  const { resource, ...done } = await all.inTransaction(
    (records, queries) => processChunk(context, chunk, { records, queries }),
    {
      isOneOfMany: true,
    },
  )
  if (resource !== null && !done.hasMore) all.invalidateTotals(resource)
  return done
}

async function processChunk(
  context: Context,
  chunk: Chunk,
  { records, queries }: { records: Records; queries: Queries },
): Promise<ChunkResult & { readonly resource: string | null }> {
  const startedAt = performance.now()
  const [job] = await queries.query<JobRecord>(
    `select ${jobColumns} from job j where j.id = $1 and j.lease_token = $2 and ${dueCondition} for update`,
    [chunk.jobId, chunk.lease],
  )
  if (!job)
    return { hasMore: false, rows: 0, durationMs: performance.now() - startedAt, resource: null }
  const isEnded = job.state === 'cancelled' || job.state === 'failed'
  const progress = isEnded
    ? await skipChunk(queries, job, chunk.size)
    : await workChunk(context, job, { records, queries, chunk })
  const hasMore = await storeProgress(context, { queries, job, progress, kinds: chunk.kinds })
  return {
    hasMore: hasMore,
    rows: progress.rows,
    durationMs: performance.now() - startedAt,
    resource: job.resource,
  }
}

/** Skips items of a stopped job. The caller must have locked the job's row. */
export async function skipRest(
  context: Context,
  queries: Queries,
  { job, size }: { job: JobRecord; size: number },
): Promise<void> {
  await storeProgress(context, {
    queries,
    job,
    progress: await skipChunk(queries, job, size),
    kinds: {},
  })
}

async function skipChunk(queries: Queries, { id }: JobRecord, size: number): Promise<Progress> {
  const rows = await skipItems(queries, id, size)
  return { ...(await countItems(queries, id)), rows }
}

async function workChunk(
  context: Context,
  job: JobRecord,
  { records, queries, chunk }: { records: Records; queries: Queries; chunk: Chunk },
): Promise<Progress> {
  const commit = job.state === 'running'
  const from = commit ? 'ready' : 'pending'
  const rows = await readItems(queries, context.keys, {
    jobId: job.id,
    outcome: from,
    size: chunk.size,
  })
  if (rows.length === 0 && (job.counts[from] ?? 0) > 0)
    throw new Error('the row counts of the job do not match its rows')
  if (rows.length === 0) return { counts: job.counts, created: job.created, rows: 0 }
  const work = await getJobWork(context, queries, job)
  const results = await getJobKind(chunk.kinds, job).rows(work, rows, { records, queries, commit })
  assertAllAnswered(job, rows, results)
  await storeItemResults({ records, queries }, work, results)
  const outcomes = results.map(({ outcome }) => outcome)
  const created = results.filter(
    ({ isNew, outcome }) => isNew && (outcome === 'ready' || outcome === 'done'),
  ).length
  const planned = commit ? rows.filter(({ isNew }) => isNew).length : 0
  return {
    counts: countsAfter(job.counts, from, outcomes),
    created: job.created + created - planned,
    rows: rows.length,
  }
}

function getJobKind(kinds: Partial<JobKinds>, { kind }: JobRecord): JobKindDefinition {
  const found = kinds[kind]
  if (!found) throw new Error(`no handler for jobs of kind "${kind}"`)
  return found
}

/** Throws unless every row has exactly one outcome, so that an incomplete chunk is not stored. */
function assertAllAnswered(
  { kind }: JobRecord,
  rows: readonly JobRow[],
  results: readonly JobResult[],
): void {
  const answered = new Set(results.map(({ position }) => position))
  if (results.length !== rows.length || rows.some(({ position }) => !answered.has(position)))
    throw new Error(
      `the handler of "${kind}" returned ${results.length} results for ${rows.length} rows`,
    )
}

interface JobUser {
  readonly id: string
  readonly person_id: string | null
  readonly name: string
  readonly role: Role
  readonly is_active: boolean
}

/**
 * Returns the job with its user's current access. Throws `access.denied` if the user was
 * deactivated or has another role.
 */
export async function getJobWork(
  { clock, registry, texts }: Context,
  queries: Queries,
  job: JobRecord,
): Promise<JobWork> {
  const [person] = await queries.query<JobUser>(
    `select id, name, role, is_active, ${personSql(registry, 'u.id')} as person_id from users u where id = $1`,
    [job.actor_id],
  )
  if (!person?.is_active || person.role !== job.actor_role) throw new AppError('access.denied')
  const { id, name, role } = person
  const resource = registry.get(job.resource)
  const caller: Caller = {
    id,
    name,
    role,
    personId: person.person_id,
    // A job has no session and needs none.
    sessionId: job.id,
    // If the changes require a recent password, it was asked for when the job was made and again
    // when it was started.
    reauthenticatedAt: (passwordProtectedFields(resource).length > 0
      ? clock.now()
      : new Date(0)
    ).toISOString(),
    language: job.language,
  }
  return { id: job.id, resource, caller, language: job.language, texts, input: job.input }
}

interface ProgressUpdate {
  readonly queries: Queries
  readonly job: JobRecord
  readonly progress: Progress
  readonly kinds: Partial<JobKinds>
}

/** Stores the progress, and the next state once this one has no rows left. Extends the lease. */
async function storeProgress(
  { clock }: Context,
  { queries, job, progress, kinds }: ProgressUpdate,
): Promise<boolean> {
  const { counts, created } = progress
  const now = clock.now()
  const state = stateAfter(job, counts, kinds)
  const remaining = remainingIn(state, counts)
  const hasMore = remaining > 0
  const isFinished = !hasMore && state !== 'ready' && state !== 'running'
  await queries.query(
    `update job set state = $2, counts = $3::jsonb, created = $4, done = $5,
       lease_token = case when $6::boolean then lease_token end, lease_until = case when $6::boolean and lease_token is not null then $7::timestamptz end,
       started_at = case when $2 = 'running' then coalesce(started_at, $8) else started_at end,
       finished_at = case when $9::boolean then $8::timestamptz end
     where id = $1`,
    [
      job.id,
      state,
      JSON.stringify(counts),
      created,
      state === 'cancelled' || state === 'failed' ? job.done : job.total - remaining,
      hasMore,
      new Date(now.getTime() + leaseMs).toISOString(),
      now.toISOString(),
      isFinished,
    ],
  )
  return hasMore
}

/** Number of rows that remain to be handled in a state. */
function remainingIn(state: JobRecord['state'], counts: OutcomeCounts): number {
  if (state === 'checking') return counts.pending ?? 0
  if (state === 'running') return counts.ready ?? 0
  return state === 'ready' ? 0 : waitingCount(counts)
}

function stateAfter(
  job: JobRecord,
  counts: OutcomeCounts,
  kinds: Partial<JobKinds>,
): JobRecord['state'] {
  if (job.state === 'checking' && remainingIn(job.state, counts) === 0) {
    if (!job.starts_by_itself || !canStart(job, counts, kinds)) return 'ready'
    return remainingIn('running', counts) === 0 ? 'done' : 'running'
  }
  if (job.state === 'running' && remainingIn(job.state, counts) === 0) return 'done'
  return job.state
}

/** Whether a checked job can be started. Some kinds require every row to be valid. */
export function canStart(
  { kind, input }: Pick<JobRecord, 'kind' | 'input'>,
  counts: OutcomeCounts,
  kinds: Partial<JobKinds>,
): boolean {
  const hasRejected = (['denied', 'state', 'invalid', 'stale'] as const).some(
    (outcome) => (counts[outcome] ?? 0) > 0,
  )
  return !(hasRejected && kinds[kind]?.requiresEveryRow?.(input))
}
