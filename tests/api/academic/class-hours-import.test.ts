import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WireImport, WireJob, WireJobItems } from '#model/jobs.ts'
import { runJobs } from '#server/jobs/runner.ts'
import { bulkCalls } from '#tests/support/bulk.ts'
import { type Classes, openClasses } from '#tests/support/classes.ts'
import { engines } from '#tests/support/databases.ts'
import { boundary, multipart } from '#tests/support/uploads.ts'

describe.each(engines)('hours of classes by file and many at once on $engine', ({ open }) => {
  let site: Classes
  beforeAll(async () => {
    site = await openClasses(open)
  }, 60_000)
  afterAll(() => site.close())

  const exported = async (columns: string) => {
    const answer = await site.app.inject({
      method: 'GET',
      url: `/api/class-hours/export?format=csv&lng=en&columns=${columns}`,
      headers: { 'x-test-caller': site.admin.id },
    })
    return answer.body.replace(/^\uFEFF/, '')
  }
  async function checked(text: string) {
    const file = { field: 'file', name: 'hours.csv', type: 'text/csv', bytes: Buffer.from(text) }
    const sent = await site.call<WireImport>(site.admin, 'POST', '/api/class-hours/imports', undefined, {
      payload: multipart(file),
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    const { job } = (await site.call<WireImport>(site.admin, 'PATCH', `/api/imports/${sent.data.job.id}`, { check: true })).data
    await runJobs(site.context)
    return (await site.call<WireJob>(site.admin, 'GET', `/api/jobs/${job.id}`)).data
  }
  const hours = () =>
    site.context.database.query(
      'select weekday, starts_at, ends_at, weeks, room from class_hours where weekday is not null order by 1, 2, 4',
    )

  test('a file changes the hour that class, day, start and weeks name, makes others, and refuses one without its day', async () => {
    const klass = await site.klass('A1', 'G1')
    await site.hour(klass, { weekday: 'monday', startsAt: '08:00', endsAt: '09:50', room: 'A 1' })
    await site.hour(klass, { room: 'A 2' })
    const columns = 'classId,weekday,startsAt,endsAt,weeks,room'
    const [heading = '', first = '', ...rest] = (await exported(columns)).trim().split(/\r?\n/)
    expect(rest).toHaveLength(1)
    expect((await checked([heading, first].join('\n'))).counts).toEqual({ same: 1 })
    const rows = [
      heading,
      first.replace('A 1', 'B 9'),
      first.replace('every week', 'odd weeks'),
      first.replace('Monday', 'Tuesday'),
      first.replace('Monday', ''),
    ]
    const job = await checked(rows.join('\n'))
    expect(job.counts).toEqual({ ready: 3, invalid: 1 })
    const { data } = await site.call<WireJobItems>(site.admin, 'GET', `/api/jobs/${job.id}/items?outcome=invalid`)
    expect(data.list.map(({ issues }) => issues)).toEqual([{ weekday: [{ code: 'required' }] }])
    await site.call(site.admin, 'POST', `/api/jobs/${job.id}/start`, { expected: 3 })
    await runJobs(site.context)
    const monday = { weekday: 'monday', starts_at: '08:00', ends_at: '09:50' }
    expect(await hours()).toEqual([
      { ...monday, weeks: 'every', room: 'B 9' },
      { ...monday, weeks: 'odd', room: 'A 1' },
      { ...monday, weekday: 'tuesday', weeks: 'every', room: 'A 1' },
    ])
  })

  test('the template has an hour that its own rules accept', async () => {
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/class-hours/imports/template?format=csv&lng=en',
      headers: { 'x-test-caller': site.admin.id },
    })
    const text = answer.body.replace(/^\uFEFF/, '')
    expect(text).toMatch(/Monday,Room,08:00,09:50,every week,Yes/)
    expect((await checked(text)).counts.invalid).toBeUndefined()
  })

  test('many hours move to another room at once', async () => {
    const klass = await site.klass('A2', 'G2')
    const ids = [
      await site.hour(klass, { weekday: 'thursday', startsAt: '08:00', endsAt: '09:50', room: 'C 1' }),
      await site.hour(klass, { weekday: 'friday', startsAt: '08:00', endsAt: '09:50', room: 'C 2' }),
    ]
    const rooms = async () =>
      (await site.context.database.query<{ room: string }>('select room from class_hours where id = any($1) order by room', [ids])).map(
        ({ room }) => room,
      )
    const { job } = await bulkCalls(site).done(
      site.admin,
      'class-hours',
      { ids },
      { edit: [{ field: 'room', operator: 'set', value: 'Aula' }] },
    )
    expect(job.counts).toEqual({ done: 2 })
    expect(await rooms()).toEqual(['Aula', 'Aula'])
  })
})
