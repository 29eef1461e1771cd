import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines as engines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { type JobsApp, startJobsApp } from '@matricola/testing/library/jobs-app.ts'
import { readWorkbook } from '@matricola/testing/parse-workbook.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(engines)('the rows of a job as a file on $engine', ({ open }) => {
  describe('of a bulk change', () => {
    let shop: JobsApp
    let job: string
    const file = (query = '', caller = shop.ana) =>
      shop.app.inject({
        method: 'GET',
        url: `/api/jobs/${job}/items/export?${query}`,
        headers: { 'x-test-caller': caller.id },
      })

    beforeAll(async () => {
      shop = await startJobsApp(open)
      const ids = await shop.addBranches('Catedra', 3)
      job = await shop.createDescriptionJob(ids, '=new words')
      await shop.runDueJobs()
      await shop.edit(ids[1] ?? '', { phone: '0264123456' })
      await shop.postCall(job, 'start', { expected: 3 })
      await shop.runDueJobs()
    })
    afterAll(() => shop.close())

    test('each row has its record, its key, its outcome with the reason, and the changes', async () => {
      const answer = await file()
      expect(answer.headers['content-disposition']).toBe(
        'attachment; filename="branches-edit-2026-10-05.csv"',
      )
      expect(parse(answer.body, { bom: true })).toEqual([
        ['Record', 'Key', 'Outcome', 'Reason', 'Description, before', 'Description, after'],
        ['Catedra 1', 'Catedra 1', 'done', '', '', "'=new words"],
        [
          'Catedra 2',
          'Catedra 2',
          'changed in the meantime',
          'Someone changed this record after the preview.',
          '',
          "'=new words",
        ],
        ['Catedra 3', 'Catedra 3', 'done', '', '', "'=new words"],
      ])
    })

    test('only rows with the requested outcomes are included, in the requested language, in each format', async () => {
      const romanian = parse((await file('outcome=stale&lng=ro')).body, {
        bom: true,
        delimiter: ';',
      }) as string[][]
      expect(romanian.map((row) => row[2])).toEqual([
        'Rezultat',
        'modificat între timp de altcineva',
      ])
      const workbook = readWorkbook((await file('outcome=done&format=xlsx')).rawPayload)
      expect(workbook.rows.map((row) => row.A?.value)).toEqual(['Record', 'Catedra 1', 'Catedra 3'])
      const json = JSON.parse((await file('outcome=done&format=json')).body) as {
        title: string
        changes: object[]
      }[]
      expect(json.map(({ title, changes }) => [title, changes])).toEqual([
        ['Catedra 1', [{ field: 'description', before: null, after: '=new words' }]],
        ['Catedra 3', [{ field: 'description', before: null, after: '=new words' }]],
      ])
    })

    test("it is available to the job's creator and to admins, and logged", async () => {
      for (const caller of [shop.ben, shop.admin]) await shop.call(caller, 'GET', '/api/jobs')
      expect((await file('', shop.ben)).statusCode).toBe(404)
      expect((await file('', shop.admin)).statusCode).toBe(200)
      const [event] = await shop.context.database.query<{ details: object }>(
        `select details from security_event where kind = 'exported' and user_id = $1 limit 1`,
        [shop.admin.id],
      )
      expect(event?.details).toEqual({
        resource: 'branches',
        rows: 3,
        format: 'csv',
        job,
        outcomes: '',
      })
    })

    test.each(['outcome=none', 'format=pdf', 'other=1'])(
      'the query %s is refused',
      async (query) => {
        expect((await file(query)).statusCode).toBe(400)
      },
    )
  })

  describe('of an import', () => {
    let office: ImportApp
    const rows = [
      ['Name', 'Budget', 'Notes', 'E-mail'],
      ['Fizică', '1.234,50', '=1+1', 'fizica@univ.ro'],
      ['Chimie', 'much', "'=kept", 'chimie@univ.ro'],
      ['', '10', 'no name', 'nobody'],
    ]
    const file = (job: string, query: string, caller = office.admin) =>
      office.app.inject({
        method: 'GET',
        url: `/api/jobs/${job}/items/export?${query}`,
        headers: { 'x-test-caller': caller.id },
      })
    const refusedOutcomes = 'outcome=invalid,denied,state,stale'

    beforeAll(async () => {
      office = await startLibraryImports(open)
    })
    afterAll(() => office.close())

    test('rejected rows are returned unchanged with the reason next to them, and are accepted once corrected', async () => {
      const job = await office.runImport('branches', csvOf(rows))
      expect(job.counts).toEqual({ done: 1, invalid: 2 })
      const found = parse((await file(job.id, refusedOutcomes)).body, { bom: true }) as string[][]
      expect(found.map((row) => row.slice(0, 4))).toEqual([rows[0], ...rows.slice(2)])
      expect(found.map((row) => row[4])).toEqual([
        'Reason',
        expect.stringContaining('Budget: '),
        expect.stringMatching(/^Name: .+ Email: /),
      ])
      const corrected = csvOf([
        found[0] ?? [],
        [...(found[1] ?? []).map((cell) => (cell === 'much' ? '99' : cell))],
      ])
      const secondJob = await office.runImport('branches', corrected)
      expect(secondJob.counts).toEqual({ done: 1 })
      expect((await office.list('branches', 'search=chimie')).list[0]).toMatchObject({
        name: 'Chimie',
        budget: 99,
      })
    })

    test('a file that was refused twice has only one column of reasons, and workbooks keep their numbers', async () => {
      const job = await office.previewImport(
        'branches',
        csvOf([
          ['Name', 'Budget', 'Reason'],
          ['Drept', 'much', 'an old reason'],
        ]),
      )
      const workbook = readWorkbook(
        (await file(job.id, `${refusedOutcomes}&format=xlsx`)).rawPayload,
      )
      expect(workbook.rows.map((row) => Object.values(row).map(({ value }) => value))).toEqual([
        ['Name', 'Budget', 'Reason'],
        ['Drept', 'much', expect.stringContaining('Budget: ')],
      ])
    })

    test('other users see the outcome of the rows but not their contents', async () => {
      const job = await office.runImport(
        'branches',
        csvOf([
          ['Name', 'Notes'],
          ['Istorie', 'secret words'],
        ]),
        {
          caller: office.staff,
        },
      )
      const answer = await file(job.id, '')
      expect(answer.body).toContain('Istorie')
      expect(answer.body).not.toContain('secret words')
    })
  })
})
