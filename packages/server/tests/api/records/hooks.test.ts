import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { library, libraryEngines, startLibraryApp } from '@matricola/testing/library/app.ts'
import type { declareLibrary } from '@matricola/testing/library/declarations.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../../database/database.ts'
import { authorize } from '../../../policy/permit.ts'
import { type Hooks, prepareEach } from '../../../records/hooks.ts'
import { type Records, recordsOf } from '../../../records/store.ts'

type Books = ReturnType<typeof declareLibrary>['declared']['books']

const admin = createCaller('admin')

describe.each(libraryEngines)('the hooks of a resource on $engine', ({ open }) => {
  let api: TestApp
  let branchId: string
  let records: Records
  let count = 0
  let transactions = 0
  /** Names of the records passed to each hook, by call. */
  let calls: { prepare: string[][]; validate: string[][]; after: string[][] }

  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const permit = (grant: 'create' | 'update') =>
    authorize(admin, library.registry.get('books'), grant)
  const body = () => ({
    title: `Book ${++count}`,
    isbn: String(9780000000000 + count),
    branchId,
    edition: 1,
    copies: 1,
    pages: 5,
  })
  const namesIn = (writes: readonly { readonly record: { readonly title: string } }[]) =>
    writes.map(({ record }) => record.title)
  const hooks: Hooks<Books> = {
    prepare: {
      fields: ['pages'],
      work: (writes) => {
        calls.prepare.push(namesIn(writes))
        return prepareEach(({ record }: (typeof writes)[number]) => {
          if (record.pages === 13) throw new AppError('access.denied')
          return { context: record.pages }
        })(writes)
      },
    },
    validate: {
      fields: ['edition'],
      async work(writes) {
        calls.validate.push(namesIn(writes))
        return writes.map(
          ({ record }): FieldIssues =>
            record.edition === 6 ? { edition: [{ code: 'value.taken' }] } : {},
        )
      },
    },
    after: {
      fields: ['pages'],
      async work(_, events, { addWarning: note }) {
        calls.after.push(namesIn(events))
        for (const { id, context } of events)
          if (context === 9) note(id, { pages: [{ code: 'value.taken' }] })
      },
    },
  }
  const edit = (ids: readonly string[], values: object) =>
    records.batch({
      permit: permit('update'),
      action: 'update',
      jobId: null,
      commit: true,
      rows: ids.map((id, position) => ({
        position,
        id,
        version: null,
        valuesFor: () => ({ ...values }),
      })),
    })
  const three = async () => {
    const createdRecords = [
      await records.insert(permit('create'), body()),
      await records.insert(permit('create'), body()),
    ]
    createdRecords.push(await records.insert(permit('create'), body()))
    calls = { prepare: [], validate: [], after: [] }
    transactions = 0
    return {
      ids: createdRecords.map(({ id }) => id),
      names: createdRecords.map(({ title }) => String(title)),
    }
  }

  beforeAll(async () => {
    api = await startLibraryApp(open)
    branchId = (await create('branches', { name: 'Litere' })).id
    const { database } = api.context
    const recordingDatabase: Database = {
      ...database,
      transaction: (work, options) => {
        transactions += 1
        return database.transaction(work, options)
      },
    }
    const all: typeof api.context.hooks = (context, within) => ({
      ...api.context.hooks(context, within),
      books: hooks,
    })
    records = recordsOf({ ...api.context, database: recordingDatabase, hooks: all })
  })
  afterAll(() => api.close())
  beforeEach(() => {
    calls = { prepare: [], validate: [], after: [] }
  })

  test('all run for a new record', async () => {
    const record = await records.insert(permit('create'), body())
    expect(calls).toEqual({
      prepare: [[record.title]],
      validate: [[record.title]],
      after: [[record.title]],
    })
  })

  test('run for changes of the fields that they name, and for no others', async () => {
    const { ids, names } = await three()
    await records.update(permit('update'), { id: ids[0], copies: 2 })
    expect(calls).toEqual({ prepare: [], validate: [], after: [] })
    expect(transactions).toBe(0)
    await records.update(permit('update'), { id: ids[0], edition: 2 })
    expect(calls).toEqual({ prepare: [], validate: [[names[0]]], after: [] })
    expect(transactions).toBe(0)
    await records.update(permit('update'), { id: ids[0], pages: 6 })
    expect(calls).toEqual({ prepare: [[names[0]]], validate: [[names[0]]], after: [[names[0]]] })
    expect(transactions).toBe(1)
  })

  test('run once for many writes, only with the records that they concern', async () => {
    const { ids, names } = await three()
    expect((await edit(ids, { copies: 2 })).map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(calls).toEqual({ prepare: [], validate: [], after: [] })
    await edit(ids, { pages: 7 })
    expect(calls).toEqual({ prepare: [names], validate: [], after: [names] })
  })

  test('refuse a write in the same way, whether it is sent alone or with others', async () => {
    const { ids } = await three()
    await expect(records.update(permit('update'), { id: ids[0], pages: 13 })).rejects.toMatchObject(
      { code: 'access.denied' },
    )
    await expect(
      records.update(permit('update'), { id: ids[0], edition: 6 }),
    ).rejects.toMatchObject({
      code: 'input.invalid',
    })
    expect((await edit(ids, { pages: 13 })).map(({ outcome }) => outcome)).toEqual([
      'denied',
      'denied',
      'denied',
    ])
    expect(
      (await edit(ids, { edition: 6 })).map(({ outcome, issues }) => [outcome, issues]),
    ).toEqual(ids.map(() => ['invalid', { edition: [{ code: 'value.taken' }] }]))
  })

  test('can report issues about a record that was stored', async () => {
    const { ids } = await three()
    expect((await edit(ids, { pages: 9 })).map(({ outcome, issues }) => [outcome, issues])).toEqual(
      ids.map(() => ['done', { pages: [{ code: 'value.taken' }] }]),
    )
  })
})
