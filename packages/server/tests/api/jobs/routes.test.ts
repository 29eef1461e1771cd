import { randomUUID } from 'node:crypto'
import type { WireJobPage, WireSelection } from '@matricola/schema/wire/jobs.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines as engines, library } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createJob } from '../../../jobs/create-job.ts'
import { encryptCells } from '../../../jobs/items.ts'
import { jobKindTable } from '../../../jobs/job-kind-table.ts'
import { readJobPage } from '../../../jobs/list-jobs.ts'

describe.each(engines)('the calls about jobs on $engine', ({ open }) => {
  let shop: JobsApp
  let ids: string[]
  beforeAll(async () => {
    shop = await startJobsApp(open)
    ids = await shop.addBranches('Branch', 4)
  })
  afterAll(() => shop.close())
  const list = async (query = '', caller = shop.ana) =>
    (await shop.call<WireJobPage>(caller, 'GET', `/api/jobs${query}`)).data

  test('users see their own jobs and admins see the jobs of all users, newest first', async () => {
    const first = await shop.createDescriptionJob(ids, 'first')
    shop.wait(1000)
    const second = await shop.createDescriptionJob(ids, 'second')
    shop.wait(1000)
    const benJob = await shop.createDescriptionJob(ids, 'of Ben', { caller: shop.ben })
    expect((await list()).list.map(({ id }) => id)).toEqual([second, first])
    expect(await list('?pageSize=1&pageNumber=2')).toMatchObject({
      totalCount: 2,
      page: 2,
      pageSize: 1,
      list: [{ id: first }],
    })
    expect((await list('', shop.admin)).list.map(({ id, actor }) => [id, actor.name])).toEqual([
      [benJob, 'Ben Rus'],
      [second, 'Ana Pop'],
      [first, 'Ana Pop'],
    ])
    expect((await list('?own=true', shop.admin)).list).toEqual([])
    expect((await list('', createCaller('reader'))).list).toEqual([])
    await shop.runDueJobs()
    await shop.postCall(first, 'cancel')
    expect((await list('?state=ready,running')).list.map(({ id }) => id)).toEqual([second])
    expect((await list('?kind=import')).list).toEqual([])
    for (const query of ['?state=unknown', '?kind=x', '?own=false', '?pageSize=0', '?actor=x'])
      expect([query, (await shop.call(shop.ana, 'GET', `/api/jobs${query}`)).status]).toEqual([
        query,
        400,
      ])
  })

  test('the total of a list matches its page, even if a job changes state while the list is read', async () => {
    const id = await shop.createDescriptionJob(ids, 'moves')
    const { database } = shop.context
    const checkedDatabase: typeof database = {
      ...database,
      async query(text, values) {
        const rows = await database.query(text, values)
        await database.query(`update job set state = 'cancelled' where id = $1`, [id])
        return rows as never
      },
    }
    const query = {
      own: 'true',
      state: ['checking'],
      kind: [],
      pageNumber: 1,
      pageSize: 10,
    } as const
    const page = await readJobPage({ ...shop.context, database: checkedDatabase }, shop.ana, query)
    expect([page.totalCount, page.list.map((job) => job.id)]).toEqual([1, [id]])
    expect(await list('?pageSize=1&pageNumber=1000')).toMatchObject({
      totalCount: (await list()).totalCount,
      list: [],
    })
  })

  test("another user's job is missing for everyone except admins, in every call", async () => {
    const id = await shop.createDescriptionJob(ids, 'private')
    for (const one of [id, randomUUID(), 'nonsense'])
      for (const [method, path, body] of [
        ['GET', ''],
        ['GET', '/items'],
        ['POST', '/start', { expected: 4 }],
        ['POST', '/pause', {}],
        ['POST', '/resume', {}],
        ['POST', '/cancel', {}],
        ['POST', '/undo', {}],
        ['POST', '/selection', { outcomes: ['done'] }],
      ] as const)
        expect([
          path,
          (await shop.call(shop.ben, method, `/api/jobs/${one}${path}`, body)).failure.code,
        ]).toEqual([path, 'job.missing'])
    expect((await shop.job(id, shop.admin)).actor).toEqual({ id: shop.ana.id, name: 'Ana Pop' })
  })

  test('jobs of a user whose role has changed since are visible only to admins', async () => {
    const id = await shop.createDescriptionJob(ids, 'of the office')
    const now = { ...shop.ana, role: 'reader' } as const
    expect((await list('', now)).totalCount).toBe(0)
    for (const path of ['', '/items', '/items/export'])
      expect([path, (await shop.call(now, 'GET', `/api/jobs/${id}${path}`)).failure.code]).toEqual([
        path,
        'job.missing',
      ])
    expect((await shop.postCall(id, 'cancel', {}, now)).failure.code).toBe('job.missing')
    expect((await shop.job(id, shop.admin)).id).toBe(id)
  })

  test('a running job can be paused, resumed and stopped; completed items stay', async () => {
    const many = await shop.addBranches('Held', 6)
    const id = await shop.createDescriptionJob(many, 'held')
    await shop.runDueJobs()
    expect((await shop.postCall(id, 'pause')).failure.code).toBe('job.state')
    expect((await shop.postCall(id, 'start', { expected: 6 })).data.can).toEqual([
      'pause',
      'cancel',
    ])
    expect((await shop.postCall(id, 'pause')).data).toMatchObject({
      state: 'paused',
      can: ['resume', 'cancel'],
    })
    expect((await shop.postCall(id, 'pause')).status).toBe(200)
    await shop.runDueJobs()
    expect((await shop.branch(many[0] ?? '')).version).toBe(1)
    expect((await shop.postCall(id, 'resume', {}, shop.admin)).data.state).toBe('running')
    await shop.runChunk(id, 4)
    expect(await shop.job(id)).toMatchObject({
      state: 'running',
      done: 4,
      counts: { done: 4, ready: 2 },
    })
    const stopped = (await shop.postCall(id, 'cancel')).data
    expect(stopped).toMatchObject({
      state: 'cancelled',
      done: 4,
      counts: { done: 4, skipped: 2 },
      finishedAt: shop.now().toISOString(),
    })
    expect((await shop.postCall(id, 'cancel')).status).toBe(200)
    expect((await shop.postCall(id, 'resume')).failure.code).toBe('job.state')
    expect((await shop.items(id, '&outcome=skipped')).list.map(({ position }) => position)).toEqual(
      [5, 6],
    )
  })

  test('the remaining items of a long job that is stopped are skipped in chunks', async () => {
    const { database } = shop.context
    const { id } = await createJob(shop.context, {
      kind: 'edit',
      resource: library.registry.get('branches'),
      caller: shop.ana,
      input: { edit: [] },
      async insertItems(queries, jobId) {
        await queries.query(
          'insert into job_item (job_id, position) select $1::uuid, n from generate_series(1, 2500) as n',
          [jobId],
        )
        return 2500
      },
    })
    expect((await shop.postCall(id, 'cancel')).data).toMatchObject({
      state: 'cancelled',
      counts: { pending: 1500, skipped: 1000 },
      finishedAt: null,
    })
    await shop.runDueJobs()
    expect(await shop.job(id)).toMatchObject({
      state: 'cancelled',
      counts: { skipped: 2500 },
      finishedAt: shop.now().toISOString(),
    })
    const [remaining] = await database.query(
      `select 1 from job_item where job_id = $1 and outcome <> 'skipped'`,
      [id],
    )
    expect(remaining).toBeUndefined()
  })

  test('items are paged, filtered by outcome, and show only fields that the user can read', async () => {
    const id = await shop.createDescriptionJob(ids, 'rows')
    await shop.runDueJobs()
    await shop.context.database.query(
      `update job_item set outcome = case when position = 2 then 'invalid' else 'ready' end, title = 'T',
         changes = '{"description": [null, "x"], "managerId": [null, null]}', issues = '{"budget": [{"code": "required"}], "_": [{"code": "x"}]}'
       where job_id = $1`,
      [id],
    )
    const { list: rows, totalCount } = await shop.items(id, '&outcome=invalid')
    expect([totalCount, rows]).toEqual([
      1,
      [
        {
          position: 2,
          recordId: ids[1],
          title: 'Branch 2',
          outcome: 'invalid',
          isNew: false,
          isRemoved: false,
          changes: [
            { field: 'description', before: null, after: 'x' },
            { field: 'managerId', before: null, after: null },
          ],
          issues: { budget: [{ code: 'required' }], _: [{ code: 'x' }] },
          cells: null,
        },
      ],
    ])
    expect((await shop.items(id, '&outcome=ready,invalid')).totalCount).toBe(4)
    expect((await shop.call(shop.ana, 'GET', `/api/jobs/${id}/items?outcome=x`)).status).toBe(400)
    // A role that has since lost access to the field sees neither its values nor its issues.
    await shop.context.database.query(
      `update job set actor_id = $2, actor_role = 'reader' where id = $1`,
      [id, shop.ben.id],
    )
    const professor = createCaller('reader', shop.ben.id)
    const item = (await shop.items(id, '&outcome=invalid', professor)).list[0]
    expect(item?.issues).toEqual({ _: [{ code: 'x' }] })
  })

  test('file contents in items are visible only to the user who sent the file, and are encrypted', async () => {
    const { context } = shop
    const { id } = await createJob(context, {
      kind: 'import',
      resource: library.registry.get('branches'),
      caller: shop.ana,
      input: { fileName: 'branches.csv', mapping: ['name', null] },
      state: 'mapping',
      async insertItems(queries, jobId) {
        const input = encryptCells(context.keys, jobId, {
          position: 1,
          cells: ['Litere', '5040415123456'],
        })
        await queries.query('insert into job_item (job_id, position, input) values ($1, 1, $2)', [
          jobId,
          input,
        ])
        return 1
      },
    })
    expect(await shop.job(id)).toMatchObject({
      kind: 'import',
      state: 'mapping',
      fileName: 'branches.csv',
      fields: ['name'],
      can: ['cancel'],
    })
    expect((await shop.items(id)).list[0]?.cells).toEqual(['Litere', '5040415123456'])
    expect((await shop.items(id, '', shop.admin)).list[0]?.cells).toBeNull()
    const [stored] = await context.database.query<{ input: string }>(
      'select input from job_item where job_id = $1',
      [id],
    )
    expect(stored?.input).toMatch(/^v1\./)
  })

  test('items with certain outcomes become a selection of their records in their current state', async () => {
    const id = await shop.createDescriptionJob(ids, 'selected')
    await shop.runDueJobs()
    await shop.edit(ids[2] ?? '', { office: 'C 3' })
    await shop.postCall(id, 'start', { expected: 4 })
    await shop.runDueJobs()
    const answer = await shop.call<WireSelection>(shop.ana, 'POST', `/api/jobs/${id}/selection`, {
      outcomes: ['stale', 'denied'],
    })
    expect([answer.status, answer.data]).toEqual([
      201,
      {
        id: answer.data.id,
        resource: 'branches',
        total: 1,
        expiresAt: new Date(shop.now().getTime() + 3_600_000).toISOString(),
      },
    ])
    const rows = await shop.context.database.query(
      'select position, record_id, version from selection_row where selection_id = $1',
      [answer.data.id],
    )
    expect(rows).toEqual([
      { position: 1, record_id: ids[2], version: (await shop.branch(ids[2] ?? '')).version },
    ])
    expect((await shop.postCall(id, 'selection', { outcomes: ['denied'] })).failure.code).toBe(
      'selection.gone',
    )
    expect((await shop.postCall(id, 'selection', { outcomes: [] })).status).toBe(400)
  })

  test('the table of job kinds lists only existing kinds', () => {
    for (const [kind, work] of Object.entries(jobKindTable))
      expect([kind, typeof work?.rows]).toEqual([kind, 'function'])
  })
})
