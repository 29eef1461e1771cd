import type { PasteBlock, WireJob } from '@matricola/schema/wire/jobs.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

describe.each(libraryEngines)('importing many rows on $engine', ({ open }) => {
  let office: ImportApp
  let records: readonly WireRecord[]
  const headings = ['Name', 'Code', 'Book', 'Part', 'Floor', 'Copies', 'Shelf']
  const row = (n: number, shelf: string) => [
    'Volume',
    `N-${n}`,
    '9780000000001',
    '1',
    '1',
    String(1 + (n % 30)),
    shelf,
  ]

  beforeAll(async () => {
    office = await startLibraryImports(open)
    await office.create('books', { title: 'Ion', isbn: '9780000000001', parts: 3 })
  })
  afterAll(() => office.close())

  test('valid rows are imported, invalid rows are returned with reasons, and the corrected file imports exactly the returned rows', async () => {
    const count = 1000
    const hasError = (n: number) => n % 33 === 0
    const rows = Array.from({ length: count }, (_, n) =>
      hasError(n) ? row(n, 'G1').with(5, 'no number') : row(n, 'G1'),
    )
    const bad = rows.filter((_, n) => hasError(n)).length
    const job = await office.runImport('volumes', csvOf([headings, ...rows]))
    expect([job.counts, job.created]).toEqual([{ done: count - bad, invalid: bad }, count - bad])
    const file = await office.call(
      office.admin,
      'GET',
      `/api/jobs/${job.id}/items/export?outcome=invalid&format=csv&lng=ro`,
    )
    const lines = file.text
      .replace(/^\ufeff/, '')
      .trim()
      .split('\r\n')
    expect(lines).toHaveLength(bad + 1)
    expect(lines[0]).toBe(`${headings.join(';')};Motiv`)
    expect(lines[1]).toMatch(/^Volume;N-0;9780000000001;1;1;no number;G1;.+/)
    const corrected = file.text.replace(
      /;N-(\d+);(.*?);no number;/g,
      (_, n, between) => `;N-${n};${between};${row(Number(n), '')[5]};`,
    )
    const secondPreview = await office.previewImport('volumes', corrected)
    expect([secondPreview.total, secondPreview.counts, secondPreview.created]).toEqual([
      bad,
      { ready: bad },
      bad,
    ])
    await office.start(secondPreview)
    await office.run()
    expect((await office.list('volumes')).totalCount).toBe(count)
    const correctedRows = rows.map((cells, n) => (hasError(n) ? row(n, 'G1') : cells))
    expect(
      (await office.previewImport('volumes', csvOf([headings, ...correctedRows]))).counts,
    ).toEqual({ same: count })
  })

  describe('a pasted block of cells', () => {
    const paste = (block: PasteBlock, caller = office.admin) =>
      office.call<WireJob>(caller, 'POST', '/api/volumes/paste', block)
    beforeAll(async () => {
      await office.runImport('volumes', csvOf([headings, row(9001, 'G1'), row(9002, 'G2')]))
      records = (await office.list('volumes', 'search=N-900')).list
    })
    const cellsFor = (...cells: (readonly string[])[]): PasteBlock['rows'] =>
      cells.map((one, i) => ({ id: records[i]?.id ?? '', cells: one }))

    test('updates its target records, with each cell checked, and can be undone', async () => {
      const { status, data } = await paste({
        fields: ['shelf', 'part'],
        rows: cellsFor(['G7', '2'], ['G8', 'seven']),
      })
      expect([status, data.kind, data.state]).toEqual([202, 'paste', 'checking'])
      await office.run()
      const job = await office.job(data.id)
      expect(job).toMatchObject({ state: 'ready', counts: { ready: 1, invalid: 1 } })
      expect((await office.items(job.id)).map(({ issues, cells }) => [issues, cells])).toEqual([
        [{}, ['G7', '2']],
        [{ part: [{ code: 'cell.notANumber' }] }, ['G8', 'seven']],
      ])
      await office.start(job)
      await office.run()
      const now = async () =>
        (await office.list('volumes', 'search=N-900')).list.map(({ shelf, part }) => [shelf, part])
      expect(await now()).toContainEqual(['G7', 2])
      await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
      await office.run()
      expect(await now()).not.toContainEqual(['G7', 2])
    })

    test('counts the values that its empty cells remove, before the start and afterwards', async () => {
      const group = (name: string | null) => ({
        fields: ['shelf'],
        rows: cellsFor([name ?? ''], [name ?? '']),
      })
      const countRemovedValues = async (block: PasteBlock) => {
        const { data } = await paste(block)
        expect(data.valuesRemoved).toBeUndefined()
        await office.run()
        const job = await office.job(data.id)
        return { job, removed: job.valuesRemoved }
      }
      expect(
        await countRemovedValues({ fields: ['shelf'], rows: cellsFor(['G1'], ['']) }),
      ).toMatchObject({ removed: 1 })
      // White space counts as empty. A rejected cell and a cell with a different value remove
      // nothing.
      expect(
        await countRemovedValues({
          fields: ['shelf', 'part'],
          rows: cellsFor([' \u00a0', '1'], ['', 'seven']),
        }),
      ).toMatchObject({
        removed: 1,
      })
      expect(await countRemovedValues(group('G3'))).toMatchObject({ removed: 0 })
      const { job, removed: both } = await countRemovedValues(group(null))
      expect(both).toBe(2)
      await office.start(job)
      await office.run()
      expect((await office.job(job.id)).valuesRemoved).toBe(2)
      const listed = await office.call<{ list: WireJob[] }>(office.admin, 'GET', '/api/jobs')
      expect(listed.data.list.map(({ valuesRemoved }) => valuesRemoved)).not.toContain(2)
      // Fields that are already empty do not change.
      expect(await countRemovedValues(group(null))).toMatchObject({
        removed: 0,
        job: { counts: { same: 2 } },
      })
      await office.call(office.admin, 'POST', `/api/jobs/${job.id}/undo`, { start: true })
      await office.run()
    })

    test('refuses only the rows with a cell that is too long', async () => {
      const long = 'x'.repeat(20_001)
      const { data } = await paste({
        fields: ['shelf', 'part'],
        rows: cellsFor(['G5', long], [long, '2']),
      })
      await office.run()
      const items = await office.items(data.id)
      expect(items.map(({ outcome, issues }) => [outcome, issues])).toEqual([
        ['invalid', { part: [{ code: 'cell.long' }] }],
        ['invalid', { shelf: [{ code: 'cell.long' }] }],
      ])
      expect(items.map(({ cells }) => cells?.map((cell) => cell.length))).toEqual([
        [2, 200],
        [200, 1],
      ])
    })

    test('is refused for invalid fields and rows', async () => {
      expect((await paste({ fields: ['colour'], rows: cellsFor(['x']) })).failure.fields).toEqual({
        fields: [{ code: 'field.unknown' }],
      })
      expect(
        (await paste({ fields: ['shelf', 'shelf'], rows: cellsFor(['x']) })).failure.fields,
      ).toEqual({
        fields: [{ code: 'set.repeated' }],
      })
      expect(
        (await paste({ fields: ['shelf'], rows: cellsFor(['x', 'y']) })).failure.fields,
      ).toEqual({
        rows: [{ code: 'type.wrong' }],
      })
      const [one] = cellsFor(['x'])
      expect(
        (await paste({ fields: ['shelf'], rows: one ? [one, one] : [] })).failure.fields,
      ).toEqual({
        rows: [{ code: 'set.repeated' }],
      })
    })

    test('of a thousand rows is accepted, and fields that a role cannot write are refused in their rows', async () => {
      const ids = (
        await Promise.all([1, 2, 3].map((page) => office.list('volumes', `pageNumber=${page}`)))
      ).flatMap(({ list }) => list)
      const rows = ids.map(({ id }) => ({
        id,
        cells: ['G1', '1', 'Volume', '', '', '1', '5', '', 'Hardcover', 'Yes'],
      }))
      const fields = [
        'shelf',
        'part',
        'name',
        'nameEn',
        'description',
        'floor',
        'copies',
        'weight',
        'binding',
        'isActive',
      ]
      expect((await paste({ fields, rows })).status).toBe(202)
      const branch = await office.create('branches', { name: 'Centru', budget: 500 })
      const { data } = await office.call<WireJob>(office.staff, 'POST', '/api/branches/paste', {
        fields: ['budget'],
        rows: [{ id: branch.id, cells: ['600'] }],
      })
      await office.run()
      expect((await office.items(data.id, '', office.staff))[0]?.issues).toEqual({
        budget: [{ code: 'field.notWritable' }],
      })
    })
  })
})
