import { createHash } from 'node:crypto'
import { AppError } from '#model/errors.ts'
import type { JobKind } from '#model/jobs.ts'
import { type AnyResource, asksPassword } from '#model/resource.ts'
import type { Caller } from '#server/caller.ts'
import type { Context } from '#server/context.ts'
import type { Queries } from '#server/database/database.ts'
import { uuidv7 } from '#server/database/uuid.ts'
import { demandRecentPassword } from '#server/session/reauthentication.ts'
import type { JobInput } from './job-row.ts'
import { wakeJobs } from './runner.ts'

export interface NewJob {
  readonly kind: JobKind
  readonly resource: AnyResource
  readonly caller: Caller
  readonly input: JobInput
  /** Starts by itself once it is checked. */
  readonly startsByItself?: boolean
  /** Absent: its rows are there, and are checked at once. An import waits for its mapping. */
  readonly state?: 'mapping'
  /** As the caller sent it: of equal calls of a person only the first makes a job. */
  readonly idempotencyKey?: string | null
  readonly undoes?: string
  /** Writes the rows of the job, in the job's transaction, and answers how many there are. */
  readonly fill: (queries: Queries, jobId: string) => Promise<number>
}

/**
 * Makes a job, or answers the one that an equal call made before; work on it begins at once. Throws `request.differs`
 * where the key came with another call, `reauthentication.required` for records whose changes ask for the password, and
 * what `fill` throws.
 */
export async function makeJob(context: Context, job: NewJob): Promise<{ readonly id: string; readonly isNew: boolean }> {
  if (job.state !== 'mapping' && asksPassword(job.resource)) demandRecentPassword(job.caller, context.clock.now())
  const made = await context.database.transaction((queries) => insertJob(context, queries, job))
  wakeJobs(context)
  return made
}

async function insertJob({ clock }: Context, queries: Queries, job: NewJob): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const { kind, resource, caller, input, startsByItself = false, state = 'checking', idempotencyKey, undoes } = job
  const now = clock.now()
  const id = uuidv7(now)
  const key = idempotencyKey ? onceKey(caller.id, idempotencyKey) : null
  const rows = await queries.query(
    `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, starts_by_itself, total, counts, once_key,
       undoes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, 0, '{}', $11, $12, $13)
     on conflict do nothing returning id`,
    [
      id,
      kind,
      resource.name,
      state,
      caller.id,
      caller.name,
      caller.role,
      caller.language,
      JSON.stringify(input),
      startsByItself,
      key,
      undoes ?? null,
      now.toISOString(),
    ],
  )
  if (rows.length === 0) return { id: await equalJob(queries, job, key), isNew: false }
  const total = await job.fill(queries, id)
  await queries.query('update job set total = $2, counts = $3::jsonb where id = $1', [
    id,
    total,
    JSON.stringify(total > 0 ? { pending: total } : {}),
  ])
  return { id, isNew: true }
}

/** Keys are the caller's own words: those of others are not looked at. */
const onceKey = (actorId: string, key: string) => createHash('sha256').update(`${actorId}\n${key}`).digest('base64url')

/** The job that stands in the way of a new one: made by the same call, or taking back the same job. */
async function equalJob(queries: Queries, { kind, resource, input, undoes, state }: NewJob, key: string | null): Promise<string> {
  const [byKey] = await queries.query<{ id: string; isEqual: boolean }>(
    // A mapping changes the input of an import after the call.
    `select id, kind = $2 and resource = $3 and ($5::boolean or input = $4::jsonb) as "isEqual" from job where once_key = $1`,
    [key, kind, resource.name, JSON.stringify(input), state === 'mapping'],
  )
  if (byKey && !byKey.isEqual) throw new AppError('request.differs')
  if (byKey) return byKey.id
  const [byUndo] = await queries.query<{ id: string }>(`select id from job where undoes = $1 and state not in ('cancelled', 'failed')`, [
    undoes ?? null,
  ])
  if (!byUndo) throw new Error('a job could not be made and none stands in its way')
  return byUndo.id
}
