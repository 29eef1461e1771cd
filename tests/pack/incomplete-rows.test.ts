/**
 * Server errors that concern a single record. A job rejects that row with the reason, and writes
 * the other rows.
 */

import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { PasteBlock, WireJob } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { createLog } from '@matricola/server/http/request-log.ts'
import type { Hooks } from '@matricola/server/records/hooks.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'
import { testedApp } from '#tests/support/tested-app.ts'

const notSet = [{ code: 'value.notSet' }]
/** The hooks do not complete specimens with this value of `order`. */
const failingCount = 13

describe.each(engines)('a record that the server leaves incomplete, on $engine', ({ open }) => {
  const lines: string[] = []
  let hooks: Hooks = {}
  let office: ImportApp
  const lineHooks: Hooks = {
    prepare: async (writes) =>
      writes.map(({ record }) => (record.copies === failingCount ? { set: { title: null } } : {})),
  }
  /** Hooks are created only once, so these hooks call the ones that the current test has set. */
  const current: Hooks = {
    prepare: async (writes) => (typeof hooks.prepare === 'function' ? hooks.prepare(writes) : []),
    after: async (queries, events, context) => {
      if (typeof hooks.after === 'function') await hooks.after(queries, events, context)
    },
  }
  beforeAll(async () => {
    office = await startImportApp(open, {
      hooks: (context, within) => ({
        ...testedApp.packs.hooks(context, within),
        specimens: current,
        'order-lines': lineHooks,
      }),
      log: createLog('info', { write: (line) => lines.push(line) }),
    })
  })
  afterAll(() => office.close())
  beforeEach(() => {
    lines.length = 0
    hooks = {}
  })
  const clearing: Hooks = {
    prepare: async (writes) =>
      writes.map(({ record }) => (record.order === failingCount ? { set: { code: null } } : {})),
  }
  let createdCount = 0
  const create = (values: object = {}) =>
    office.create('specimens', { code: `R${++createdCount}`, ...values })
  const get = async ({ id }: WireRecord) =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/specimens/${id}`)).data
  const text: readonly FieldEdit[] = [{ field: 'text', operator: 'set', value: 'In bulk' }]
  const three = async () =>
    [
      await create({ order: 1 }),
      await create({ order: failingCount }),
      await create({ order: 2 }),
    ] as const
  const faults = () => lines.filter((line) => line.includes('writing a row failed'))

  test('is rejected in the preview of a bulk edit, which then changes the other records', async () => {
    const records = await three()
    hooks = clearing
    const { preview, job, items } = await bulkCalls(office).done(
      office.admin,
      'specimens',
      { ids: records.map(({ id }) => id) },
      { edit: text },
    )
    expect([preview.counts, job.state, job.counts]).toEqual([
      { ready: 2, invalid: 1 },
      'done',
      { done: 2, invalid: 1 },
    ])
    expect(items.find(({ recordId }) => recordId === records[1].id)).toMatchObject({
      outcome: 'invalid',
      issues: { code: notSet },
    })
    expect(await Promise.all(records.map(async (one) => (await get(one)).text))).toEqual([
      'In bulk',
      null,
      'In bulk',
    ])
    expect(faults()).toHaveLength(1)
    expect(faults()[0]).toContain(
      'specimens.code: required, but no hook set a value. Check the prepare hook of \\"specimens\\".',
    )
  })

  test.each<[string, Hooks, object]>([
    ['a hook clears a value', clearing, { code: notSet }],
    [
      'only the database finds it',
      {
        after: async (queries, events) => {
          for (const { record } of events)
            if (record.order === failingCount)
              await queries.query('insert into specimens (id) values (gen_random_uuid())')
        },
      },
      { code: notSet },
    ],
    [
      'its file is missing',
      {
        after: async (_, events) => {
          if (events.some(({ record }) => record.order === failingCount))
            throw new AppError('file.missing')
        },
      },
      { _: [{ code: 'file.missing' }] },
    ],
  ])('is rejected while the job runs if %s after the preview', async (_, later, issues) => {
    const records = await three()
    const calls = bulkCalls(office)
    const { preview } = await calls.tried(
      office.admin,
      'specimens',
      { ids: records.map(({ id }) => id) },
      { edit: text },
    )
    expect(preview.counts).toEqual({ ready: 3 })
    hooks = later
    await office.start(preview)
    await office.run()
    const job = await office.job(preview.id)
    expect([job.state, job.counts]).toEqual(['done', { done: 2, invalid: 1 }])
    expect(
      (await office.items(job.id)).find(({ recordId }) => recordId === records[1].id)?.issues,
    ).toEqual(issues)
    expect(await Promise.all(records.map(async (one) => (await get(one)).text))).toEqual([
      'In bulk',
      null,
      'In bulk',
    ])
    expect(faults()).toHaveLength(1)
  })

  test('is rejected in an import and in pasted cells, and the other rows are stored', async () => {
    const [first, second] = await three()
    hooks = clearing
    const rows = [
      `${first.code};Imported;`,
      `${second.code};Imported;`,
      `NEW-A;Imported;${failingCount}`,
      'NEW-B;Imported;3',
    ]
    const job = await office.runImport('specimens', `Code;Text;Order\n${rows.join('\n')}`, {
      mapping: ['code', 'text', 'order'],
    })
    expect(job.state).toBe('done')
    const outcomes = (await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])
    expect(outcomes.slice(2)).toEqual([
      ['invalid', { code: notSet }],
      ['done', {}],
    ])
    const block: PasteBlock = {
      fields: ['order'],
      rows: [first, second].map(({ id }, at) => ({ id, cells: [String(failingCount + 1 - at)] })),
    }
    const pasted = (await office.call<WireJob>(office.admin, 'POST', '/api/specimens/paste', block))
      .data
    await office.run()
    expect((await office.items(pasted.id)).map(({ outcome }) => outcome)).toEqual([
      'ready',
      'invalid',
    ])
  })

  test('makes a single call fail with the server error', async () => {
    hooks = clearing
    const answer = await office.call(office.admin, 'POST', '/api/specimens/create', {
      code: 'ALONE',
      order: failingCount,
    })
    expect([answer.status, answer.failure.code, answer.failure.fields]).toEqual([
      500,
      'record.incomplete',
      { code: notSet },
    ])
  })

  test('as a child row, makes the call fail with an issue at the path of the row', async () => {
    const lines = [{ title: 'A' }, { title: 'B', copies: failingCount }]
    const answer = await office.call(office.admin, 'POST', '/api/orders/create', {
      supplier: 'Humanitas',
      lines,
    })
    expect([answer.status, answer.failure.code, answer.failure.fields]).toEqual([
      500,
      'record.incomplete',
      { 'lines.1.title': notSet },
    ])
    expect((await office.list('orders')).totalCount).toBe(0)
  })

  test('does not hide other errors: the job fails', async () => {
    const one = await create()
    hooks = {
      prepare: async () => {
        throw new Error('a bug')
      },
    }
    const { job } = await bulkCalls(office).tried(
      office.admin,
      'specimens',
      { ids: [one.id] },
      { edit: text },
    )
    expect(job.state).toBe('failed')
    expect(faults()).toEqual([])
  })
})
