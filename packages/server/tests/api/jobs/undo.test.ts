import type { WireJob, WireJobItems, WireSelection } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { libraryEngines as engines, library } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../../../caller.ts'
import { createJob } from '../../../jobs/create-job.ts'
import { jobKindTable } from '../../../jobs/job-kind-table.ts'
import type { JobKindDefinition } from '../../../jobs/job-kinds.ts'
import { runJobs } from '../../../jobs/runner.ts'
import { authorize } from '../../../policy/permit.ts'

const day = 24 * 3_600_000
const changedSince = [{ code: 'undo.changedSince' }]

/** Runs a bulk call on selected records to completion and returns the job. */
async function bulk(
  api: TestApp,
  caller: Caller,
  call: { path: string; ids: readonly string[]; body: object },
): Promise<WireJob> {
  const selection = await api.call<WireSelection>(caller, 'POST', `/api/${call.path}/selections`, {
    ids: call.ids,
  })
  const job = await api.call<WireJob>(caller, 'POST', `/api/${call.path}/bulk`, {
    selection: selection.data.id,
    ...call.body,
    start: true,
  })
  await runJobs(api.context)
  return (await api.call<WireJob>(caller, 'GET', `/api/jobs/${job.data.id}`)).data
}

/** Undoes a job. Returns the undo job and its items. */
async function undo(
  api: TestApp,
  caller: Caller,
  id: string,
): Promise<{ job: WireJob; items: WireJobItems['list'] }> {
  const undoJob = await api.call<WireJob>(caller, 'POST', `/api/jobs/${id}/undo`, { start: true })
  expect([undoJob.status, undoJob.data.kind, undoJob.data.undoes]).toEqual([202, 'undo', id])
  await runJobs(api.context)
  const job = (await api.call<WireJob>(caller, 'GET', `/api/jobs/${undoJob.data.id}`)).data
  const items = (
    await api.call<WireJobItems>(caller, 'GET', `/api/jobs/${undoJob.data.id}/items?pageSize=100`)
  ).data.list
  return { job, items }
}

describe.each(engines)('undoing a job on $engine', ({ open }) => {
  let shop: JobsApp
  beforeAll(async () => {
    shop = await startJobsApp(open)
  })
  afterAll(() => shop.close())
  const path = 'branches'
  const edit = (ids: readonly string[], values: Record<string, unknown>) =>
    bulk(shop, shop.ana, {
      path,
      ids,
      body: {
        edit: Object.entries(values).map(([field, value]) => ({ field, operator: 'set', value })),
      },
    })

  test('is previewed and started like any other job, and restores every record with its own history entry', async () => {
    const ids = await shop.addBranches('Back', 3)
    await shop.edit(ids[0] ?? '', { office: 'A 1' })
    const job = await edit(ids, { office: 'Z 9', description: 'new' })
    expect(job).toMatchObject({ state: 'done', counts: { done: 3 }, can: ['undo'], undoneBy: null })
    expect(job.undoUntil).toBe(new Date(shop.now().getTime() + 30 * day).toISOString())
    const undoJob = (await shop.call<WireJob>(shop.ana, 'POST', `/api/jobs/${job.id}/undo`, {}))
      .data
    await runJobs(shop.context)
    expect(await shop.job(undoJob.id)).toMatchObject({
      state: 'ready',
      counts: { ready: 3 },
      removed: 0,
      can: ['start', 'cancel'],
    })
    // Lists the fields that the job was asked to change.
    expect([job.fields, (await shop.job(undoJob.id)).fields]).toEqual([
      ['office', 'description'],
      ['office', 'description'],
    ])
    expect((await shop.items(undoJob.id)).list[0]?.changes).toEqual([
      { field: 'description', before: 'new', after: null },
      { field: 'office', before: 'Z 9', after: 'A 1' },
    ])
    expect((await shop.branch(ids[0] ?? '')).office).toBe('Z 9')
    expect((await shop.postCall(undoJob.id, 'start', { expected: 3 })).status).toBe(200)
    await runJobs(shop.context)
    expect(await shop.job(undoJob.id)).toMatchObject({
      state: 'done',
      counts: { done: 3 },
      can: [],
      undoUntil: null,
    })
    expect(await shop.job(job.id)).toMatchObject({ undoneBy: undoJob.id, can: [] })
    const [first, second] = [await shop.branch(ids[0] ?? ''), await shop.branch(ids[1] ?? '')]
    expect([first.office, first.description, second.office, second.description]).toEqual([
      'A 1',
      null,
      null,
      null,
    ])
    expect((await shop.history(ids[1] ?? '')).map(({ action }) => action)).toEqual([
      'undo',
      'update',
      'create',
    ])
  })

  test('keeps and reports each field that has changed since the job', async () => {
    const ids = await shop.addBranches('Since', 4)
    const job = await edit(ids, { office: 'Z 9', phone: '0264555666' })
    await shop.edit(ids[0] ?? '', { office: 'B 2' })
    await shop.edit(ids[1] ?? '', { office: 'B 2', phone: null })
    await shop.edit(ids[2] ?? '', { description: 'another field' })
    const { job: undone, items } = await undo(shop, shop.ana, job.id)
    expect(undone.counts).toEqual({ done: 3, kept: 1 })
    expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['done', { office: changedSince }],
      ['kept', { office: changedSince }],
      ['done', {}],
      ['done', {}],
    ])
    const now = await Promise.all(ids.map((id) => shop.branch(id)))
    expect(now.map(({ office, phone, description }) => [office, phone, description])).toEqual([
      ['B 2', null, null],
      ['B 2', null, null],
      [null, null, 'another field'],
      [null, null, null],
    ])
  })

  test('reports fields that have since been moved to another record, and never reports them as restored', async () => {
    const ids = await shop.addBranches('Moved', 2)
    const both = await edit([ids[0] ?? ''], { office: 'Z 9', description: 'new' })
    const one = await edit([ids[1] ?? ''], { office: 'Z 9' })
    // The state after a migration that moves a field to another record.
    await shop.context.database.query(
      `update change set before = before - 'office' || '{"hall": "A"}', after = after - 'office' || '{"hall": "B"}' where job_id = any($1)`,
      [[both.id, one.id]],
    )
    const fieldGoneIssues = { _: [{ code: 'undo.fieldGone' }] }
    const outcomesOf = async (id: string) =>
      (await undo(shop, shop.ana, id)).items.map(({ outcome, issues }) => [outcome, issues])
    expect(await outcomesOf(both.id)).toEqual([['done', fieldGoneIssues]])
    expect(await outcomesOf(one.id)).toEqual([['kept', fieldGoneIssues]])
    expect((await shop.branch(ids[0] ?? '')).description).toBeNull()
  })

  test('returns the same job for a second call; after an undo job is cancelled, a new one handles the remaining rows', async () => {
    const ids = await shop.addBranches('Twice', 3)
    const job = await edit(ids, { office: 'Z 9' })
    const [one, two] = await Promise.all([
      shop.postCall(job.id, 'undo'),
      shop.postCall(job.id, 'undo'),
    ])
    expect([one.status, two.status, two.data.id]).toEqual([202, 202, one.data.id])
    await runJobs(shop.context)
    await shop.postCall(one.data.id, 'start', { expected: 3 })
    await shop.runChunk(one.data.id, 1, jobKindTable)
    await shop.postCall(one.data.id, 'cancel')
    expect((await shop.job(job.id)).can).toEqual(['undo'])
    const { job: rest, items } = await undo(shop, shop.ana, job.id)
    expect(rest.id).not.toBe(one.data.id)
    expect(items.map(({ outcome }) => outcome)).toEqual(['same', 'done', 'done'])
    for (const id of ids) expect((await shop.branch(id)).office).toBeNull()
    expect((await shop.postCall(rest.id, 'undo')).failure.code).toBe('job.state')
  })

  test('skips a record that is changed between preview and undo', async () => {
    const ids = await shop.addBranches('Between', 2)
    const job = await edit(ids, { office: 'Z 9' })
    const undoJob = (await shop.postCall(job.id, 'undo')).data
    await runJobs(shop.context)
    await shop.edit(ids[0] ?? '', { description: 'meanwhile' })
    await shop.postCall(undoJob.id, 'start', { expected: 2 })
    await runJobs(shop.context)
    expect((await shop.job(undoJob.id)).counts).toEqual({ stale: 1, done: 1 })
    expect((await shop.branch(ids[0] ?? '')).office).toBe('Z 9')
  })

  test('reverts an action, and does not touch items that the job did not change', async () => {
    const ids = await shop.addBranches('Action', 3)
    await shop.call(shop.ana, 'POST', `/api/${path}/${ids[0]}/actions/deactivate`)
    const job = await bulk(shop, shop.ana, { path, ids, body: { action: 'deactivate' } })
    expect(job.counts).toEqual({ same: 1, done: 2 })
    const { items } = await undo(shop, shop.ana, job.id)
    expect(items.map(({ recordId, outcome }) => [recordId, outcome])).toEqual(
      ids.slice(1).map((id) => [id, 'done']),
    )
    expect(await Promise.all(ids.map(async (id) => (await shop.branch(id)).isActive))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('removes records that a job created, unless they were changed or are referenced', async () => {
    /** Creates a branch for each row. */
    const createKind: JobKindDefinition = {
      rows: ({ id: jobId, resource, caller }, rows, { records, commit }) =>
        records.batch({
          permit: authorize(caller, resource, 'update'),
          action: 'import',
          jobId,
          commit,
          rows: rows.map(({ position }) => ({
            position,
            id: null,
            version: null,
            valuesFor: () => ({ name: `Made ${position}` }),
          })),
        }),
      fields: () => ['name'],
      canUndo: () => true,
    }
    const { id } = await createJob(shop.context, {
      kind: 'import',
      resource: library.registry.get('branches'),
      caller: shop.ana,
      input: { fileName: 'made.csv', mapping: ['name'] },
      startsAutomatically: true,
      async insertItems(queries, jobId) {
        await queries.query(
          'insert into job_item (job_id, position) select $1::uuid, n from generate_series(1, 3) as n',
          [jobId],
        )
        return 3
      },
    })
    await shop.runDueJobs({ import: createKind })
    const job = await shop.job(id)
    expect(job).toMatchObject({ state: 'done', counts: { done: 3 }, created: 3 })
    const createdIds = (await shop.items(id)).list.map(({ recordId }) => recordId ?? '')
    await shop.edit(createdIds[1] ?? '', { office: 'C 3' })
    const book = { title: 'Refers', isbn: '9780131103627', branchId: createdIds[2] }
    expect((await shop.call(shop.admin, 'POST', '/api/books/create', book)).status).toBe(201)
    const { job: undone, items } = await undo(shop, shop.ana, id)
    expect(items.map(({ outcome }) => outcome)).toEqual(['done', 'kept', 'kept'])
    expect(undone.counts).toEqual({ done: 1, kept: 2 })
    // Removals are reported as such, not as values that become empty.
    expect([undone.created, undone.removed]).toEqual([0, 1])
    expect(items.map(({ isNew, isRemoved }) => [isNew, isRemoved])).toEqual([
      [false, true],
      [false, false],
      [false, false],
    ])
    const answers = await Promise.all(
      createdIds.map((one) => shop.call<WireRecord>(shop.ana, 'GET', `/api/${path}/${one}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200])
  })

  test('is possible for 30 days, for users who still have the permission', async () => {
    const ids = await shop.addBranches('Window', 1)
    const job = await edit(ids, { office: 'Z 9' })
    expect((await shop.postCall(job.id, 'undo', {}, shop.ben)).failure.code).toBe('job.missing')
    shop.wait(30 * day - 1000)
    expect((await shop.job(job.id)).can).toEqual(['undo'])
    shop.wait(2000)
    expect((await shop.job(job.id)).can).toEqual([])
    expect((await shop.postCall(job.id, 'undo')).failure.code).toBe('job.state')
  })

  test("lets an admin undo another user's job, in the admin's own name", async () => {
    const ids = await shop.addBranches('Admin', 1)
    const job = await edit(ids, { office: 'Z 9' })
    const { job: undone } = await undo(shop, shop.admin, job.id)
    expect(undone.actor.name).toBe('Ada Admin')
    expect((await shop.history(ids[0] ?? ''))[0]).toMatchObject({
      action: 'undo',
      actor: { name: 'Ada Admin' },
    })
  })
})
