import type { WireJob } from '@matricola/schema/wire/jobs.ts'
import { buildWorkbookOfRows } from '@matricola/testing/build-workbook.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(libraryEngines)('importing on $engine', ({ open }) => {
  let office: ImportApp
  let book: string
  let count = 0
  const volume = (code: string, parts: { readonly [heading: string]: unknown } = {}) => ({
    Name: `Volume ${code}`,
    Code: code,
    Book: '9780000000001',
    Part: 1,
    Floor: 1,
    Copies: 5,
    ...parts,
  })
  const table = (rows: readonly object[]) =>
    csvOf([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row))])
  const next = () => `C${++count}`
  const volumeNamed = async (code: string) =>
    (await office.list('volumes', `search=${code}`)).list.find((one) => one.code === code)

  beforeAll(async () => {
    office = await startLibraryImports(open)
    book = (await office.create('books', { title: 'Ion', isbn: '9780000000001', parts: 3 })).id
  })
  afterAll(() => office.close())

  test('a file is read, its columns are guessed, and no record is stored before the import starts', async () => {
    const code = next()
    const { status, data } = await office.send('volumes', table([volume(code, { Însemnare: 'x' })]))
    expect(status).toBe(201)
    expect(data).toMatchObject({
      job: {
        kind: 'import',
        resource: 'volumes',
        state: 'mapping',
        total: 1,
        fileName: 'rows.csv',
        can: ['cancel'],
      },
      file: {
        name: 'rows.csv',
        format: 'csv',
        encoding: 'utf-8',
        separator: ';',
        sheets: [],
        sheet: null,
      },
      mapping: ['name', 'code', 'bookId', 'part', 'floor', 'copies', null],
      isMappingReused: false,
      mode: { known: 'update', unknown: 'create', onProblem: 'skip' },
      converted: 0,
    })
    expect(data.columns[0]).toEqual({ heading: 'Name', samples: [`Volume ${code}`] })
    expect(data.fields.filter(({ isKey }) => isKey).map(({ name }) => name)).toEqual([
      'code',
      'bookId',
    ])
    expect(
      data.fields
        .filter(({ isRequired }) => isRequired)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['bookId', 'code', 'copies', 'floor', 'name', 'part'])
    await office.change(data.job.id, { check: true })
    await office.run()
    expect(await office.job(data.job.id)).toMatchObject({
      state: 'ready',
      counts: { ready: 1 },
      created: 1,
    })
    expect(await volumeNamed(code)).toBeUndefined()
    await office.start(await office.job(data.job.id))
    await office.run()
    expect(await office.job(data.job.id)).toMatchObject({
      state: 'done',
      counts: { done: 1 },
      created: 1,
    })
    expect(await volumeNamed(code)).toMatchObject({
      name: `Volume ${code}`,
      bookId: book,
      isActive: true,
      binding: 'hardcover',
    })
  })

  test('rows create new records, update known ones and skip unchanged ones', async () => {
    const [known, same, fresh] = [next(), next(), next()]
    await office.runImport('volumes', table([volume(known), volume(same)]))
    const job = await office.previewImport(
      'volumes',
      table([volume(known, { Copies: 6 }), volume(same), volume(fresh)]),
    )
    expect(job).toMatchObject({ counts: { ready: 2, same: 1 }, created: 1 })
    const items = await office.items(job.id)
    expect(items.map(({ position, outcome, isNew }) => [position, outcome, isNew])).toEqual([
      [2, 'ready', false],
      [3, 'same', false],
      [4, 'ready', true],
    ])
    expect(items[0]?.changes).toEqual([{ field: 'copies', before: 5, after: 6 }])
    expect(items[0]?.cells).toEqual(Object.values(volume(known, { Copies: 6 })).map(String))
    await office.start(job)
    await office.run()
    expect((await volumeNamed(known))?.copies).toBe(6)
    expect((await volumeNamed(same))?.version).toBe(1)
  })

  test('a missing column leaves its field unchanged, an empty cell clears the field, and new records get defaults', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('volumes', table([volume(known, { Shelf: 'M1', Weight: 28 })]))
    const { Part: _, ...short } = volume(known, { Weight: '', Binding: 'Paperback' })
    await office.runImport('volumes', table([short]))
    expect(await volumeNamed(known)).toMatchObject({
      shelf: 'M1',
      weight: null,
      part: 1,
      binding: 'paperback',
    })
    await office.runImport('volumes', table([volume(fresh, { Binding: '', Active: '' })]))
    expect(await volumeNamed(fresh)).toMatchObject({
      binding: 'hardcover',
      isActive: true,
    })
  })

  test('issues of a row are reported by cell, and other rows are imported', async () => {
    const codes = [next(), next(), next(), next(), next(), next()]
    const job = await office.previewImport(
      'volumes',
      table([
        volume(codes[0] ?? '', { Copies: 'five', Part: 9, Binding: '', Active: '' }),
        volume(codes[1] ?? '', { Book: 'NOPE' }),
        volume(codes[2] ?? '', { Name: '' }),
        volume(codes[3] ?? '', { Copies: '#N/A' }),
        volume(codes[4] ?? '', {}),
        volume(codes[5] ?? '', { Binding: 'Strange', Active: 'perhaps' }),
      ]),
    )
    expect(job.counts).toEqual({ invalid: 5, ready: 1 })
    expect((await office.items(job.id, 'outcome=invalid')).map(({ issues }) => issues)).toEqual([
      {
        copies: [{ code: 'cell.notANumber' }],
        part: [{ code: 'number.tooLarge', params: { max: 6 } }],
      },
      // The suggested example is the ISBN of an existing book.
      {
        bookId: [
          {
            code: 'cell.nothingNamedLike',
            params: { example: expect.stringMatching(/^\d{13}$/) },
          },
        ],
      },
      { name: [{ code: 'required' }] },
      { copies: [{ code: 'cell.broken' }] },
      {
        binding: [
          {
            code: 'cell.notOffered',
            params: { values: 'Hardcover, Paperback, Spiral' },
          },
        ],
        isActive: [{ code: 'cell.notOffered', params: { values: 'Yes, No' } }],
      },
    ])
    await office.start(job)
    await office.run()
    expect(await office.job(job.id)).toMatchObject({
      state: 'done',
      counts: { invalid: 5, done: 1 },
    })
  })

  test('a row can be corrected in place, and is checked immediately', async () => {
    const [one, two] = [next(), next()]
    const job = await office.previewImport(
      'volumes',
      table([volume(one, { Copies: 'x' }), volume(two)]),
    )
    const cells = Object.values(volume(one)).map(String)
    expect((await office.correctRow(job.id, 2, cells)).data).toMatchObject({
      position: 2,
      outcome: 'ready',
      isNew: true,
      cells,
      issues: {},
    })
    expect(await office.job(job.id)).toMatchObject({
      state: 'ready',
      counts: { ready: 2 },
      created: 2,
    })
    expect((await office.correctRow(job.id, 2, cells.with(5, '99'))).data).toMatchObject({
      outcome: 'invalid',
      issues: { copies: [{ code: 'number.tooLarge', params: { max: 30 } }] },
    })
    expect(await office.job(job.id)).toMatchObject({ counts: { ready: 1, invalid: 1 }, created: 1 })
    expect((await office.correctRow(job.id, 2, cells.slice(1))).failure.fields).toEqual({
      cells: [{ code: 'type.wrong' }],
    })
    expect((await office.correctRow(job.id, 99, cells)).failure.code).toBe('record.missing')
    await office.start(await office.job(job.id))
    await office.run()
    expect((await office.correctRow(job.id, 2, cells)).failure.code).toBe('job.state')
  })

  test('if several rows have the same key, the first is imported, and correcting one rechecks the others', async () => {
    const [one, two] = [next(), next()]
    const job = await office.previewImport(
      'volumes',
      table([volume(one), volume(one, { Copies: 7 }), volume(two)]),
    )
    expect((await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['ready', {}],
      ['invalid', { code: [{ code: 'row.repeated', params: { row: 2 } }] }],
      ['ready', {}],
    ])
    await office.correctRow(job.id, 2, Object.values(volume(two)).map(String))
    expect((await office.items(job.id)).map(({ outcome, issues }) => [outcome, issues])).toEqual([
      ['ready', {}],
      ['ready', {}],
      ['invalid', { code: [{ code: 'row.repeated', params: { row: 2 } }] }],
    ])
  })

  test('a mapping is checked, requires the key, and is stored for similar files', async () => {
    const rows = [
      { Denumire: 'Xyz', Cheie: next(), Titlul: '9780000000001', Parte: 1, Nivel: 1, Puncte: 5 },
    ]
    const { data } = await office.send('volumes', table(rows))
    expect(data.mapping).toEqual(['name', null, null, 'part', null, null])
    const { id } = data.job
    expect((await office.change(id, { check: true })).failure.fields).toEqual({
      bookId: [{ code: 'required' }],
      code: [{ code: 'required' }],
    })
    const mapping = ['name', 'code', 'bookId', 'part', 'floor', 'copies']
    expect((await office.change(id, { mapping: mapping.slice(1) })).failure.fields).toEqual({
      mapping: [{ code: 'type.wrong' }],
    })
    expect(
      (await office.change(id, { mapping: mapping.with(0, 'colour') })).failure.fields,
    ).toEqual({
      mapping: [{ code: 'field.unknown' }],
    })
    expect((await office.change(id, { mapping: mapping.with(0, 'code') })).failure.fields).toEqual({
      mapping: [{ code: 'set.repeated' }],
    })
    expect((await office.change(id, { mapping, check: true })).data).toMatchObject({
      mapping,
      job: { state: 'checking' },
    })
    await office.run()
    expect(await office.job(id)).toMatchObject({ counts: { ready: 1 } })
    const secondJob = (await office.send('volumes', table(rows))).data
    expect(secondJob).toMatchObject({ mapping, isMappingReused: true })
    const other = (await office.send('volumes', table(rows), { caller: office.staff })).data
    expect(other).toMatchObject({ isMappingReused: false })
  })

  test('the mode decides how known and unknown rows are handled, and whether an issue stops the file', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('volumes', table([volume(known)]))
    const file = table([
      volume(known, { Copies: 9 }),
      volume(fresh),
      volume(next(), { Copies: 'x' }),
    ])
    const job = await office.previewImport('volumes', file, {
      mode: { known: 'skip', unknown: 'create', onProblem: 'stop' },
    })
    expect(job.counts).toEqual({ kept: 1, ready: 1, invalid: 1 })
    expect(job.can).not.toContain('start')
    expect((await office.start(job)).failure.code).toBe('job.state')
    const both = await office.change(job.id, {
      mode: { known: 'update', unknown: 'skip', onProblem: 'skip' },
      check: true,
    })
    expect(both.data.job.counts).toEqual({ pending: 3 })
    await office.run()
    expect(await office.job(job.id)).toMatchObject({ counts: { ready: 1, kept: 2 }, created: 0 })
    expect((await office.items(job.id, 'outcome=kept'))[0]?.issues).toEqual({
      _: [{ code: 'row.unknown' }],
    })
    expect(
      (
        await office.change(job.id, {
          mode: { known: 'update', unknown: 'skip', onProblem: 'stop' },
        })
      ).data.job.state,
    ).toBe('ready')
    expect((await office.start(await office.job(job.id))).data.state).toBe('running')
  })

  test('a user sees and changes only their own imports', async () => {
    const { data } = await office.send('volumes', table([volume(next())]), { caller: office.staff })
    expect(
      (await office.call(office.admin, 'GET', `/api/imports/${data.job.id}`)).failure.code,
    ).toBe('job.missing')
    expect((await office.change(data.job.id, { check: true })).failure.code).toBe('job.missing')
    expect((await office.call(office.staff, 'GET', `/api/imports/${data.job.id}`)).status).toBe(200)
  })

  test('the contents of a file are encrypted until it is imported', async () => {
    const author = 'Iustina Necunoscuta'
    const { data } = await office.send('books', `Author;${author}\n${author};x\n`)
    const rows = await office.context.database.query<{ all: string }>(
      `select (select input::text from job where id = $1) || string_agg(input, ' ') as all from job_item where job_id = $1`,
      [data.job.id],
    )
    expect(rows[0]?.all.length).toBeGreaterThan(100)
    expect(rows[0]?.all).not.toContain(author)
  })

  test('numbers in a workbook are read as numbers in every language, and the prefix of a formula is removed', async () => {
    const [one, two] = [next(), next()]
    const head = Object.keys(volume(one, { Shelf: '', Description: '' }))
    const file = buildWorkbookOfRows([
      head,
      Object.values(volume(one, { Shelf: "'=1+1", Description: "'-x" })),
      Object.values(volume(two, { Shelf: 3.5, Description: 'y' })),
    ])
    const job = await office.runImport('volumes', file, {
      name: 'rows.xlsx',
      caller: { ...office.admin, language: 'ro' },
    })
    expect(job.counts).toEqual({ done: 2 })
    expect(await volumeNamed(one)).toMatchObject({ shelf: '=1+1', description: '-x' })
    expect((await office.items(job.id))[1]?.cells).toContain('3,5')
  })

  test('a refused file is reported with the reason', async () => {
    expect((await office.send('volumes', '')).failure.code).toBe('upload.empty')
    expect(
      (await office.send('volumes', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).failure,
    ).toMatchObject({ code: 'import.tooLarge' })
    expect((await office.send('volumes', `a\n${'x\n'.repeat(10_001)}`)).failure.code).toBe(
      'import.tooLarge',
    )
    expect((await office.send('volumes', Buffer.from('%PDF-1.7\n\0\0'))).failure.code).toBe(
      'import.unreadable',
    )
    expect(
      (await office.send('volumes', 'a', { fields: { encoding: 'ebcdic' } })).failure.fields,
    ).toEqual({
      encoding: [{ code: 'choice.unknown' }],
    })
    expect(
      (await office.send('volumes', 'a', { fields: { colour: 'red' } })).failure.fields,
    ).toEqual({
      colour: [{ code: 'field.unknown' }],
    })
  })

  test('undoing an import removes the records that it created and restores those that it changed', async () => {
    const [known, fresh] = [next(), next()]
    await office.runImport('volumes', table([volume(known)]))
    const job = await office.runImport(
      'volumes',
      table([volume(known, { Copies: 8 }), volume(fresh)]),
    )
    expect(job.can).toContain('undo')
    expect(job).toMatchObject({
      created: 1,
      removed: 0,
      fields: ['name', 'code', 'bookId', 'part', 'floor', 'copies'],
    })
    const preview = await office.call<WireJob>(office.admin, 'POST', `/api/jobs/${job.id}/undo`)
    await office.run()
    const undo = await office.job(preview.data.id)
    // One record is restored, the other removed.
    expect(undo).toMatchObject({
      state: 'ready',
      counts: { ready: 2 },
      created: 0,
      removed: 1,
      fields: job.fields,
    })
    expect((await office.items(undo.id)).map(({ isNew, isRemoved }) => [isNew, isRemoved])).toEqual(
      [
        [false, false],
        [false, true],
      ],
    )
    await office.call(office.admin, 'POST', `/api/jobs/${undo.id}/cancel`)
    await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
    await office.run()
    expect((await volumeNamed(known))?.copies).toBe(5)
    expect(await volumeNamed(fresh)).toBeUndefined()
  })
})
