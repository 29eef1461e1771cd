/**
 * The titles of a job's rows are in the language of the reader, not of the user who created the job
 * or of the library.
 */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { WireImport, WireJob, WireJobItems } from '@matricola/schema/wire/jobs.ts'
import { type BulkSelection, bulkCalls } from '@matricola/testing/bulk-calls.ts'
import { csvOf, uploadRows } from '@matricola/testing/import-app.ts'
import { type LibraryApp, libraryEngines, startLibrary } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runJobs } from '../../../jobs/runner.ts'

describe.each(libraryEngines)('titles of the rows of a job on $engine', ({ open }) => {
  let site: LibraryApp
  let calls: ReturnType<typeof bulkCalls>
  let [volume, other, loan] = ['', '', '']
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
    site = await startLibrary(open)
    calls = bulkCalls(site)
    const create = async (path: string, values: object) => (await site.create(path, values)).id
    const book = await create('books', {
      title: 'Cartea A',
      titleEn: 'Book A',
      titleDe: 'Buch A',
      isbn: '9780000000001',
    })
    const values = { bookId: book, part: 1, floor: 1, copies: 5 }
    volume = await create('volumes', {
      ...values,
      name: 'Volumul A1',
      nameEn: 'Volume A1',
      nameDe: 'Band A1',
      code: 'A1',
    })
    other = await create('volumes', { ...values, name: 'Volumul A2', code: 'A2' })
    loan = await create('loans', { bookId: book, readerId: site.reader.id, dueOn: '2026-10-20' })
  })
  afterAll(() => site.close())

  test('name translated records, in a preview and afterwards', async () => {
    const job = await preview('volumes', { ids: [volume, other] }, 'copies', 6)
    const all = async (one: WireJob) => [
      await titles(one, 'ro'),
      await titles(one, 'en'),
      await titles(one, 'de'),
      await titles(one, 'fr'),
    ]
    const expected = [
      ['Volumul A1', 'Volumul A2'],
      ['Volume A1', 'Volumul A2'],
      ['Band A1', 'Volumul A2'],
      ['Volumul A1', 'Volumul A2'],
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

  test('contain the titles of referenced records instead of ids', async () => {
    const job = await preview('loans', { ids: [loan] }, 'dueOn', '2026-10-21')
    expect([await titles(job, 'de'), await titles(job, 'ro')]).toEqual([
      ['Buch A · Some reader'],
      ['Cartea A · Some reader'],
    ])
  })

  test('name pasted rows', async () => {
    const block = { fields: ['shelf'], rows: [{ id: volume, cells: ['C 1'] }] }
    const { data } = await site.call<WireJob>(reader('ro'), 'POST', '/api/volumes/paste', block)
    await runJobs(site.context)
    expect(await titles(data, 'en')).toEqual(['Volume A1'])
  })

  test('show new rows and rejected rows as they are in the file', async () => {
    const heading = ['bookId', 'code', 'name', 'nameDe', 'part', 'floor', 'copies']
    const job = await previewImport('volumes', [
      heading,
      ['9780000000001', 'C1', 'Volumul C1', 'Band C1', '1', '1', '5'],
      ['9780000000001', 'C2', 'Volumul C2', '', '1', '1', '5'],
      ['9780000000001', 'C3', 'Volumul C3', 'Band C3', '1', '1', 'many'],
      ['9780000000001', 'A1', 'Volumul A1', 'Band A1', '1', '1', '5'],
    ])
    expect(job.counts).toEqual({ ready: 2, invalid: 1, same: 1 })
    expect(await titles(job, 'de')).toEqual(['Band C1', 'Volumul C2', 'Volumul C3', 'Band A1'])
    expect(await titles(job, 'en')).toEqual(['Volumul C1', 'Volumul C2', 'Volumul C3', 'Volume A1'])
    const done = await started(job)
    expect(await titles(done, 'de')).toEqual(['Band C1', 'Volumul C2', 'Volumul C3', 'Band A1'])
    // Records that the undo removes have their last title, in the language of the user who undoes
    // the job.
    const undo = (
      await site.call<WireJob>(reader('de'), 'POST', `/api/jobs/${done.id}/undo`, { start: true })
    ).data
    await runJobs(site.context)
    expect((await calls.job(site.admin, undo.id)).counts).toEqual({ done: 2 })
    for (const language of ['de', 'fr'] as const)
      expect(await titles(undo, language)).toEqual(['Band C1', 'Volumul C2'])
  })

  test('are in the requested language in the file of the rows', async () => {
    const job = await preview('volumes', { ids: [volume] }, 'copies', 7)
    const file = async (language: Language) => {
      const url = `/api/jobs/${job.id}/items/export?format=json&lng=${language}`
      const { body } = await site.app.inject({
        method: 'GET',
        url,
        headers: { 'x-test-caller': site.admin.id },
      })
      return (JSON.parse(body) as { title: string }[]).map(({ title }) => title)
    }
    expect([await file('de'), await file('fr')]).toEqual([['Band A1'], ['Volumul A1']])
  })

  test('are the current ones for records that the caller may read, and the stored ones for others', async () => {
    const { preview: job } = await calls.tried(
      site.librarian,
      'volumes',
      { ids: [volume] },
      { edit: [{ field: 'copies', operator: 'set', value: 8 }] },
    )
    // Librarians may read only their own account.
    await site.context.database.query(
      `update job set resource = 'users', input = '{"edit": []}' where id = $1`,
      [job.id],
    )
    await site.context.database.query(
      'update job_item set record_id = $2, title = $3, changes = null where job_id = $1',
      [job.id, site.admin.id, 'Another user'],
    )
    expect(await titles(job, 'en', site.librarian)).toEqual(['Another user'])
    expect(await titles(job, 'en')).toEqual(['Some admin'])
  })
})
