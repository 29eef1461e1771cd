/** The titles of a job's rows contain the titles and times of other records. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { WireImport, WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { runJobs } from '@matricola/server/jobs/runner.ts'
import { type BulkSelection, bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { csvOf, uploadRows } from '@matricola/testing/import-app.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ClassesApp, startClassesApp } from '#tests/support/classes-app.ts'
import { engines } from '#tests/support/databases.ts'

describe.each(engines)('titles of the rows of a job on $engine', ({ open }) => {
  let site: ClassesApp
  let calls: ReturnType<typeof bulkCalls>
  let [exam, hour] = ['', '']
  const reader = (language: Language) => ({ ...site.admin, language })
  const titles = async (job: WireJob, language: Language) => {
    const { data } = await site.call<WireJobItems>(
      reader(language),
      'GET',
      `/api/jobs/${job.id}/items?pageSize=100`,
    )
    return data.list.map(({ title }) => title)
  }
  const preview = async (path: string, chosen: BulkSelection, field: string, value: unknown) =>
    (await calls.tried(reader('ro'), path, chosen, { edit: [{ field, operator: 'set', value }] }))
      .preview
  async function previewImport(path: string, rows: readonly (readonly string[])[]) {
    const sent = await uploadRows(site, reader('ro'), path, csvOf(rows))
    const { job } = (
      await site.call<WireImport>(site.admin, 'PATCH', `/api/imports/${sent.data.job.id}`, {
        check: true,
      })
    ).data
    await runJobs(site.context)
    return calls.job(site.admin, job.id)
  }
  async function started(job: WireJob) {
    await site.call(reader('ro'), 'POST', `/api/jobs/${job.id}/start`, {
      expected: job.counts.ready,
    })
    await runJobs(site.context)
    return calls.job(site.admin, job.id)
  }

  beforeAll(async () => {
    site = await startClassesApp(open)
    calls = bulkCalls(site)
    const course = site.courses.A1 ?? ''
    const { version } = (await site.call<WireRecord>(site.admin, 'GET', `/api/courses/${course}`))
      .data
    await site.call(site.admin, 'PATCH', '/api/courses/update', {
      id: course,
      version,
      nameEn: 'Course A1',
      nameDe: 'Kurs A1',
    })
    const session = {
      academicYearId: site.academicYearId,
      kind: 'summer',
      startsOn: '2027-06-01',
      endsOn: '2027-07-31',
    }
    await site.create('academic-periods/create', { name: 'Sesiunea de vară', ...session })
    const universityClass = await site.addClass('A1', 'G1', { semester: 2 })
    hour = await site.addHour(universityClass, {
      weekday: 'monday',
      startsAt: '08:00',
      endsAt: '09:50',
      weeks: 'odd',
    })
    exam = (
      await site.create('exams/create', {
        classId: universityClass,
        session: 'summer',
        startsAt: '2027-07-14T06:00:00.000Z',
      })
    ).id
  })
  afterAll(() => site.close())

  test('contain the titles of referenced records instead of ids, with times in the time zone of the university', async () => {
    const job = await preview('exams', { ids: [exam] }, 'room', 'Aula')
    expect([await titles(job, 'de'), await titles(job, 'ro')]).toEqual([
      ['Kurs A1 · G1 · 2027-07-14 09:00'],
      ['Cursul A1 · G1 · 2027-07-14 09:00'],
    ])
    const hours = await preview('class-hours', { ids: [hour] }, 'room', 'Aula')
    expect([await titles(hours, 'en'), await titles(hours, 'fr')]).toEqual([
      ['A1 G1 · Mon 08:00–09:50 (odd weeks)'],
      ['A1 G1 · lun. 08:00–09:50 (semaines impaires)'],
    ])
  })

  test('name pasted rows', async () => {
    const block = { fields: ['room'], rows: [{ id: exam, cells: ['C 1'] }] }
    const { data } = await site.call<WireJob>(reader('ro'), 'POST', '/api/exams/paste', block)
    await runJobs(site.context)
    expect(await titles(data, 'en')).toEqual(['Course A1 · G1 · 2027-07-14 09:00'])
  })

  test('name new exams and removed exams by their courses', async () => {
    const universityClass = await site.addClass('A1', 'G7', { semester: 2 })
    const { body } = await site.app.inject({
      method: 'GET',
      url: '/api/exams/export?format=csv&lng=en&columns=classId,session,startsAt',
      headers: { 'x-test-caller': site.admin.id },
    })
    const [[, first] = []] = [parse(body, { bom: true }) as string[][]]
    const row = first?.with(0, String(first[0]).replace('G1', 'G7')) ?? []
    const job = await previewImport('exams', [['classId', 'session', 'startsAt'], row])
    expect(job.counts).toEqual({ ready: 1 })
    expect(await titles(job, 'de')).toEqual(['Kurs A1 · 2027-07-14 09:00'])
    const done = await started(job)
    expect(await titles(done, 'en')).toEqual(['Course A1 · G7 · 2027-07-14 09:00'])
    const undo = (
      await site.call<WireJob>(reader('ro'), 'POST', `/api/jobs/${done.id}/undo`, { start: true })
    ).data
    await runJobs(site.context)
    expect(await site.query('select 1 from exams where class_id = $1', [universityClass])).toEqual(
      [],
    )
    for (const one of [done, undo])
      expect(await titles(one, 'en')).toEqual(['Cursul A1 · G7 · 2027-07-14 09:00'])
  })
})
