import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues, WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Database } from '@matricola/server/database/database.ts'
import { authorize } from '@matricola/server/policy/permit.ts'
import { type Hooks, prepareEach } from '@matricola/server/records/hooks.ts'
import { type Records, recordsOf } from '@matricola/server/records/store.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import type { TestApp } from '@matricola/testing/test-app.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { courses } from '#resources/courses.ts'
import { getResource } from '#resources/index.ts'
import { startApp } from '#tests/support/app.ts'
import { engines } from '#tests/support/databases.ts'

const admin = createCaller('admin')

describe.each(engines)('the hooks of a resource on $engine', ({ open }) => {
  let api: TestApp
  let programme: string
  let records: Records
  let count = 0
  let transactions = 0
  /** Names of the records passed to each hook, by call. */
  let calls: { prepare: string[][]; validate: string[][]; after: string[][] }

  const create = async (path: string, body: object) =>
    (await api.call<WireRecord>(admin, 'POST', `/api/${path}/create`, body)).data
  const permit = (grant: 'create' | 'update') => authorize(admin, getResource('courses'), grant)
  const body = () => ({
    name: `Course ${++count}`,
    specializationId: programme,
    year: 1,
    semester: 1,
    credits: 5,
  })
  const namesIn = (writes: readonly { readonly record: { readonly name: string } }[]) =>
    writes.map(({ record }) => record.name)
  const hooks: Hooks<typeof courses> = {
    prepare: {
      fields: ['credits'],
      work: (writes) => {
        calls.prepare.push(namesIn(writes))
        return prepareEach(({ record }: (typeof writes)[number]) => {
          if (record.credits === 13) throw new AppError('access.denied')
          return { context: record.credits }
        })(writes)
      },
    },
    validate: {
      fields: ['year'],
      async work(writes) {
        calls.validate.push(namesIn(writes))
        return writes.map(
          ({ record }): FieldIssues =>
            record.year === 6 ? { year: [{ code: 'place.none' }] } : {},
        )
      },
    },
    after: {
      fields: ['credits'],
      async work(_, events, { addWarning: note }) {
        calls.after.push(namesIn(events))
        for (const { id, context } of events)
          if (context === 9) note(id, { credits: [{ code: 'place.none' }] })
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
      names: createdRecords.map(({ name }) => String(name)),
    }
  }

  beforeAll(async () => {
    api = await startApp(open)
    const department = await create('department-profiles', { name: 'Litere' })
    const programmeValues = {
      name: 'Programme',
      departmentProfileId: department.id,
      yearsOfStudy: 6,
      totalCredits: 360,
    }
    programme = (await create('specializations', programmeValues)).id
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
      courses: hooks,
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
      prepare: [[record.name]],
      validate: [[record.name]],
      after: [[record.name]],
    })
  })

  test('run for changes of the fields that they name, and for no others', async () => {
    const { ids, names } = await three()
    await records.update(permit('update'), { id: ids[0], semester: 2 })
    expect(calls).toEqual({ prepare: [], validate: [], after: [] })
    expect(transactions).toBe(0)
    await records.update(permit('update'), { id: ids[0], year: 2 })
    expect(calls).toEqual({ prepare: [], validate: [[names[0]]], after: [] })
    expect(transactions).toBe(0)
    await records.update(permit('update'), { id: ids[0], credits: 6 })
    expect(calls).toEqual({ prepare: [[names[0]]], validate: [[names[0]]], after: [[names[0]]] })
    expect(transactions).toBe(1)
  })

  test('run once for many writes, only with the records that they concern', async () => {
    const { ids, names } = await three()
    expect((await edit(ids, { semester: 2 })).map(({ outcome }) => outcome)).toEqual([
      'done',
      'done',
      'done',
    ])
    expect(calls).toEqual({ prepare: [], validate: [], after: [] })
    await edit(ids, { credits: 7 })
    expect(calls).toEqual({ prepare: [names], validate: [], after: [names] })
  })

  test('refuse a write in the same way, whether it is sent alone or with others', async () => {
    const { ids } = await three()
    await expect(
      records.update(permit('update'), { id: ids[0], credits: 13 }),
    ).rejects.toMatchObject({ code: 'access.denied' })
    await expect(records.update(permit('update'), { id: ids[0], year: 6 })).rejects.toMatchObject({
      code: 'input.invalid',
    })
    expect((await edit(ids, { credits: 13 })).map(({ outcome }) => outcome)).toEqual([
      'denied',
      'denied',
      'denied',
    ])
    expect((await edit(ids, { year: 6 })).map(({ outcome, issues }) => [outcome, issues])).toEqual(
      ids.map(() => ['invalid', { year: [{ code: 'place.none' }] }]),
    )
  })

  test('can report issues about a record that was stored', async () => {
    const { ids } = await three()
    expect(
      (await edit(ids, { credits: 9 })).map(({ outcome, issues }) => [outcome, issues]),
    ).toEqual(ids.map(() => ['done', { credits: [{ code: 'place.none' }] }]))
  })
})
