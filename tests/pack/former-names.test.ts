/**
 * After a field and choices are renamed, data that an older version stored under the old names is
 * read under the new names. The test writes the old names where the older version stored them.
 */

import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import type { Page, WireChange, WireRecord, WireViewCounts } from '@matricola/schema/wire/wire.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import type { ImportApp } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines } from '#tests/support/databases.ts'
import { startImportApp } from '#tests/support/import-app.ts'

describe.each(engines)('the history of a renamed field on $engine', ({ open }) => {
  let office: ImportApp
  let specimen: WireRecord
  let job: WireJob
  let newRecordState = ''
  let now = Date.parse('2026-07-20T09:00:00.000Z')
  beforeAll(async () => {
    office = await startImportApp(open, { clock: { now: () => new Date(now) } })
    const call = <T>(method: string, path: string, body?: object) =>
      office.call<T>(office.admin, method, path, body)
    specimen = (
      await call<WireRecord>('POST', '/api/specimens/create', {
        code: 'P1',
        order: 5,
        choice: 'small',
      })
    ).data
    newRecordState = new Date(now + 1000).toISOString()
    now += 60_000
    await call('PATCH', '/api/specimens/update', {
      id: specimen.id,
      version: 1,
      order: 7,
      choice: 'large',
    })
    now += 60_000
    job = (
      await bulkCalls(office).done(
        office.admin,
        'specimens',
        { ids: [specimen.id] },
        { edit: [{ field: 'order', operator: 'set', value: 9 }] },
      )
    ).job
    const { query } = office.context.database
    const oldOrder = (part: string) =>
      `(${part} - 'order') || jsonb_build_object('rank', ${part} -> 'order')`
    for (const part of ['before', 'after']) {
      await query(
        `update change set ${part} = ${oldOrder(part)} where resource = 'specimens' and jsonb_exists(${part}, 'order')`,
      )
      await query(
        `update change set ${part} = jsonb_set(${part}, '{choice}', '"tiny"') where resource = 'specimens' and ${part} ->> 'choice' = 'small'`,
      )
    }
    await query(
      `update job_item set changes = jsonb_build_object('rank', changes -> 'order') where job_id = $1`,
      [job.id],
    )
  })
  afterAll(() => office.close())
  const get = async <T>(path: string) => (await office.call<T>(office.admin, 'GET', path)).data

  test('shows the current names of the field and its choice', async () => {
    const { list } = await get<Page<WireChange>>(`/api/specimens/${specimen.id}/history`)
    expect(list.map(({ changes }) => changes.filter(({ field }) => field !== 'code'))).toEqual([
      [{ field: 'order', before: 7, after: 9 }],
      [
        { field: 'order', before: 5, after: 7 },
        { field: 'choice', before: 'small', after: 'large' },
      ],
      [
        { field: 'order', before: null, after: 5 },
        { field: 'choice', before: null, after: 'small' },
      ],
    ])
  })

  test('shows the past value in the list as of a past day', async () => {
    const { list } = await get<Page<WireRecord>>(`/api/specimens?asOf=${newRecordState}`)
    expect(list).toMatchObject([{ code: 'P1', order: 5, choice: 'small' }])
  })

  test('is found by URLs and saved views that use its former name', async () => {
    expect(
      (await get<Page<WireRecord>>('/api/specimens?filters[rank]=8..9&sort=-rank')).list,
    ).toHaveLength(1)
    expect((await get<Page<WireRecord>>('/api/specimens?filters[rank]=1..2')).list).toEqual([])
    const view = {
      list: 'specimens',
      name: 'Front',
      address: 'filters[rank]=9',
      columns: 'code,rank:wide',
    }
    const saved = await office.call<WireRecord>(
      office.admin,
      'POST',
      '/api/saved-views/create',
      view,
    )
    expect(saved.status).toBe(201)
    expect((await get<WireViewCounts>('/api/saved-views/counts?list=specimens')).saved).toEqual({
      [saved.data.id]: 1,
    })
  })

  test('is restored when a job that changed the field under its former name is undone', async () => {
    expect((await get<WireJob>(`/api/jobs/${job.id}`)).fields).toEqual(['order'])
    const undo = await office.call<WireJob>(office.admin, 'POST', `/api/jobs/${job.id}/undo`, {
      start: true,
    })
    await runJobs(office.context)
    expect(await get<WireJob>(`/api/jobs/${undo.data.id}`)).toMatchObject({
      state: 'done',
      counts: { done: 1 },
    })
    expect(await get<WireRecord>(`/api/specimens/${specimen.id}`)).toMatchObject({
      order: 7,
      choice: 'large',
    })
  })

  test('keeps a column mapping that was chosen under the former name', async () => {
    const file = 'Code;Where it stands\nP2;3'
    await office.previewImport('specimens', file, { mapping: ['code', 'order'] })
    await office.context.database.query(`update import_mapping set mapping = '["code", "rank"]'`)
    expect((await office.send('specimens', file)).data).toMatchObject({
      mapping: ['code', 'order'],
      isMappingReused: true,
    })
  })
})

describe.each(engines)('the history of merged choices on $engine', ({ open }) => {
  let office: ImportApp
  let merged: WireRecord
  let emptiedRecord: WireRecord
  let newRecordState = ''
  let now = Date.parse('2026-07-20T09:00:00.000Z')
  const call = <T>(method: string, path: string, body?: object) =>
    office.call<T>(office.admin, method, path, body)
  const get = async <T>(path: string) => (await call<T>('GET', path)).data
  const codes = async (query: string) =>
    (await get<Page<WireRecord>>(`/api/specimens?sort=code&${query}`)).list.map(({ code }) => code)

  beforeAll(async () => {
    office = await startImportApp(open, { clock: { now: () => new Date(now) } })
    const create = async (code: string, choice: string) =>
      (await call<WireRecord>('POST', '/api/specimens/create', { code, choice })).data
    merged = await create('M1', 'large')
    emptiedRecord = await create('M2', 'large')
    await create('M3', 'large')
    await create('M4', 'small')
    newRecordState = new Date(now + 1000).toISOString()
    now += 60_000
    // As the older program and the migration left it: M1 was huge, M2 was odd.
    const { query } = office.context.database
    for (const [record, before, is] of [
      [merged, 'huge', 'large'],
      [emptiedRecord, 'odd', null],
    ] as const) {
      const id = record.id
      await query(
        `update change set after = jsonb_set(after, '{choice}', $2) where record_id = $1`,
        [id, JSON.stringify(before)],
      )
      await query(
        `insert into change (id, resource, record_id, version, action, actor_name, at, before, after)
         values (gen_random_uuid(), 'specimens', $1, 2, 'update', 'Matricola', $2, $3, $4)`,
        [
          id,
          new Date(now).toISOString(),
          JSON.stringify({ choice: before }),
          JSON.stringify({ choice: is }),
        ],
      )
      await query('update specimens set choice = $2, version = 2 where id = $1', [id, is])
    }
    now += 60_000
  })
  afterAll(() => office.close())

  test('is shown as it was, with the change made by the migration', async () => {
    const { list } = await get<Page<WireChange>>(`/api/specimens/${merged.id}/history`)
    expect(list.map(({ changes }) => changes.find(({ field }) => field === 'choice'))).toEqual([
      { field: 'choice', before: 'huge', after: 'large' },
      { field: 'choice', before: null, after: 'huge' },
    ])
    const past = await get<Page<WireRecord>>(`/api/specimens?sort=code&asOf=${newRecordState}`)
    expect(past.list.map(({ choice }) => choice)).toEqual(['huge', 'odd', 'large', 'small'])
  })

  test.each([
    ['choice]=huge', ['M1', 'M3']],
    ['choice]=tiny', ['M4']],
    ['choice]=huge,tiny', ['M1', 'M3', 'M4']],
    ['choice]=!huge', ['M2', 'M4']],
    ['choice]=odd', ['M2']],
    ['choice]=!odd', ['M1', 'M2', 'M3', 'M4']],
  ])('is found by filters[%s, in current records', async (filter, found) => {
    expect(await codes(`filters[${filter}`)).toEqual(found)
  })

  test.each([
    ['choice]=huge', ['M1']],
    ['choice]=large', ['M3']],
    ['choice]=tiny', ['M4']],
    ['choice]=!huge', ['M2', 'M3', 'M4']],
    ['choice]=odd,huge', ['M1', 'M2']],
  ])('is found by filters[%s, in records as of that time', async (filter, found) => {
    expect(await codes(`filters[${filter}&asOf=${newRecordState}`)).toEqual(found)
  })

  test('does not make an unknown choice valid', async () => {
    for (const asOf of ['', `&asOf=${newRecordState}`])
      expect((await call('GET', `/api/specimens?filters[choice]=vast${asOf}`)).status).toBe(400)
  })

  test('applies to saved views, and an invalid view is left out of the counts', async () => {
    const save = async (name: string, address: string) =>
      (
        await call<WireRecord>('POST', '/api/saved-views/create', {
          list: 'specimens',
          name,
          address,
        })
      ).data.id
    const [huge, good, bad] = [
      await save('Huge', 'filters[choice]=huge'),
      await save('Small', 'filters[choice]=small'),
      await save('Bad', ''),
    ]
    await office.context.database.query(
      `update saved_views set address = 'filters[choice]=vast' where id = $1`,
      [bad],
    )
    expect((await get<WireViewCounts>('/api/saved-views/counts?list=specimens')).saved).toEqual({
      [huge]: 2,
      [good]: 1,
    })
  })

  test('is restored to the current choice when an earlier version is restored', async () => {
    const changed = await call<WireRecord>('PATCH', '/api/specimens/update', {
      id: merged.id,
      version: 2,
      choice: 'small',
    })
    expect(changed.data.choice).toBe('small')
    const restored = await call<WireRecord>('POST', `/api/specimens/${merged.id}/restore`, {
      version: 1,
      current: 3,
    })
    expect([restored.status, restored.data.choice]).toEqual([200, 'large'])
  })

  test('omits backfilled values from a list as of a day before the field was added', async () => {
    const { query } = office.context.database
    await query(`update specimens set "order_" = 5 where code in ('M3', 'M4')`)
    await call('PATCH', '/api/specimens/update', { id: emptiedRecord.id, version: 2, order: 6 })
    const orders = async (asOf: string) =>
      (await get<Page<WireRecord>>(`/api/specimens?sort=code&asOf=${asOf}`)).list
        .slice(1)
        .map(({ order }) => order)
    await query(`insert into meta (key, value) values ('since:specimens.order_', $1)`, [
      new Date(now - 1000).toISOString(),
    ])
    expect(await orders(newRecordState)).toEqual([null, null, null])
    expect(await orders(new Date(now + 60_000).toISOString())).toEqual([6, 5, 5])
    await query(`delete from meta where key = 'since:specimens.order_'`)
  })
})
