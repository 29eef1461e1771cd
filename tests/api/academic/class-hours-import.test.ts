import type { WireImport, WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { uploadRows } from '@matricola/testing/import-app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClassesApp, startClassesApp } from '#tests/support/classes-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('importing and bulk editing class hours on $engine', ({ open }) => {
  let site: ClassesApp
  beforeAll(async () => {
    site = await startClassesApp(open)
  })
  afterAll(() => site.close())

  const exported = async (columns: string) => {
    const answer = await site.app.inject({
      method: 'GET',
      url: `/api/class-hours/export?format=csv&lng=en&columns=${columns}`,
      headers: { 'x-test-caller': site.admin.id },
    })
    return answer.body.replace(/^\uFEFF/, '')
  }
  async function previewHours(text: string) {
    const sent = await uploadRows(site, site.admin, 'class-hours', text)
    const { job } = (
      await site.call<WireImport>(site.admin, 'PATCH', `/api/imports/${sent.data.job.id}`, {
        check: true,
      })
    ).data
    await runJobs(site.context)
    return (await site.call<WireJob>(site.admin, 'GET', `/api/jobs/${job.id}`)).data
  }
  const hours = () =>
    site.context.database.query(
      'select weekday, starts_at, ends_at, weeks, room from class_hours where weekday is not null order by 1, 2, 4',
    )

  test('a file updates the hour that matches class, day, start and weeks, and creates the others', async () => {
    const universityClass = await site.addClass('A1', 'G1')
    await site.addHour(universityClass, {
      weekday: 'monday',
      startsAt: '08:00',
      endsAt: '09:50',
      room: 'A 1',
    })
    const columns = 'classId,weekday,startsAt,endsAt,weeks,room'
    const [heading = '', first = '', ...rest] = (await exported(columns)).trim().split(/\r?\n/)
    expect(rest).toHaveLength(0)
    expect((await previewHours([heading, first].join('\n'))).counts).toEqual({ same: 1 })
    const rows = [
      heading,
      first.replace('A 1', 'B 9'),
      first.replace('every week', 'odd weeks'),
      first.replace('Monday', 'Tuesday'),
      first.replace('every week', ''),
    ]
    const job = await previewHours(rows.join('\n'))
    expect(job.counts).toEqual({ ready: 3, invalid: 1 })
    const { data } = await site.call<WireJobItems>(
      site.admin,
      'GET',
      `/api/jobs/${job.id}/items?outcome=invalid`,
    )
    expect(data.list.map(({ issues }) => issues)).toEqual([{ weeks: [{ code: 'required' }] }])
    await site.call(site.admin, 'POST', `/api/jobs/${job.id}/start`, { expected: 3 })
    await runJobs(site.context)
    const monday = { weekday: 'monday', starts_at: '08:00', ends_at: '09:50' }
    expect(await hours()).toEqual([
      { ...monday, weeks: 'every', room: 'B 9' },
      { ...monday, weeks: 'odd', room: 'A 1' },
      { ...monday, weekday: 'tuesday', weeks: 'every', room: 'A 1' },
    ])
  })

  test('hours without a day survive an import and an export unchanged, and are distinguished by their kind', async () => {
    const universityClass = await site.addClass('B1', 'G1')
    const columns = 'classId,kind,weekday,startsAt,endsAt,weeks,room'
    await site.addHour(universityClass, {
      weekday: 'monday',
      startsAt: '12:00',
      endsAt: '13:50',
      room: 'P 0',
    })
    const heading = (await exported(columns)).trim().split(/\r?\n/)[0] ?? ''
    const planned =
      (await exported(columns)).split(/\r?\n/).find((line) => line.includes('P 0')) ?? ''
    const row = (kind: string, room: string) =>
      planned
        .replace('Monday,12:00,13:50', ',,')
        .replace(',,,,', `,${kind},,,`)
        .replace('P 0', room)
    const started = async (rows: readonly string[], counts: object) => {
      const job = await previewHours([heading, ...rows].join('\n'))
      expect(job.counts).toEqual(counts)
      if (!job.counts.ready) return job
      await site.call(site.admin, 'POST', `/api/jobs/${job.id}/start`, {
        expected: job.counts.ready,
      })
      await runJobs(site.context)
      return (await site.call<WireJob>(site.admin, 'GET', `/api/jobs/${job.id}`)).data
    }
    const listUnplanned = () =>
      site.context.database.query(
        'select kind, room from class_hours where class_id = $1 and weekday is null order by 1, 2',
        [universityClass],
      )

    const rows = [row('Lecture', 'P 1'), row('Seminar', 'P 2'), row('Seminar', 'P 3')]
    const first = await started(rows, { ready: 2, invalid: 1 })
    expect(first.counts).toEqual({ done: 2, invalid: 1 })
    const { data } = await site.call<WireJobItems>(
      site.admin,
      'GET',
      `/api/jobs/${first.id}/items?outcome=invalid`,
    )
    expect(data.list[0]?.issues).toEqual({ weeks: [{ code: 'row.repeated', params: { row: 3 } }] })
    expect(await listUnplanned()).toEqual([
      { kind: 'lecture', room: 'P 1' },
      { kind: 'seminar', room: 'P 2' },
    ])
    await started((await exported(columns)).trim().split(/\r?\n/).slice(1), {
      same: (await exported(columns)).trim().split(/\r?\n/).length - 1,
    })
    await started([row('Lecture', 'P 9'), row('Seminar', 'P 2')], { ready: 1, same: 1 })
    expect(await listUnplanned()).toEqual([
      { kind: 'lecture', room: 'P 9' },
      { kind: 'seminar', room: 'P 2' },
    ])
    // If two hours differ only in their room, the import does not guess which one is meant.
    await site.addHour(universityClass, { kind: 'seminar', room: 'P 4' })
    const pendingJob = await started([row('Seminar', 'P 5')], { invalid: 1 })
    const invalidItems = await site.call<WireJobItems>(
      site.admin,
      'GET',
      `/api/jobs/${pendingJob.id}/items?outcome=invalid`,
    )
    expect(invalidItems.data.list[0]?.issues).toEqual({ weeks: [{ code: 'row.several' }] })
  })

  test('the example hour of the template passes its own validation', async () => {
    const answer = await site.app.inject({
      method: 'GET',
      url: '/api/class-hours/imports/template?format=csv&lng=en',
      headers: { 'x-test-caller': site.admin.id },
    })
    const text = answer.body.replace(/^\uFEFF/, '')
    expect(text).toMatch(/Monday,Room,08:00,09:50,every week,Yes/)
    expect((await previewHours(text)).counts.invalid).toBeUndefined()
  })

  test('a bulk edit moves many hours to another room', async () => {
    const universityClass = await site.addClass('A2', 'G2')
    const ids = [
      await site.addHour(universityClass, {
        weekday: 'thursday',
        startsAt: '08:00',
        endsAt: '09:50',
        room: 'C 1',
      }),
      await site.addHour(universityClass, {
        weekday: 'friday',
        startsAt: '08:00',
        endsAt: '09:50',
        room: 'C 2',
      }),
    ]
    const rooms = async () =>
      (
        await site.context.database.query<{ room: string }>(
          'select room from class_hours where id = any($1) order by room',
          [ids],
        )
      ).map(({ room }) => room)
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
