import type { FieldEdit } from '@matricola/schema/wire/bulk.ts'
import type { JobOutcome } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord } from '@matricola/schema/wire/wire.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { createCaller } from '@matricola/testing/callers.ts'
import { libraryEngines } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJobs } from '../../../jobs/runner.ts'

describe.each(libraryEngines)('a bulk edit on $engine', ({ open }) => {
  let office: JobsApp
  let calls: ReturnType<typeof bulkCalls>
  let bookId: string
  let count = 0
  const create = async (path: string, body: object) =>
    (await office.call<WireRecord>(office.admin, 'POST', `/api/${path}/create`, body)).data
  const volume = (body: object = {}) =>
    create('volumes', {
      name: 'Algebra I',
      code: `C-${++count}`,
      bookId,
      part: 1,
      floor: 1,
      copies: 5,
      ...body,
    })
  const get = async (path: string, id: string) =>
    (await office.call<WireRecord>(office.admin, 'GET', `/api/${path}/${id}`)).data
  const outcomes = (items: readonly { readonly outcome: JobOutcome }[]) =>
    items.map(({ outcome }) => outcome)
  const edit = async (
    records: readonly WireRecord[],
    edits: readonly FieldEdit[],
    path = 'volumes',
    caller = office.ana,
  ) => calls.done(caller, path, { ids: records.map(({ id }) => id) }, { edit: edits })

  beforeAll(async () => {
    office = await startJobsApp(open)
    calls = bulkCalls(office)
    bookId = (await create('books', { title: 'Ion', isbn: '9780000000001', parts: 3 })).id
  })
  afterAll(() => office.close())

  test.each<[string, FieldEdit, object, unknown]>([
    ['sets a value', { field: 'floor', operator: 'set', value: 2 }, {}, 2],
    ['clears an optional field', { field: 'shelf', operator: 'clear' }, { shelf: 'Core' }, null],
    ['increases a number', { field: 'copies', operator: 'increase', value: 2 }, { copies: 5 }, 7],
    ['decreases a number', { field: 'copies', operator: 'increase', value: -1 }, { copies: 5 }, 4],
    [
      'replaces part of a text',
      { field: 'name', operator: 'replace', find: ' I', value: ' II' },
      { name: 'Algebra I' },
      'Algebra II',
    ],
    [
      'clears an optional text if all of it is replaced with nothing',
      { field: 'shelf', operator: 'replace', find: 'Core', value: '' },
      { shelf: 'Core' },
      null,
    ],
    ['sets a choice', { field: 'binding', operator: 'set', value: 'paperback' }, {}, 'paperback'],
    ['sets a boolean', { field: 'isActive', operator: 'set', value: false }, {}, false],
  ])('%s', async (_, change, before, after) => {
    const record = await volume(before)
    await edit([record], [change])
    expect((await get('volumes', record.id))[change.field]).toBe(after)
  })

  test('changes several fields at once, with one entry in each history that names the job', async () => {
    const records = [await volume(), await volume({ floor: 2, copies: 6 })]
    const { preview, job, items } = await edit(records, [
      { field: 'floor', operator: 'set', value: 2 },
      { field: 'copies', operator: 'set', value: 6 },
    ])
    expect(preview).toMatchObject({
      kind: 'edit',
      state: 'ready',
      total: 2,
      counts: { ready: 1, same: 1 },
    })
    expect(job).toMatchObject({ state: 'done', counts: { done: 1, same: 1 } })
    expect(items[0]?.changes).toEqual([
      { field: 'floor', before: 1, after: 2 },
      { field: 'copies', before: 5, after: 6 },
    ])
    const history = await office.call<Page<WireChange>>(
      office.admin,
      'GET',
      `/api/volumes/${records[0]?.id}/history`,
    )
    expect(history.data.list.map(({ action, actor }) => [action, actor.name])).toEqual([
      ['update', 'Ana Pop'],
      ['create', 'Ada Admin'],
    ])
    const [change] = await office.context.database.query<{ job_id: string }>(
      'select job_id from change where record_id = $1 order by version desc limit 1',
      [records[0]?.id],
    )
    expect(change?.job_id).toBe(job.id)
  })

  test('skips rows that would be refused, says why, and changes the rest', async () => {
    const [good, top] = [await volume(), await volume({ copies: 30 })]
    const increased = await edit([good, top], [{ field: 'copies', operator: 'increase', value: 1 }])
    expect(outcomes(increased.items)).toEqual(['done', 'invalid'])
    expect(increased.items[1]?.issues).toEqual({
      copies: [{ code: 'number.tooLarge', params: { max: 30 } }],
    })
    const late = await edit([good, top], [{ field: 'part', operator: 'set', value: 4 }])
    expect(late.items.map(({ issues }) => issues)).toEqual([
      { part: [{ code: 'number.tooLarge', params: { max: 3 } }] },
      { part: [{ code: 'number.tooLarge', params: { max: 3 } }] },
    ])
    const emptyName = await edit(
      [good],
      [{ field: 'name', operator: 'replace', find: 'Algebra I', value: ' ' }],
    )
    expect(emptyName.items[0]).toMatchObject({
      outcome: 'invalid',
      issues: { name: [{ code: 'required' }] },
    })
  })

  test('reports a reference that cannot be chosen for each record', async () => {
    const inactive = await create('books', {
      title: 'Old book',
      isbn: '9780000000002',
      isActive: false,
    })
    const { items } = await edit(
      [await volume()],
      [{ field: 'bookId', operator: 'set', value: inactive.id }],
    )
    expect(items[0]).toMatchObject({
      outcome: 'invalid',
      issues: { bookId: [{ code: 'reference.notAllowed' }] },
    })
  })

  test('skips records that were changed since the preview', async () => {
    const [first, second] = [await volume(), await volume()]
    const ids = [first.id, second.id]
    const { preview } = await calls.tried(
      office.ana,
      'volumes',
      { ids },
      { edit: [{ field: 'copies', operator: 'set', value: 9 }] },
    )
    await office.call(office.ben, 'PATCH', '/api/volumes/update', { id: first.id, name: 'By Ben' })
    await office.call(office.ana, 'POST', `/api/jobs/${preview.id}/start`, { expected: 2 })
    await runJobs(office.context)
    expect(outcomes(await calls.items(office.ana, preview.id))).toEqual(['stale', 'done'])
    expect(await get('volumes', first.id)).toMatchObject({ name: 'By Ben', copies: 5, version: 2 })
  })

  test('starts without confirmation if the call says so, and a repeated call creates no second job', async () => {
    const record = await volume()
    const { data } = await calls.select(office.ana, 'volumes', { ids: [record.id] })
    const body = {
      selection: data.id,
      edit: [{ field: 'copies', operator: 'increase', value: 1 }],
      start: true,
    }
    const key = { 'idempotency-key': 'b2c5e0f4-bulk-once' }
    const answers = [
      await calls.ask(office.ana, 'volumes', body, key),
      await calls.ask(office.ana, 'volumes', body, key),
    ]
    expect(answers.map(({ status }) => status)).toEqual([202, 202])
    expect(answers[0]?.data.id).toBe(answers[1]?.data.id)
    await runJobs(office.context)
    expect((await calls.job(office.ana, String(answers[0]?.data.id))).state).toBe('done')
    expect((await get('volumes', record.id)).copies).toBe(6)
    expect(
      (
        await calls.ask(
          office.ana,
          'volumes',
          { ...body, edit: [{ ...body.edit[0], value: 2 }] },
          key,
        )
      ).failure.code,
    ).toBe('request.differs')
  })

  test.each<[string, object, object]>([
    [
      'a value that no record could have',
      { edit: [{ field: 'copies', operator: 'set', value: 99 }] },
      { copies: [{ code: 'number.tooLarge', params: { max: 30 } }] },
    ],
    [
      'a field that does not exist',
      { edit: [{ field: 'colour', operator: 'clear' }] },
      { colour: [{ code: 'field.unknown' }] },
    ],
    [
      'a repeated field',
      {
        edit: [
          { field: 'part', operator: 'set', value: 1 },
          { field: 'part', operator: 'set', value: 2 },
        ],
      },
      { part: [{ code: 'set.repeated' }] },
    ],
    [
      'clearing a required field',
      { edit: [{ field: 'name', operator: 'clear' }] },
      { name: [{ code: 'choice.unknown' }] },
    ],
    [
      'increasing a text',
      { edit: [{ field: 'name', operator: 'increase', value: 1 }] },
      { name: [{ code: 'choice.unknown' }] },
    ],
    [
      'a replacement without a text to find',
      { edit: [{ field: 'name', operator: 'replace', value: 'x' }] },
      { name: [{ code: 'required' }] },
    ],
    ['an empty change', {}, { _: [{ code: 'required' }] }],
    [
      'an edit and an action',
      { edit: [{ field: 'part', operator: 'set', value: 1 }], action: 'deactivate' },
      { _: [{ code: 'required' }] },
    ],
  ])('is refused as a whole for %s', async (_, change, fields) => {
    const { data } = await calls.select(office.ana, 'volumes', { ids: [(await volume()).id] })
    const { status, failure } = await calls.ask(office.ana, 'volumes', {
      selection: data.id,
      ...change,
    })
    expect([status, failure.fields]).toEqual([400, fields])
  })

  test('never changes fields that the role cannot write, unique or encrypted fields, or workflow states', async () => {
    const branch = await create('branches', { name: 'Centru', budget: 500 })
    const member = await create('members', {
      lastName: 'Pop',
      firstName: 'Ana',
      cardNumber: 'M-1',
      personalNumber: '1234567890',
      email: 'm1@univ.ro',
    })
    for (const [caller, path, record, fields] of [
      [office.ana, 'branches', branch, ['budget', 'name']],
      [
        office.admin,
        'members',
        member,
        ['personalNumber', 'status', 'statusReason', 'cardNumber', 'userId'],
      ],
    ] as const) {
      const { data } = await calls.select(caller, path, { ids: [record.id] })
      for (const field of fields) {
        const { failure } = await calls.ask(caller, path, {
          selection: data.id,
          edit: [{ field, operator: 'set', value: 'x' }],
        })
        expect([field, failure.fields]).toEqual([
          field,
          { [field]: [{ code: 'field.notWritable' }] },
        ])
      }
    }
    const mine = await calls.select(office.admin, 'authentication/users', { ids: [office.ben.id] })
    const role = [{ field: 'role', operator: 'set', value: 'admin' }]
    expect(
      (
        await calls.ask(office.admin, 'authentication/users', {
          selection: mine.data.id,
          edit: role,
        })
      ).failure.fields,
    ).toEqual({
      role: [{ code: 'field.notWritable' }],
    })
  })

  test('is available to roles that hold the grant', async () => {
    const { data } = await calls.select(office.ana, 'volumes', { ids: [(await volume()).id] })
    const change = { selection: data.id, edit: [{ field: 'copies', operator: 'set', value: 9 }] }
    expect((await calls.ask(createCaller('reader'), 'volumes', change)).status).toBe(403)
    expect((await calls.ask(office.ana, 'authentication/users', change)).status).toBe(403)
    expect((await calls.ask(office.ana, 'notifications', change)).status).toBe(404)
  })

  test('ends when its user loses the permission', async () => {
    const record = await volume()
    const cleo = (
      await office.call<WireRecord>(office.admin, 'POST', '/api/authentication/register', {
        name: 'Cleo Rus',
        username: 'cleo.rus',
        email: 'cleo@univ.ro',
        role: 'librarian',
      })
    ).data
    const caller = { ...office.ana, id: cleo.id }
    const { preview } = await calls.tried(
      caller,
      'volumes',
      { ids: [record.id] },
      { edit: [{ field: 'copies', operator: 'set', value: 9 }] },
    )
    await office.call(caller, 'POST', `/api/jobs/${preview.id}/start`, { expected: 1 })
    await office.call(
      office.admin,
      'POST',
      `/api/authentication/users/${cleo.id}/actions/deactivate`,
    )
    await runJobs(office.context)
    expect(await calls.job(office.admin, preview.id)).toMatchObject({
      state: 'failed',
      error: 'access.denied',
    })
    expect((await get('volumes', record.id)).copies).toBe(5)
  })
})
