/**
 * The titles of a job's rows are in the language of the reader, not of the user who created the job
 * or of the university.
 */

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
  let [course, exam, hour] = ['', '', '']
  const reader = (language: Language, caller = site.admin) => ({ ...caller, language })
  const titles = async (job: WireJob, language: Language, caller = site.admin) => {
    const { data } = await site.call<WireJobItems>(
      reader(language, caller),
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
    course = site.courses.A1 ?? ''
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

  test('name translated records, in a preview and afterwards', async () => {
    const job = await preview('courses', { ids: [course, site.courses.A2 ?? ''] }, 'credits', 6)
    const all = async (one: WireJob) => [
      await titles(one, 'ro'),
      await titles(one, 'en'),
      await titles(one, 'de'),
      await titles(one, 'fr'),
    ]
    const expected = [
      ['Cursul A1', 'Cursul A2'],
      ['Course A1', 'Cursul A2'],
      ['Kurs A1', 'Cursul A2'],
      ['Cursul A1', 'Cursul A2'],
    ]
    expect(await all(job)).toEqual(expected)
    const done = await started(job)
    expect(await all(done)).toEqual(expected)
    const undo = (
      await site.call<WireJob>(reader('ro'), 'POST', `/api/jobs/${done.id}/undo`, { start: true })
    ).data
    await runJobs(site.context)
    expect(await all(undo)).toEqual(expected)
  })

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

  test('show new rows and rejected rows as they are in the file', async () => {
    const heading = ['specializationId', 'code', 'name', 'nameDe', 'year', 'semester', 'credits']
    const job = await previewImport('courses', [
      heading,
      ['INFA', 'C1', 'Cursul C1', 'Kurs C1', '1', '1', '5'],
      ['INFA', 'C2', 'Cursul C2', '', '1', '1', '5'],
      ['INFA', 'C3', 'Cursul C3', 'Kurs C3', '1', '1', 'many'],
      ['INFA', 'A1', 'Cursul A1', 'Kurs A1', '1', '1', '5'],
    ])
    expect(job.counts).toEqual({ ready: 2, invalid: 1, same: 1 })
    expect(await titles(job, 'de')).toEqual(['Kurs C1', 'Cursul C2', 'Cursul C3', 'Kurs A1'])
    expect(await titles(job, 'en')).toEqual(['Cursul C1', 'Cursul C2', 'Cursul C3', 'Course A1'])
    const done = await started(job)
    expect(await titles(done, 'de')).toEqual(['Kurs C1', 'Cursul C2', 'Cursul C3', 'Kurs A1'])
    // Records that the undo removes have their last title, in the language of the user who undoes
    // the job.
    const undo = (
      await site.call<WireJob>(reader('de'), 'POST', `/api/jobs/${done.id}/undo`, { start: true })
    ).data
    await runJobs(site.context)
    expect((await calls.job(site.admin, undo.id)).counts).toEqual({ done: 2 })
    for (const language of ['de', 'fr'] as const)
      expect(await titles(undo, language)).toEqual(['Kurs C1', 'Cursul C2'])
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

  test('are in the requested language in the file of the rows', async () => {
    const job = await preview('courses', { ids: [course] }, 'credits', 7)
    const file = async (language: Language) => {
      const url = `/api/jobs/${job.id}/items/export?format=json&lng=${language}`
      const { body } = await site.app.inject({
        method: 'GET',
        url,
        headers: { 'x-test-caller': site.admin.id },
      })
      return (JSON.parse(body) as { title: string }[]).map(({ title }) => title)
    }
    expect([await file('de'), await file('fr')]).toEqual([['Kurs A1'], ['Cursul A1']])
  })

  test('are the current ones for records that the caller may read, and the stored ones for others', async () => {
    const { preview: job } = await calls.tried(
      site.secretary,
      'courses',
      { ids: [course] },
      { edit: [{ field: 'credits', operator: 'set', value: 8 }] },
    )
    // Secretaries may read only their own account.
    await site.query(`update job set resource = 'users', input = '{"edit": []}' where id = $1`, [
      job.id,
    ])
    await site.query(
      'update job_item set record_id = $2, title = $3, changes = null where job_id = $1',
      [job.id, site.admin.id, 'Another user'],
    )
    expect(await titles(job, 'en', site.secretary)).toEqual(['Another user'])
    expect(await titles(job, 'en')).toEqual(['Ada Admin'])
  })
})
