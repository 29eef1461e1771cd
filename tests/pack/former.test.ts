/**
 * A field that had another name and a choice that was called otherwise: what an older program kept under them is read by
 * what they are called now. The older program is played by putting its words back where it kept them.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireJob } from '#model/wire/jobs.ts'
import type { Page, WireChange, WireRecord, WireViewCounts } from '#model/wire/wire.ts'
import { runJobs } from '#server/engine/jobs/runner.ts'
import { bulkCalls } from '#tests/support/bulk.ts'
import { engines } from '#tests/support/databases.ts'
import { type ImportOffice, openImportOffice } from '#tests/support/files-of-rows.ts'

describe.each(engines)('the past of a renamed field on $engine', ({ open }) => {
  let office: ImportOffice
  let specimen: WireRecord
  let job: WireJob
  let whenNew = ''
  let now = Date.parse('2026-07-20T09:00:00.000Z')
  beforeAll(async () => {
    office = await openImportOffice(open, { clock: { now: () => new Date(now) } })
    const call = <T>(method: string, path: string, body?: object) => office.call<T>(office.admin, method, path, body)
    specimen = (await call<WireRecord>('POST', '/api/specimens/create', { code: 'P1', order: 5, choice: 'small' })).data
    whenNew = new Date(now + 1000).toISOString()
    now += 60_000
    await call('PATCH', '/api/specimens/update', { id: specimen.id, version: 1, order: 7, choice: 'large' })
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
    const former = (part: string) => `(${part} - 'order') || jsonb_build_object('rank', ${part} -> 'order')`
    for (const part of ['before', 'after']) {
      await query(`update change set ${part} = ${former(part)} where resource = 'specimens' and jsonb_exists(${part}, 'order')`)
      await query(
        `update change set ${part} = jsonb_set(${part}, '{choice}', '"tiny"') where resource = 'specimens' and ${part} ->> 'choice' = 'small'`,
      )
    }
    await query(`update job_item set changes = jsonb_build_object('rank', changes -> 'order') where job_id = $1`, [job.id])
  })
  afterAll(() => office.close())
  const get = async <T>(path: string) => (await office.call<T>(office.admin, 'GET', path)).data

  test('is told in the history by the name and the choice of today (DECL-02)', async () => {
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

  test('is what it was in the list of a past day (DECL-02)', async () => {
    const { list } = await get<Page<WireRecord>>(`/api/specimens?asOf=${whenNew}`)
    expect(list).toMatchObject([{ code: 'P1', order: 5, choice: 'small' }])
  })

  test('is found by addresses and saved views that call it as it was called (DECL-02)', async () => {
    expect((await get<Page<WireRecord>>('/api/specimens?filters[rank]=8..9&sort=-rank')).list).toHaveLength(1)
    expect((await get<Page<WireRecord>>('/api/specimens?filters[rank]=1..2')).list).toEqual([])
    const view = { list: 'specimens', name: 'Front', address: 'filters[rank]=9', columns: 'code,rank:wide' }
    const saved = await office.call<WireRecord>(office.admin, 'POST', '/api/saved-views/create', view)
    expect(saved.status).toBe(201)
    expect((await get<WireViewCounts>('/api/saved-views/counts?list=specimens')).saved).toEqual({ [saved.data.id]: 1 })
  })

  test('goes back when a job that changed it under its former name is taken back (DECL-02)', async () => {
    expect((await get<WireJob>(`/api/jobs/${job.id}`)).fields).toEqual(['order'])
    const undo = await office.call<WireJob>(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await runJobs(office.context)
    expect(await get<WireJob>(`/api/jobs/${undo.data.id}`)).toMatchObject({ state: 'done', counts: { done: 1 } })
    expect(await get<WireRecord>(`/api/specimens/${specimen.id}`)).toMatchObject({ order: 7, choice: 'large' })
  })

  test('is what the columns of a file still mean, where somebody once said so (DECL-02)', async () => {
    const file = 'Code;Where it stands\nP2;3'
    await office.checked('specimens', file, { mapping: ['code', 'order'] })
    await office.context.database.query(`update import_mapping set mapping = '["code", "rank"]'`)
    expect((await office.send('specimens', file)).data).toMatchObject({ mapping: ['code', 'order'], isRemembered: true })
  })
})
