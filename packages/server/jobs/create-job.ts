import type { AnyResource } from '@matricola/schema/resource.ts'
import {
  hasReauthenticationFields,
  passwordProtectedFields,
} from '@matricola/schema/resource-fields.ts'
import type { JobKind } from '@matricola/schema/wire/jobs.ts'
import type { Caller } from '../caller.ts'
import type { Context } from '../context.ts'
import type { Queries } from '../database/database.ts'
import { uuidv7 } from '../database/uuid.ts'
import { assertRecentPassword } from '../session/reauthentication.ts'
import { jobKindTable } from './job-kind-table.ts'
import type { JobInput } from './job-row.ts'
import { wakeJobs } from './runner.ts'

/**
 * Whether a job requires a recent password. True if every change to the resource requires one, or
 * the job changes a field or runs an action that requires one.
 */
export const requiresRecentPassword = ({
  kind,
  resource,
  input,
}: Pick<NewJob, 'kind' | 'resource' | 'input'>): boolean =>
  hasReauthenticationFields(resource) ||
  jobKindTable[kind].requiresReauthentication?.({ resource, input }) ||
  jobKindTable[kind]
    .fields({ resource, input })
    .some((name) => passwordProtectedFields(resource).includes(name))

export interface NewJob {
  readonly kind: JobKind
  readonly resource: AnyResource
  readonly caller: Caller
  readonly input: JobInput
  /** Whether the job starts without confirmation once it is checked. */
  readonly startsAutomatically?: boolean
  /**
   * `mapping`: an import waits for its column mapping. Absent: the items exist and are checked
   * immediately.
   */
  readonly state?: 'mapping'
  readonly undoes?: string
  /** Inserts the items in the job's transaction, and returns their number. */
  readonly insertItems: (queries: Queries, jobId: string) => Promise<number>
}

/**
 * Creates a job and starts its check. For an undo, returns the existing undo of the same job if
 * there is one. Throws `reauthentication.required` if the changes require a recent password, and
 * any error of `insertItems`.
 */
export async function createJob(
  context: Context,
  job: NewJob,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  if (job.state !== 'mapping' && requiresRecentPassword(job))
    assertRecentPassword(job.caller, context.clock.now())
  const created = await context.database.transaction((queries) => insertJob(context, queries, job))
  wakeJobs(context)
  return created
}

async function insertJob(
  { clock }: Context,
  queries: Queries,
  job: NewJob,
): Promise<{ readonly id: string; readonly isNew: boolean }> {
  const {
    kind,
    resource,
    caller,
    input,
    startsAutomatically = false,
    state = 'checking',
    undoes,
  } = job
  const now = clock.now()
  const id = uuidv7(now)
  const rows = await queries.query(
    `insert into job (id, kind, resource, state, actor_id, actor_name, actor_role, language, input, starts_by_itself, total, counts,
       undoes, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9::jsonb, $10, 0, '{}', $11, $12)
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
      startsAutomatically,
      undoes ?? null,
      now.toISOString(),
    ],
  )
  if (rows.length === 0) return { id: await getExistingUndo(queries, job), isNew: false }
  const total = await job.insertItems(queries, id)
  await queries.query('update job set total = $2, counts = $3::jsonb where id = $1', [
    id,
    total,
    JSON.stringify(total > 0 ? { pending: total } : {}),
  ])
  return { id, isNew: true }
}

/** Returns the existing undo of the same job, which prevented the insert. */
async function getExistingUndo(queries: Queries, { undoes }: NewJob): Promise<string> {
  const [existing] = await queries.query<{ id: string }>(
    `select id from job where undoes = $1 and state not in ('cancelled', 'failed')`,
    [undoes ?? null],
  )
  if (!existing) throw new Error('the job could not be created, and no other job conflicts with it')
  return existing.id
}
