import { AppError } from '@matricola/schema/wire/errors.ts'
import { libraryEngines as engines } from '@matricola/testing/library/app.ts'
import { descriptionWork, type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobKindDefinition } from '../../../jobs/job-kinds.ts'
import { nextChunkSize } from '../../../jobs/runner.ts'

describe.each(engines)('jobs on $engine', ({ open }) => {
  let shop: JobsApp
  beforeAll(async () => {
    shop = await startJobsApp(open)
  })
  afterAll(() => shop.close())
  const start = async (id: string) =>
    shop.postCall(id, 'start', { expected: (await shop.job(id)).counts.ready })
  const runJob = async (id: string) => {
    await shop.runDueJobs()
    await start(id)
    await shop.runDueJobs()
    return shop.job(id)
  }

  test('a job is checked, previewed, started and done, and writes one history entry per record', async () => {
    const ids = await shop.addBranches('Checked', 5)
    await shop.edit(ids[0] ?? '', { description: 'the same' })
    const id = await shop.createDescriptionJob([...ids], 'the same')
    expect(await shop.job(id)).toMatchObject({
      state: 'checking',
      total: 5,
      done: 0,
      counts: { pending: 5 },
    })
    await shop.runDueJobs()
    const checked = await shop.job(id)
    expect(checked).toMatchObject({
      state: 'ready',
      done: 5,
      counts: { same: 1, ready: 4 },
      can: ['start', 'cancel'],
      startedAt: null,
    })
    expect((await shop.branch(ids[1] ?? '')).description).toBeNull()
    expect(await runJob(id)).toMatchObject({
      state: 'done',
      done: 5,
      counts: { same: 1, done: 4 },
      finishedAt: shop.now().toISOString(),
    })
    for (const one of ids.slice(1)) {
      expect((await shop.branch(one)).description).toBe('the same')
      expect(
        (await shop.history(one)).map(({ action, version, actor }) => [
          action,
          version,
          actor.name,
        ]),
      ).toEqual([
        ['update', 2, 'Ana Pop'],
        ['create', 1, 'Some admin'],
      ])
    }
    const { list } = await shop.items(id)
    expect(list.map(({ position, title, outcome }) => [position, title, outcome])).toEqual([
      [1, 'Checked 1', 'same'],
      ...[2, 3, 4, 5].map((n) => [n, `Checked ${n}`, 'done']),
    ])
    expect(list[1]?.changes).toEqual([{ field: 'description', before: null, after: 'the same' }])
  })

  test('a job that starts automatically is checked first and requires no confirmation', async () => {
    const ids = await shop.addBranches('Direct', 3)
    const id = await shop.createDescriptionJob(ids, 'by itself', { startsAutomatically: true })
    await shop.runDueJobs()
    expect(await shop.job(id)).toMatchObject({
      state: 'done',
      counts: { done: 3 },
      startedAt: shop.now().toISOString(),
    })
  })

  test('a job without items can be previewed but not started', async () => {
    const id = await shop.createDescriptionJob([], 'nothing')
    await shop.runDueJobs()
    expect(await shop.job(id)).toMatchObject({
      state: 'ready',
      total: 0,
      counts: {},
      can: ['cancel'],
    })
    expect((await shop.postCall(id, 'start', { expected: 0 })).failure.code).toBe('job.state')
  })

  test('a record that was changed after the check is skipped', async () => {
    const ids = await shop.addBranches('Stale', 3)
    const id = await shop.createDescriptionJob(ids, 'from the job')
    await shop.runDueJobs()
    await shop.edit(ids[1] ?? '', { office: 'B 12' })
    expect((await runJob(id)).counts).toEqual({ done: 2, stale: 1 })
    expect(await shop.branch(ids[1] ?? '')).toMatchObject({
      description: null,
      office: 'B 12',
      version: 2,
    })
  })

  test('a job can be started once, by its own user, and with the number of rows that was displayed', async () => {
    const ids = await shop.addBranches('Started', 2)
    const id = await shop.createDescriptionJob(ids, 'started')
    expect((await shop.postCall(id, 'start', { expected: 2 })).failure.code).toBe('job.state')
    await shop.runDueJobs()
    expect((await shop.postCall(id, 'start', { expected: 3 })).failure.code).toBe('job.changed')
    expect((await shop.postCall(id, 'start', { expected: 2 }, shop.admin)).failure.code).toBe(
      'job.state',
    )
    expect((await shop.postCall(id, 'start', { expected: 2 }, shop.ben)).failure.code).toBe(
      'job.missing',
    )
    const answers = await Promise.all([
      shop.postCall(id, 'start', { expected: 2 }),
      shop.postCall(id, 'start', { expected: 2 }),
    ])
    expect(answers.map(({ status, data }) => [status, data.state])).toEqual([
      [200, 'running'],
      [200, 'running'],
    ])
    await shop.runDueJobs()
    expect((await shop.postCall(id, 'start', { expected: 2 })).data.state).toBe('done')
    expect(await shop.history(ids[0] ?? '')).toHaveLength(2)
  })

  test('any number of processes share the jobs, and every item is done once', async () => {
    const jobs: string[] = []
    const all: string[] = []
    for (let n = 1; n <= 4; n++) {
      const ids = await shop.addBranches(`Shared ${n}`, 12)
      all.push(...ids)
      jobs.push(await shop.createDescriptionJob(ids, `shared ${n}`, { startsAutomatically: true }))
    }
    await Promise.all(Array.from({ length: 4 }, () => shop.runDueJobs()))
    for (const id of jobs) expect((await shop.job(id)).counts).toEqual({ done: 12 })
    for (const id of all) expect(await shop.history(id)).toHaveLength(2)
  })

  test('a process that has lost its lease stores nothing', async () => {
    const ids = await shop.addBranches('Lease', 3)
    const id = await shop.createDescriptionJob(ids, 'late', { startsAutomatically: true })
    const staleKind: JobKindDefinition = {
      ...descriptionWork,
      async rows(work, rows, options) {
        // Another process takes the job over before the next chunk.
        await options.queries.query(
          'update job set lease_token = gen_random_uuid() where id = $1',
          [id],
        )
        return descriptionWork.rows(work, rows, options)
      },
    }
    await shop.runDueJobs({ edit: staleKind })
    expect(await shop.job(id)).toMatchObject({ state: 'running', counts: { ready: 3 } })
    await shop.runDueJobs()
    expect(await shop.job(id)).toMatchObject({ state: 'running', counts: { ready: 3 } })
    shop.wait(61_000)
    await shop.runDueJobs()
    expect(await shop.job(id)).toMatchObject({ state: 'done', counts: { done: 3 } })
    for (const one of ids) expect(await shop.history(one)).toHaveLength(2)
  })

  test('a chunk that fails for an unknown reason is attempted three times, and stored completely or not at all', async () => {
    const ids = await shop.addBranches('Shaky', 2)
    const id = await shop.createDescriptionJob(ids, 'shaky', { startsAutomatically: true })
    let failures = 2
    const failingKind: JobKindDefinition = {
      ...descriptionWork,
      async rows(work, rows, options) {
        const results = await descriptionWork.rows(work, rows, options)
        if (options.commit && failures-- > 0) throw new Error('a programming error')
        return results
      },
    }
    await shop.runDueJobs({ edit: failingKind })
    expect(await shop.job(id)).toMatchObject({ state: 'done', counts: { done: 2 } })
    expect(await shop.history(ids[0] ?? '')).toHaveLength(2)
  })

  test('a job that keeps failing ends, reports why, and leaves its items to be retried', async () => {
    const ids = await shop.addBranches('Broken', 3)
    const id = await shop.createDescriptionJob(ids, 'broken')
    await shop.runDueJobs({
      edit: { ...descriptionWork, rows: () => Promise.reject(new Error('a programming error')) },
    })
    expect(await shop.job(id)).toMatchObject({
      state: 'failed',
      error: 'server.failed',
      counts: { skipped: 3 },
      can: [],
    })
    const { status, data } = await shop.postCall(id, 'selection', { outcomes: ['skipped'] })
    expect([status, data.total]).toEqual([201, 3])
  })

  test('a job kind that omits an item, or returns one twice, stores nothing', async () => {
    const ids = await shop.addBranches('Forgetful', 3)
    const id = await shop.createDescriptionJob(ids, 'forgotten', { startsAutomatically: true })
    const jobKind: JobKindDefinition = {
      ...descriptionWork,
      rows: async (...given) => (await descriptionWork.rows(...given)).slice(1),
    }
    await shop.runDueJobs({ edit: jobKind })
    expect(await shop.job(id)).toMatchObject({ state: 'failed', error: 'server.failed' })
    for (const one of ids) expect(await shop.history(one)).toHaveLength(1)
  })

  test.each([
    ['is deactivated', "update users set is_active = false where name = 'Ben Rus'"],
    [
      'gets another role',
      "update users set role = 'reader', is_active = true where name = 'Ben Rus'",
    ],
  ])('a job stops when its user %s while it runs, and keeps its results', async (_, sql) => {
    await shop.context.database.query(
      "update users set role = 'librarian', is_active = true where name = 'Ben Rus'",
    )
    const ids = await shop.addBranches(`Rights ${sql.length}`, 3)
    const id = await shop.createDescriptionJob(ids, 'by Ben', { caller: shop.ben })
    await shop.runDueJobs()
    await shop.postCall(id, 'start', { expected: 3 }, shop.ben)
    await shop.context.database.query(sql)
    await shop.runDueJobs()
    expect(await shop.job(id, shop.admin)).toMatchObject({
      state: 'failed',
      error: 'access.denied',
      counts: { skipped: 3 },
    })
    for (const one of ids) expect((await shop.branch(one)).version).toBe(1)
  })

  test('a job ends immediately if its user no longer has the grant', async () => {
    const [one = ''] = await shop.addBranches('Denied', 1)
    const id = await shop.createDescriptionJob([one], 'denied')
    let tries = 0
    const denied: JobKindDefinition = {
      ...descriptionWork,
      rows() {
        tries += 1
        throw new AppError('access.denied')
      },
    }
    await shop.runDueJobs({ edit: denied })
    expect([tries, (await shop.job(id)).error]).toEqual([1, 'access.denied'])
  })

  test('a job of an unknown kind waits', async () => {
    const ids = await shop.addBranches('Waiting', 1)
    const id = await shop.createDescriptionJob(ids, 'waits')
    await shop.runDueJobs({})
    expect((await shop.job(id)).state).toBe('checking')
    await shop.runDueJobs()
  })

  test('a job kind can require every item in order before anything is done', async () => {
    const ids = await shop.addBranches('Strict', 3)
    const strict: JobKindDefinition = {
      ...descriptionWork,
      requiresEveryRow: () => true,
      rows: async (work, rows, options) =>
        (await descriptionWork.rows(work, rows, options)).map((row) =>
          row.position === 2 ? { ...row, outcome: 'invalid' as const } : row,
        ),
    }
    const id = await shop.createDescriptionJob(ids, 'strict', { startsAutomatically: true })
    await shop.runDueJobs({ edit: strict })
    expect(await shop.job(id)).toMatchObject({
      state: 'ready',
      counts: { ready: 2, invalid: 1 },
      startedAt: null,
    })
  })

  test('the next chunk grows or shrinks towards the time limit of a chunk', () => {
    expect(nextChunkSize(20, { rows: 20, durationMs: 1, targetMs: 15, minSize: 50 })).toBe(40)
    expect(nextChunkSize(20, { rows: 20, durationMs: 12, targetMs: 15, minSize: 50 })).toBe(25)
    expect(nextChunkSize(20, { rows: 20, durationMs: 500, targetMs: 15, minSize: 50 })).toBe(10)
    expect(nextChunkSize(1, { rows: 1, durationMs: 500, targetMs: 15, minSize: 50 })).toBe(1)
    // The fixed cost of a chunk does not shrink with its size.
    expect(nextChunkSize(10, { rows: 10, durationMs: 500, targetMs: 15, minSize: 50 })).toBe(8)
    expect(nextChunkSize(1, { rows: 1, durationMs: 60, targetMs: 15, minSize: 50 })).toBe(2)
    expect(nextChunkSize(60, { rows: 60, durationMs: 60, targetMs: 15, minSize: 50 })).toBe(50)
    expect(nextChunkSize(400, { rows: 400, durationMs: 60, targetMs: 15, minSize: 50 })).toBe(200)
    expect(nextChunkSize(900, { rows: 900, durationMs: 1, targetMs: 100, minSize: 50 })).toBe(1000)
    expect(nextChunkSize(40, { rows: 3, durationMs: 1, targetMs: 15, minSize: 50 })).toBe(40)
  })
})
