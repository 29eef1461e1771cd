import { readFileSync } from 'node:fs'
import { buildWorkbook, buildWorkbookOfRows } from '@matricola/testing/build-workbook.ts'
import { csvOf, type ImportApp } from '@matricola/testing/import-app.ts'
import { libraryEngines, startLibraryImports } from '@matricola/testing/library/app.ts'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const sample = (name: string) =>
  readFileSync(new URL(`../../../../testing/fixtures/exchange/${name}`, import.meta.url))

describe.each(libraryEngines)('files from other programs, on $engine', ({ open }) => {
  let office: ImportApp
  beforeAll(async () => {
    office = await startLibraryImports(open)
  })
  afterAll(() => office.close())

  const path = 'branches'
  const branch = async (name: string) =>
    (await office.list(path, `search=${encodeURIComponent(name)}`)).list.find(
      (one) => one.name === name,
    )
  const createBranch = (name: string) =>
    office.create(path, { name, office: 'B 7', officeHours: 'luni 9-11', budget: 500 })
  const previewFile = async (
    bytes: Uint8Array | string,
    name = 'rows.xlsx',
    fields: Readonly<Record<string, string>> = {},
  ) => {
    const job = await office.previewImport(path, bytes, { name, fields })
    return { job, items: await office.items(job.id) }
  }
  const countRemovedValues = async (id: string) =>
    (await office.call<{ valuesRemoved: number }>(office.admin, 'GET', `/api/imports/${id}`)).data
      .valuesRemoved
  const imported = async (bytes: Uint8Array | string, name = 'rows.xlsx') => {
    const { job } = await previewFile(bytes, name)
    await office.start(job)
    await office.run()
    return office.job(job.id)
  }

  test('a formula without a value is refused, and changes nothing in its record', async () => {
    await createBranch('Formula none')
    const { job, items } = await previewFile(sample('formula-without-value.xlsx'))
    expect(job.counts).toEqual({ invalid: 1 })
    expect(items[0]?.issues).toEqual({
      office: [{ code: 'cell.formula' }],
      budget: [{ code: 'cell.formula' }],
    })
    expect(items[0]?.cells?.slice(0, 3)).toEqual(['Formula none', '="C "&12', '9-17'])
    await office.start(job)
    await office.run()
    expect(await branch('Formula none')).toMatchObject({ office: 'B 7', budget: 500 })
  })

  test('every unreadable cell is a separate issue, and none of them removes a value', async () => {
    await createBranch('Unread')
    const cell = (xml: string) =>
      buildWorkbook({
        sheets: {
          X: `<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Office</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Unread</t></is></c>${xml}</row>`,
        },
        shared: ['only'],
      })
    const cases: readonly (readonly [xml: string, code: string])[] = [
      ['<c r="B2"><f>1+1</f></c>', 'cell.formula'],
      ['<c r="B2"><f>1+1</f><v></v></c>', 'cell.formula'],
      ['<c r="B2" t="str"><f>A1</f></c>', 'cell.formula'],
      ['<c r="B2"><f t="shared" si="0"/></c>', 'cell.formula'],
      ['<c r="B2" t="e"><v>#FIELD!</v></c>', 'cell.broken'],
      ['<c r="B2" t="e"><v>anything at all</v></c>', 'cell.broken'],
      ['<c r="B2" t="e"/>', 'cell.broken'],
      ['<c r="B2" t="e"><f>A9</f><v>#BEZUG!</v></c>', 'cell.broken'],
      ['<c r="B2" t="s"><v>1</v></c>', 'cell.textMissing'],
      ['<c r="B2" t="s"><v>-1</v></c>', 'cell.textMissing'],
      ['<c r="B2" t="s"><v></v></c>', 'cell.textMissing'],
      ['<c r="B2" t="b"><v>7</v></c>', 'cell.broken'],
      ['<c r="B2" t="inlineStr"><is><t>a\uFFFDb</t></is></c>', 'cell.letters'],
      [`<c r="B2" t="inlineStr"><is><t>${'x'.repeat(20_001)}</t></is></c>`, 'cell.long'],
    ]
    for (const [xml, code] of cases) {
      const { job, items } = await previewFile(cell(xml))
      expect([xml.slice(0, 60), items[0]?.issues, await countRemovedValues(job.id)]).toEqual([
        xml.slice(0, 60),
        { office: [{ code }] },
        0,
      ])
    }
  })

  test('a formula that computed an empty text is an empty cell', async () => {
    await createBranch('Computed')
    const { job, items } = await previewFile(
      buildWorkbook({
        sheets: {
          X: '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Office</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Computed</t></is></c><c r="B2" t="str"><f>""</f><v></v></c></row>',
        },
      }),
    )
    expect(items[0]?.changes).toEqual([{ field: 'office', before: 'B 7', after: null }])
    expect(await countRemovedValues(job.id)).toBe(1)
  })

  test('values of a workbook that was saved without recalculation are not used as results', async () => {
    const bytes = buildWorkbook({
      sheets: {
        X: '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" t="inlineStr"><is><t>Budget</t></is></c></row><row r="2"><c r="A2" t="inlineStr"><is><t>Placeholder</t></is></c><c r="B2"><f>100*2</f><v>0</v></c></row>',
      },
    })
    const parts = unzipSync(bytes)
    const book = Buffer.from(parts['xl/workbook.xml'] ?? [])
      .toString()
      .replace('</sheets>', '</sheets><calcPr fullCalcOnLoad="1"/>')
    const { items } = await previewFile(zipSync({ ...parts, 'xl/workbook.xml': strToU8(book) }))
    expect(items[0]?.issues).toEqual({ budget: [{ code: 'cell.formula' }] })
  })

  test('error cells are refused in every language', async () => {
    const { job, items } = await previewFile(sample('error-cells.xlsx'))
    expect(job.counts).toEqual({ invalid: 3 })
    for (const { issues } of items)
      expect(issues).toEqual({
        office: [{ code: 'cell.broken' }],
        officeHours: [{ code: 'cell.broken' }],
      })
  })

  test('in text-only files error values of every language are refused, and words with such a sign are accepted', async () => {
    const errors = [
      '#N/A',
      '#NV',
      '#BEZUG!',
      '#WERT!',
      '#ÜBERLAUF!',
      '#VALEUR!',
      '#NOMBRE!',
      '#NOM?',
      '#VALOARE!',
      '#GETTING_DATA',
      '#FIELD!',
      '#BUSY!',
      'Err:502',
      '########',
    ]
    const { items } = await previewFile(
      csvOf([['Name', 'Office'], ...errors.map((error, i) => [`Error ${i}`, error])]),
      'rows.csv',
    )
    expect(items.map(({ issues }) => issues)).toEqual(
      errors.map(() => ({ office: [{ code: 'cell.broken' }] })),
    )
    const values = ['#12', 'C#', '# 4 B', '#stanga', 'Sala #7!']
    const preview = await previewFile(
      csvOf([['Name', 'Office'], ...values.map((word, i) => [`Word ${i}`, word])]),
      'rows.csv',
    )
    expect(preview.job.counts).toEqual({ ready: values.length })
  })

  test('a corrected file that still has such a cell is refused again', async () => {
    await createBranch('Formula none again')
    const parts = unzipSync(sample('formula-without-value.xlsx'))
    const sheet = Buffer.from(parts['xl/worksheets/sheet1.xml'] ?? [])
      .toString()
      .replace('Formula none', 'Formula none again')
    const { job } = await previewFile(
      zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) }),
    )
    const { text } = await office.call(
      office.admin,
      'GET',
      `/api/jobs/${job.id}/items/export?outcome=invalid&format=csv&lng=en`,
    )
    const secondPreview = await previewFile(text, 'corrected.csv')
    expect(secondPreview.items[0]?.issues).toEqual({
      office: [{ code: 'cell.letters' }],
      budget: [{ code: 'cell.letters' }],
    })
    expect(await countRemovedValues(secondPreview.job.id)).toBe(0)
  })

  test('parts are found by their relationships and types, ignoring case', async () => {
    for (const [file, name] of [
      ['workbook-named.xlsx', 'WB name'],
      ['sheet-folder-capital.xlsx', 'WB case'],
      ['shared-strings-named.xlsx', 'Formulatest'],
    ] as const)
      expect([file, (await imported(sample(file))).counts, (await branch(name))?.name]).toEqual([
        file,
        { done: 1 },
        name,
      ])
    expect(await branch('Formulatest')).toMatchObject({ office: 'C 99' })
  })

  test('images in a workbook are ignored', async () => {
    expect((await previewFile(sample('many-parts.xlsx'))).job.counts.ready).toBeGreaterThan(0)
  })

  test('characters that a workbook has to escape are decoded', async () => {
    expect((await imported(sample('escaped-letters.xlsx'))).counts).toEqual({ done: 2 })
    expect(await branch('Escapes A')).toMatchObject({ office: 'Corp C' })
    expect((await branch('Escapes A'))?.officeHours).toMatch(/^line1\sline2$/)
    expect(await branch('Escapes B')).toMatchObject({
      office: 'Cabinet A',
      officeHours: '_x0041_',
    })
  })

  test('an invalid UTF-8 byte affects only its own cell', async () => {
    const sent = await office.send(path, sample('one-bad-byte.csv'), { name: 'one-bad-byte.csv' })
    expect(sent.data.file.encoding).toBe('utf-8')
    const { items } = await previewFile(sample('one-bad-byte.csv'), 'one-bad-byte.csv')
    expect(items.map(({ title, issues }) => [title, issues])).toEqual([
      ['Științe bune', {}],
      [expect.stringContaining('Facultatea'), { name: [{ code: 'cell.letters' }] }],
    ])
  })

  test('only an empty cell removes a value, and the import reports how many it removes', async () => {
    for (const name of ['Kept', 'Emptied', 'Spaces']) await createBranch(name)
    const { job } = await previewFile(
      csvOf([
        ['Name', 'Office', 'Office hours', 'Budget'],
        ['Kept', 'C 1', 'luni 9-11', '500'],
        ['Emptied', '', '', '600'],
        ['Spaces', '  ', 'luni 9-11', ''],
        ['New one', '', '', ''],
      ]),
      'rows.csv',
    )
    expect([job.counts, await countRemovedValues(job.id)]).toEqual([{ ready: 4 }, 4])
    await office.start(job)
    await office.run()
    expect(await countRemovedValues(job.id)).toBe(4)
  })

  test('title rows above the headings are skipped', async () => {
    const { data } = await office.send(path, sample('title-rows.xlsx'), { name: 'title-rows.xlsx' })
    expect(data.file).toMatchObject({ headingRow: 4, rowsAbove: 2 })
    expect(data.firstRows.slice(0, 3)).toEqual([
      { position: 1, text: 'UNIVERSITATEA DIN ORAS' },
      { position: 2, text: 'Lista departamentelor 2026' },
      { position: 4, text: 'Name · Office · Office hours · Email · Phone · Budget' },
    ])
    expect(data.mapping).toEqual(['name', 'office', 'officeHours', 'email', 'phone', 'budget'])
    expect((await imported(sample('title-rows.xlsx'))).counts).toEqual({ done: 1 })
    expect(await branch('Title row dept')).toMatchObject({ office: 'C1', budget: 100 })
    expect(await branch('Name')).toBeUndefined()
  })

  test.each<[string, readonly (readonly (string | number)[])[], number]>([
    [
      'nothing',
      [
        ['Name', 'Office'],
        ['A', 'B'],
      ],
      1,
    ],
    [
      'a row with a title and a print date',
      [
        ['Departamente', '', '', '01.10.2026'],
        ['Name', 'Office', 'Email', 'Budget'],
        ['A', 'B', 'a@b.ro', 1],
      ],
      2,
    ],
    [
      'a row with a label and a value',
      [
        ['Faculty', 'Litere'],
        ['Name', 'Office', 'Budget'],
        ['A', 'B', 1],
      ],
      2,
    ],
    [
      'a row of heading groups',
      [
        ['', 'Contact', '', 'Bani'],
        ['Name', 'Email', 'Phone', 'Budget'],
        ['A', 'a@b.ro', '0721000001', 1],
      ],
      2,
    ],
    [
      'a title, and the headings are unknown',
      [['Lista'], [], ['Unu', 'Doi', 'Trei'], ['A', 'B', 1], ['C', 'D', 2]],
      3,
    ],
    [
      'nothing, and only one heading is known',
      [
        ['Name', 'x'],
        ['A', 'B'],
      ],
      1,
    ],
    ['nothing, and there is only one column', [['Name'], ['A'], ['B']], 1],
  ])('the heading row is found if above it there is %s', async (_, rows, headingRow) => {
    expect(
      (await office.send(path, buildWorkbookOfRows(rows), { name: 'rows.xlsx' })).data.file
        .headingRow,
    ).toBe(headingRow)
    expect((await office.send(path, csvOf(rows), { name: 'rows.csv' })).data.file.headingRow).toBe(
      headingRow,
    )
  })

  test('a user can choose another heading row', async () => {
    const rows = [
      ['Name', 'Office'],
      ['Name', 'Phone'],
      ['Chosen', '0721000001'],
    ]
    const send = (headingRow: string) => office.send(path, csvOf(rows), { fields: { headingRow } })
    expect((await send('2')).data).toMatchObject({
      file: { headingRow: 2, rowsAbove: 1 },
      mapping: ['name', 'phone'],
      job: { total: 1 },
    })
    expect((await send('9')).failure).toMatchObject({
      code: 'import.unreadable',
      fields: { file: [{ code: 'table.noSuchRow', params: { row: 9 } }] },
    })
    for (const value of ['0', '-1', '1.5', 'x'])
      expect((await send(value)).failure.code).toBe('input.invalid')
  })

  test('a repeated heading is not mapped, and the import names the column that it repeats', async () => {
    const { data } = await office.send(path, sample('repeated-heading.xlsx'), { name: 'rows.xlsx' })
    expect([data.mapping, data.repeats]).toEqual([
      ['name', 'office', null, 'budget'],
      [null, null, 1, null],
    ])
    const suggestMapping = async (headings: readonly string[]) => {
      const sent = await office.send(path, csvOf([headings, headings.map(() => 'x')]))
      return [sent.data.mapping, sent.data.repeats]
    }
    expect(await suggestMapping(['Name', 'Office', 'OFFICE *', 'Office 2'])).toEqual([
      ['name', 'office', null, null],
      [null, null, 1, 1],
    ])
    // The same field in two languages.
    expect(await suggestMapping(['Name', 'Office', 'Birou'])).toEqual([
      ['name', 'office', null],
      [null, null, 1],
    ])
  })

  test('a number that a spreadsheet has rounded is refused with that reason', async () => {
    for (const text of [
      '1.23457E+15',
      '1,23457E+15',
      '1E+16',
      '4.0721E+10',
      '123.4E+9',
      '1.2e+015',
    ]) {
      const { items } = await previewFile(
        csvOf([
          ['Name', 'Phone', 'Office'],
          [`Rounded ${text}`, text, text],
        ]),
        'rows.csv',
      )
      expect([text, items[0]?.issues]).toEqual([
        text,
        { phone: [{ code: 'text.ruined' }], office: [{ code: 'text.ruined' }] },
      ])
    }
    const numbers = await previewFile(
      buildWorkbookOfRows([
        ['Name', 'Office'],
        ['Long number', 1234567890123456],
      ]),
    )
    expect(numbers.items[0]?.issues).toEqual({ office: [{ code: 'text.ruined' }] })
    const fine = await previewFile(
      csvOf([
        ['Name', 'Office'],
        ['Fine', '1E5'],
        ['Fine too', 'E+15'],
        ['Fine as well', '123456789012345'],
      ]),
      'rows.csv',
    )
    expect(fine.job.counts).toEqual({ ready: 3 })
    const typed = await office.call(office.admin, 'POST', `/api/${path}/create`, {
      name: 'Typed',
      office: '1.23457E+15',
    })
    expect(typed.failure.fields).toEqual({ office: [{ code: 'text.ruined' }] })
  })

  test('a bank statement and a web page are reported where they cannot be imported', async () => {
    for (const name of ['statement-mt940.sta', 'statement-camt053.xml'])
      expect((await office.send(path, sample(name), { name })).failure).toMatchObject({
        code: 'import.unreadable',
        fields: { file: [{ code: 'table.statement' }] },
      })
    expect(
      (await office.send(path, sample('html-as.xls'), { name: 'html-as.xls' })).failure.fields,
    ).toEqual({
      file: [{ code: 'table.webPage' }],
    })
  })
})
