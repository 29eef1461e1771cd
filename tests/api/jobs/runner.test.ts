import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '#model/wire/errors.ts'
import type { JobKindWork } from '#server/engine/jobs/job-kinds.ts'
import { sizeAfter } from '#server/engine/jobs/runner.ts'
import { engines } from '#tests/support/databases.ts'
import { describing, openWorkshop, type Workshop } from '#tests/support/workshop.ts'

describe.each(engines)('jobs on $engine', ({ open }) => {
  let shop: Workshop
  beforeAll(async () => {
    shop = await openWorkshop(open)
  })
  afterAll(() => shop.close())
  const start = async (id: string) => shop.post(id, 'start', { expected: (await shop.job(id)).counts.ready })
  const ran = async (id: string) => {
    await shop.run()
    await start(id)
    await shop.run()
    return shop.job(id)
  }

  test('a job is checked, previewed, started and done, and writes one history entry per record', async () => {
    const ids = await shop.plant('Checked', 5)
    await shop.edit(ids[0] ?? '', { description: 'the same' })
    const id = await shop.describe([...ids], 'the same')
    expect(await shop.job(id)).toMatchObject({ state: 'checking', total: 5, done: 0, counts: { pending: 5 } })
    await shop.run()
    const checked = await shop.job(id)
    expect(checked).toMatchObject({ state: 'ready', done: 5, counts: { same: 1, ready: 4 }, can: ['start', 'cancel'], startedAt: null })
    expect((await shop.department(ids[1] ?? '')).description).toBeNull()
    expect(await ran(id)).toMatchObject({ state: 'done', done: 5, counts: { same: 1, done: 4 }, finishedAt: shop.now().toISOString() })
    for (const one of ids.slice(1)) {
      expect((await shop.department(one)).description).toBe('the same')
      expect((await shop.history(one)).map(({ action, version, actor }) => [action, version, actor.name])).toEqual([
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
    const ids = await shop.plant('Direct', 3)
    const id = await shop.describe(ids, 'by itself', { startsByItself: true })
    await shop.run()
    expect(await shop.job(id)).toMatchObject({ state: 'done', counts: { done: 3 }, startedAt: shop.now().toISOString() })
  })

  test('a job without items can be previewed and has nothing to start', async () => {
    const id = await shop.describe([], 'nothing')
    await shop.run()
    expect(await shop.job(id)).toMatchObject({ state: 'ready', total: 0, counts: {}, can: ['cancel'] })
    expect((await shop.post(id, 'start', { expected: 0 })).failure.code).toBe('job.state')
  })

  test('a record that was changed after the check is skipped', async () => {
    const ids = await shop.plant('Stale', 3)
    const id = await shop.describe(ids, 'from the job')
    await shop.run()
    await shop.edit(ids[1] ?? '', { office: 'B 12' })
    expect((await ran(id)).counts).toEqual({ done: 2, stale: 1 })
    expect(await shop.department(ids[1] ?? '')).toMatchObject({ description: null, office: 'B 12', version: 2 })
  })

  test('a job is started with the displayed number, once, and by its own user', async () => {
    const ids = await shop.plant('Started', 2)
    const id = await shop.describe(ids, 'started')
    expect((await shop.post(id, 'start', { expected: 2 })).failure.code).toBe('job.state')
    await shop.run()
    expect((await shop.post(id, 'start', { expected: 3 })).failure.code).toBe('job.changed')
    expect((await shop.post(id, 'start', { expected: 2 }, shop.admin)).failure.code).toBe('job.state')
    expect((await shop.post(id, 'start', { expected: 2 }, shop.ben)).failure.code).toBe('job.missing')
    const answers = await Promise.all([shop.post(id, 'start', { expected: 2 }), shop.post(id, 'start', { expected: 2 })])
    expect(answers.map(({ status, data }) => [status, data.state])).toEqual([
      [200, 'running'],
      [200, 'running'],
    ])
    await shop.run()
    expect((await shop.post(id, 'start', { expected: 2 })).data.state).toBe('done')
    expect(await shop.history(ids[0] ?? '')).toHaveLength(2)
  })

  test('any number of processes share the jobs, and every item is done once', async () => {
    const jobs: string[] = []
    const all: string[] = []
    for (let n = 1; n <= 4; n++) {
      const ids = await shop.plant(`Shared ${n}`, 12)
      all.push(...ids)
      jobs.push(await shop.describe(ids, `shared ${n}`, { startsByItself: true }))
    }
    await Promise.all(Array.from({ length: 4 }, () => shop.run()))
    for (const id of jobs) expect((await shop.job(id)).counts).toEqual({ done: 12 })
    for (const id of all) expect(await shop.history(id)).toHaveLength(2)
  })

  test('a process that has lost its lease stores nothing more', async () => {
    const ids = await shop.plant('Lease', 3)
    const id = await shop.describe(ids, 'late', { startsByItself: true })
    const overtaken: JobKindWork = {
      ...describing,
      async rows(work, rows, how) {
        // Another process takes the job over before the next chunk.
        await how.queries.query('update job set lease_token = gen_random_uuid() where id = $1', [id])
        return describing.rows(work, rows, how)
      },
    }
    await shop.run({ edit: overtaken })
    expect(await shop.job(id)).toMatchObject({ state: 'running', counts: { ready: 3 } })
    await shop.run()
    expect(await shop.job(id)).toMatchObject({ state: 'running', counts: { ready: 3 } })
    shop.wait(61_000)
    await shop.run()
    expect(await shop.job(id)).toMatchObject({ state: 'done', counts: { done: 3 } })
    for (const one of ids) expect(await shop.history(one)).toHaveLength(2)
  })

  test('a chunk that fails for an unknown reason is tried three times, and stored completely or not at all', async () => {
    const ids = await shop.plant('Shaky', 2)
    const id = await shop.describe(ids, 'shaky', { startsByItself: true })
    let failures = 2
    const shaky: JobKindWork = {
      ...describing,
      async rows(work, rows, how) {
        const results = await describing.rows(work, rows, how)
        if (how.commit && failures-- > 0) throw new Error('a mistake of ours')
        return results
      },
    }
    await shop.run({ edit: shaky })
    expect(await shop.job(id)).toMatchObject({ state: 'done', counts: { done: 2 } })
    expect(await shop.history(ids[0] ?? '')).toHaveLength(2)
  })

  test('a job that keeps failing ends, reports why, and leaves its items to be retried', async () => {
    const ids = await shop.plant('Broken', 3)
    const id = await shop.describe(ids, 'broken')
    await shop.run({ edit: { ...describing, rows: () => Promise.reject(new Error('a mistake of ours')) } })
    expect(await shop.job(id)).toMatchObject({ state: 'failed', error: 'server.failed', counts: { skipped: 3 }, can: [] })
    const { status, data } = await shop.post(id, 'selection', { outcomes: ['skipped'] })
    expect([status, data.total]).toEqual([201, 3])
  })

  test('a job kind that omits an item, or returns one twice, stores nothing', async () => {
    const ids = await shop.plant('Forgetful', 3)
    const id = await shop.describe(ids, 'forgotten', { startsByItself: true })
    const forgetful: JobKindWork = { ...describing, rows: async (...given) => (await describing.rows(...given)).slice(1) }
    await shop.run({ edit: forgetful })
    expect(await shop.job(id)).toMatchObject({ state: 'failed', error: 'server.failed' })
    for (const one of ids) expect(await shop.history(one)).toHaveLength(1)
  })

  test.each([
    ['is switched off', "update users set is_active = false where name = 'Ben Rus'"],
    ['gets another role', "update users set role = 'student', is_active = true where name = 'Ben Rus'"],
  ])('a job stops when its user %s while it runs, and keeps its results', async (_, sql) => {
    await shop.context.database.query("update users set role = 'secretary', is_active = true where name = 'Ben Rus'")
    const ids = await shop.plant(`Rights ${sql.length}`, 3)
    const id = await shop.describe(ids, 'by Ben', { caller: shop.ben })
    await shop.run()
    await shop.post(id, 'start', { expected: 3 }, shop.ben)
    await shop.context.database.query(sql)
    await shop.run()
    expect(await shop.job(id, shop.admin)).toMatchObject({ state: 'failed', error: 'access.denied', counts: { skipped: 3 } })
    for (const one of ids) expect((await shop.department(one)).version).toBe(1)
  })

  test('a grant that is missing when the work is done ends the job at once', async () => {
    const [one = ''] = await shop.plant('Denied', 1)
    const id = await shop.describe([one], 'denied')
    let tries = 0
    const denied: JobKindWork = {
      ...describing,
      rows() {
        tries += 1
        throw new AppError('access.denied')
      },
    }
    await shop.run({ edit: denied })
    expect([tries, (await shop.job(id)).error]).toEqual([1, 'access.denied'])
  })

  test('a job of an unknown kind waits', async () => {
    const ids = await shop.plant('Waiting', 1)
    const id = await shop.describe(ids, 'waits')
    await shop.run({})
    expect((await shop.job(id)).state).toBe('checking')
    await shop.run()
  })

  test('a job kind can require every item in order before anything is done', async () => {
    const ids = await shop.plant('Strict', 3)
    const strict: JobKindWork = {
      ...describing,
      stopsAtRefusal: () => true,
      rows: async (work, rows, how) =>
        (await describing.rows(work, rows, how)).map((row) => (row.position === 2 ? { ...row, outcome: 'invalid' as const } : row)),
    }
    const id = await shop.describe(ids, 'strict', { startsByItself: true })
    await shop.run({ edit: strict })
    expect(await shop.job(id)).toMatchObject({ state: 'ready', counts: { ready: 2, invalid: 1 }, startedAt: null })
  })

  test('the next chunk grows or shrinks towards the time limit of a chunk', () => {
    expect(sizeAfter(20, { rows: 20, tookMs: 1, wantedMs: 15, least: 50 })).toBe(40)
    expect(sizeAfter(20, { rows: 20, tookMs: 12, wantedMs: 15, least: 50 })).toBe(25)
    expect(sizeAfter(20, { rows: 20, tookMs: 500, wantedMs: 15, least: 50 })).toBe(10)
    expect(sizeAfter(1, { rows: 1, tookMs: 500, wantedMs: 15, least: 50 })).toBe(1)
    // The fixed cost of a chunk does not shrink with its size.
    expect(sizeAfter(10, { rows: 10, tookMs: 500, wantedMs: 15, least: 50 })).toBe(8)
    expect(sizeAfter(1, { rows: 1, tookMs: 60, wantedMs: 15, least: 50 })).toBe(2)
    expect(sizeAfter(60, { rows: 60, tookMs: 60, wantedMs: 15, least: 50 })).toBe(50)
    expect(sizeAfter(400, { rows: 400, tookMs: 60, wantedMs: 15, least: 50 })).toBe(200)
    expect(sizeAfter(900, { rows: 900, tookMs: 1, wantedMs: 100, least: 50 })).toBe(1000)
    expect(sizeAfter(40, { rows: 3, tookMs: 1, wantedMs: 15, least: 50 })).toBe(40)
  })
})
