/**
 * A fixture for jobs: accounts, branches to work on, a job kind whose work the test defines, and a
 * clock that the test moves.
 */
import { randomUUID } from 'node:crypto'
import type { Role } from '@matricola/schema/vocabulary.ts'
import type { WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Caller } from '@matricola/server/caller.ts'
import type { Database, Queries } from '@matricola/server/database/database.ts'
import { runChunk } from '@matricola/server/jobs/chunk.ts'
import { createJob, type NewJob } from '@matricola/server/jobs/create-job.ts'
import type { JobKindDefinition, JobKinds } from '@matricola/server/jobs/job-kinds.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { createCaller } from '../callers.ts'
import type { TestApp, TestResponse } from '../test-app.ts'
import { library, openLibraryDatabase, startLibraryApp } from './app.ts'

export interface JobsApp extends TestApp {
  readonly admin: Caller
  readonly ana: Caller
  readonly ben: Caller
  now(): Date
  wait(ms: number): void
  /** Creates branches named `<name> 1`, `<name> 2`, … and returns their ids. */
  addBranches(name: string, count: number): Promise<string[]>
  /**
   * Creates a job of kind `edit` for the librarian that sets the description of these branches to
   * `text`.
   */
  createDescriptionJob(
    ids: readonly string[],
    text: string,
    parts?: Partial<NewJob>,
  ): Promise<string>
  /** Runs all due work. */
  runDueJobs(kinds?: Partial<JobKinds>): Promise<void>
  /** Runs one chunk of a job, with `size` items. */
  runChunk(id: string, size: number, kinds?: Partial<JobKinds>): Promise<unknown>
  job(id: string, caller?: Caller): Promise<WireJob>
  postCall(id: string, call: string, body?: object, caller?: Caller): Promise<TestResponse<WireJob>>
  items(id: string, query?: string, caller?: Caller): Promise<WireJobItems>
  branch(id: string): Promise<WireRecord>
  /** Updates a branch outside of any job. */
  edit(id: string, values: object, caller?: Caller): Promise<WireRecord>
  history(id: string): Promise<readonly WireChange[]>
}

/** Sets the description of branches through `batch`. */
export const descriptionWork: JobKindDefinition = {
  rows({ id: jobId, resource, caller, input }, rows, { records, commit }) {
    const { text } = input as { text: string }
    return records.batch({
      permit: authorize(caller, resource, 'update'),
      action: 'update',
      jobId,
      commit,
      rows: rows.map(({ position, recordId, baseVersion }) => ({
        position,
        id: recordId,
        version: baseVersion,
        valuesFor: () => ({ description: text }),
      })),
    })
  },
  fields: () => ['description'],
  canUndo: () => true,
}

/** Inserts the items of a job for these records, in order. */
export const insertJobItems =
  (ids: readonly string[]) => async (queries: Queries, jobId: string) => {
    await queries.query(
      'insert into job_item (job_id, position, record_id) select $1::uuid, n, id from unnest($2::uuid[]) with ordinality as given(id, n)',
      [jobId, ids],
    )
    return ids.length
  }

/** Opens the fixture on a new database. */
export async function startJobsApp(
  open: () => Promise<Database> = openLibraryDatabase,
): Promise<JobsApp> {
  let now = Date.parse('2026-10-05T09:00:00.000Z')
  const clock = { now: () => new Date(now) }
  const api = await startLibraryApp(open, { clock })
  const founder = createCaller('admin')
  const branches = library.registry.get('branches')
  const account = async (role: Role, name: string) => {
    const username = name.toLowerCase().replace(' ', '.')
    const user = await api.call<WireRecord>(founder, 'POST', '/api/authentication/register', {
      name,
      username,
      email: `${username}@univ.ro`,
      role,
    })
    return { ...createCaller(role, user.data.id), name }
  }
  const [admin, ana, ben] = [
    await account('admin', 'Ada Admin'),
    await account('librarian', 'Ana Pop'),
    await account('librarian', 'Ben Rus'),
  ]
  return {
    ...api,
    admin,
    ana,
    ben,
    now: clock.now,
    wait(ms) {
      now += ms
    },
    async addBranches(name, count) {
      const ids: string[] = []
      for (let n = 1; n <= count; n++)
        ids.push(
          (
            await api.call<WireRecord>(founder, 'POST', '/api/branches/create', {
              name: `${name} ${n}`,
            })
          ).data.id,
        )
      return ids
    },
    async createDescriptionJob(ids, text, parts) {
      const job = await createJob(api.context, {
        kind: 'edit',
        resource: branches,
        caller: ana,
        input: { edit: [{ field: 'description', operator: 'set', value: text }], text },
        insertItems: insertJobItems(ids),
        ...parts,
      })
      return job.id
    },
    runDueJobs: (kinds = { edit: descriptionWork }) => runJobs(api.context, kinds),
    async runChunk(jobId, size, kinds = { edit: descriptionWork }) {
      const lease = randomUUID()
      await api.context.database.query('update job set lease_token = $2 where id = $1', [
        jobId,
        lease,
      ])
      await runChunk(api.context, { jobId, lease, size, kinds })
      await api.context.database.query(
        'update job set lease_token = null, lease_until = null where id = $1',
        [jobId],
      )
    },
    job: async (id, caller = ana) =>
      (await api.call<WireJob>(caller, 'GET', `/api/jobs/${id}`)).data,
    postCall: (id, call, body = {}, caller = ana) =>
      api.call(caller, 'POST', `/api/jobs/${id}/${call}`, body),
    items: async (id, query = '', caller = ana) =>
      (await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${id}/items?pageSize=100${query}`))
        .data,
    branch: async (id) => (await api.call<WireRecord>(founder, 'GET', `/api/branches/${id}`)).data,
    edit: async (id, values, caller = founder) =>
      (await api.call<WireRecord>(caller, 'PATCH', '/api/branches/update', { id, ...values })).data,
    history: async (id) =>
      (await api.call<Page<WireChange>>(founder, 'GET', `/api/branches/${id}/history?pageSize=100`))
        .data.list,
  }
}
