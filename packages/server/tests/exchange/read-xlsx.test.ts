import { constants, deflateRawSync } from 'node:zlib'
import type { ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import {
  buildWorkbook,
  buildWorkbookOfRows,
  rowXml,
  type WorkbookContent,
  workbookFiles,
} from '@matricola/testing/build-workbook.ts'
import { buildWorker } from '@matricola/testing/databases.ts'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { createFileReader } from '../../exchange/files/read-file.ts'
import { readFileRows } from '../../exchange/files/read-rows.ts'

const summarize = (file: ReturnType<typeof readFileRows>) => ({
  ...file,
  rows: file.rows.map(({ position, cells }) => [position, ...JSON.parse(cells)]),
})
const read = (book: WorkbookContent | Uint8Array, options: ImportFileOptions = {}) =>
  summarize(readFileRows(book instanceof Uint8Array ? book : buildWorkbook(book), options))
const heading = rowXml(1, ['A', 'B', 'C', 'D'])

describe('a workbook', () => {
  test('has shared texts, inline texts, numbers, booleans, errors and results of formulas', () => {
    const file = read({
      shared: ['Ștefan', '<r><t>Ana </t></r><r><t>Pop</t></r><rPh sb="0" eb="1"><t>x</t></rPh>'],
      sheets: {
        Date: `${heading}<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2"><v>7.25</v></c><c r="D2" t="b"><v>1</v></c></row><row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="B3" t="str"><f>A1&amp;"x"</f><v>gata</v></c><c r="C3"><f>1+1</f><v>2</v></c><c r="D3" t="b"><v>0</v></c></row>`,
      },
    })
    expect(file).toMatchObject({
      format: 'xlsx',
      encoding: null,
      separator: null,
      sheets: ['Date'],
      sheet: 'Date',
      headings: ['A', 'B', 'C', 'D'],
    })
    expect(file.rows).toEqual([
      [2, 'Ștefan', 'Ana Pop', 7.25, true],
      [3, { fault: 'error', shown: '#N/A' }, 'gata', 2, false],
    ])
  })

  test('may have omitted cells, empty rows and prefixed elements', () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
    const file = read({
      sheets: { X: '' },
      parts: {
        'xl/worksheets/sheet1.xml': `<x:worksheet xmlns:x="${main}"><x:sheetData><x:row r="1"><x:c r="A1" t="inlineStr"><x:is><x:t>A</x:t></x:is></x:c><x:c r="C1" t="inlineStr"><x:is><x:t>C</x:t></x:is></x:c></x:row><x:row r="7"><x:c r="C7"><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
      },
    })
    expect(file).toMatchObject({ headings: ['A', '', 'C'], rows: [[7, '', '', 3]] })
  })

  const dates = (is1904: boolean, style: number, serial: number) =>
    read({
      is1904,
      formats: [
        [14],
        [164, 'dd\\.mm\\.yyyy'],
        [165, '[$-418]d mmmm yyyy;@'],
        [22],
        [20],
        [166, '#,##0.00 &quot;lei de zi&quot;'],
        [167, '[h]:mm'],
        [168, '[Red]0.00'],
      ],
      sheets: { X: `${heading}<row r="2"><c r="A2" s="${style}"><v>${serial}</v></c></row>` },
    }).rows[0]?.[1]
  test.each([
    ['a built-in day', 1, 39156, '2007-03-15'],
    ['a day with a custom format', 2, 39156, '2007-03-15'],
    ['a day with the name of its month', 3, 39156, '2007-03-15'],
    ['a day and a time', 4, 39156.5, '2007-03-15 12:00:00'],
    ['a moment with milliseconds', 4, 39156.5000000116, '2007-03-15 12:00:00.001'],
    ['a time of day', 5, 0.354166666666667, '08:30'],
    ['an amount whose unit contains letters of date formats', 6, 39156, 39156],
    ['hours', 7, 0.5, '12:00'],
    ['an amount in red', 8, 2.5, 2.5],
    ['a number without a format', 0, 39156, 39156],
    ['the first day', 1, 1, '1900-01-01'],
    ['the day before the leap day of 1900', 1, 59, '1900-02-28'],
    ['the leap day of 1900, which did not exist', 1, 60, '1900-02-29'],
    ['the day after the leap day of 1900', 1, 61, '1900-03-01'],
  ])('distinguishes %s by its format', (_, style, serial, expected) => {
    expect(dates(false, style, serial)).toBe(expected)
  })
  test('counts days from 1904 if it declares that date system', () => {
    expect(dates(true, 1, 37694)).toBe('2007-03-15')
    expect(dates(true, 1, 0)).toBe('1904-01-01')
  })

  test('is read from its first visible sheet, or from the named one', () => {
    const sheets = { Ascuns: rowXml(1, ['x']), Unu: rowXml(1, ['unu']), Doi: rowXml(1, ['doi']) }
    const book = workbookFiles({ sheets })
    const hidden = Buffer.from(book['xl/workbook.xml'] ?? [])
      .toString()
      .replace('name="Ascuns"', 'name="Ascuns" state="hidden"')
    const bytes = zipSync({ ...book, 'xl/workbook.xml': strToU8(hidden) })
    expect(read(bytes)).toMatchObject({ sheets: ['Unu', 'Doi'], sheet: 'Unu', headings: ['unu'] })
    expect(read(bytes, { sheet: 'Doi' })).toMatchObject({ sheet: 'Doi', headings: ['doi'] })
    expect(() => read(bytes, { sheet: 'Ascuns' })).toThrow('import.unreadable')
  })

  test('that refers to another file is read with its last computed values, and no link is followed', () => {
    const link = '<externalLink xmlns="x"><externalBook r:id="rId1" xmlns:r="y"/></externalLink>'
    const file = read({
      sheets: { X: `${heading}<row r="2"><c r="A2"><f>[1]Foaie!A1</f><v>5</v></c></row>` },
      parts: {
        'xl/externalLinks/externalLink1.xml': link,
        'xl/externalLinks/_rels/externalLink1.xml.rels':
          '<Relationships><Relationship Id="rId1" Target="http://127.0.0.1:9/x.xlsx" TargetMode="External"/></Relationships>',
      },
    })
    expect(file.rows).toEqual([[2, 5, '', '', '']])
  })

  test('needs neither shared texts nor styles', () => {
    const {
      'xl/sharedStrings.xml': _texts,
      'xl/styles.xml': _styles,
      ...parts
    } = workbookFiles({ sheets: { X: rowXml(1, ['a', 1]) } })
    expect(read(zipSync(parts)).headings).toEqual(['a', '1'])
  })

  test('whose sheet is an external link is rejected', () => {
    const rels =
      '<Relationships><Relationship Id="rId1" Target="http://127.0.0.1:9/sheet.xml" TargetMode="External"/></Relationships>'
    expect(() =>
      read({ sheets: { X: heading }, parts: { 'xl/_rels/workbook.xml.rels': rels } }),
    ).toThrow('import.unreadable')
  })
})

describe('a malicious workbook', () => {
  const readFile = createFileReader(buildWorker('packages/server/exchange/files/read-worker.ts'))
  const entities = Array.from(
    { length: 10 },
    (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`,
  ).join('')
  const sheet = (before: string, text: string) =>
    `<?xml version="1.0"?>${before}<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row></sheetData></worksheet>`
  const withSheet = (xml: string) =>
    buildWorkbook({ sheets: { X: '' }, parts: { 'xl/worksheets/sheet1.xml': xml } })
  const many = Object.fromEntries(
    Array.from({ length: 10_001 }, (_, i) => [`xl/media/${i}.png`, 'x']),
  )

  test.each<[string, () => Uint8Array, string]>([
    [
      'a billion laughs',
      () => withSheet(sheet(`<!DOCTYPE x [<!ENTITY l0 "ha">${entities}]>`, '&l10;')),
      'import.unreadable',
    ],
    ['a document type', () => withSheet(sheet('<!DOCTYPE worksheet>', 'x')), 'import.unreadable'],
    [
      'an entity of a file',
      () => withSheet(sheet('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]>', '&f;')),
      'import.unreadable',
    ],
    ['an entity that nobody declared', () => withSheet(sheet('', '&f;')), 'import.unreadable'],
    [
      'more than ten thousand parts',
      () => buildWorkbook({ sheets: { X: heading }, parts: many }),
      'import.tooLarge',
    ],
    ['a gigabyte of zeros', () => bomb(false), 'import.tooLarge'],
    ['the same with a header that says it is small', () => bomb(true), 'import.tooLarge'],
    ['the same part twice', () => createDuplicateEntries(), 'import.unreadable'],
    [
      'a program',
      () => buildWorkbook({ sheets: { X: heading }, parts: { 'xl/vbaProject.bin': 'x' } }),
      'import.unreadable',
    ],
    [
      'the kind of a workbook with macros',
      () =>
        buildWorkbook({
          sheets: { X: heading },
          contentType: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
        }),
      'import.unreadable',
    ],
    [
      'another archive',
      () => zipSync({ 'word/document.xml': strToU8('<w/>') }),
      'import.unreadable',
    ],
    [
      'an end that is missing',
      () => buildWorkbookOfRows([['a'], ['b']]).subarray(0, 500),
      'import.unreadable',
    ],
    [
      'noise behind the first letters',
      () =>
        Uint8Array.from({ length: 5000 }, (_, i) =>
          i === 0 ? 0x50 : i === 1 ? 0x4b : (i * 7919) % 251,
        ),
      'import.unreadable',
    ],
    [
      'a cell in a column far away',
      () => buildWorkbook({ sheets: { X: `${heading}<row r="2"><c r="XFD2"><v>1</v></c></row>` } }),
      'import.tooLarge',
    ],
    [
      'ten thousand rows and one',
      () => buildWorkbookOfRows([['a'], ...Array.from({ length: 10_001 }, (_, i) => [i])]),
      'import.tooLarge',
    ],
    ['unclosed tags', () => withSheet(`<worksheet>${'<a>'.repeat(100_000)}`), 'import.unreadable'],
  ])('with %s is rejected, and the program keeps running', async (_, make, code) => {
    const before = process.memoryUsage().rss
    await expect(readFile(make(), {})).rejects.toMatchObject({ code })
    expect(process.memoryUsage().rss - before).toBeLessThan(250 * 1024 * 1024)
  })

  test('does not stop the reader, which then reads a valid one', async () => {
    const file = await readFile(
      buildWorkbookOfRows([
        ['a', 'b'],
        ['1', 2],
      ]),
      {},
    )
    expect(summarize(file)).toMatchObject({ headings: ['a', 'b'], rows: [[2, '1', 2]] })
  })

  /**
   * A workbook whose sheet is a gigabyte of zeros. Its header states the true size, or a small one.
   */
  function bomb(hasFalseSize: boolean): Uint8Array {
    const name = Buffer.from('xl/worksheets/sheet1.xml')
    const megabyte = deflateRawSync(Buffer.alloc(1024 * 1024), {
      finishFlush: constants.Z_FULL_FLUSH,
    })
    const packed = Buffer.concat([
      ...Array.from({ length: 1024 }, () => megabyte),
      Buffer.from([3, 0]),
    ])
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE(8, 8)
    header.writeUInt32LE(packed.length, 18)
    header.writeUInt32LE(hasFalseSize ? 100 : 2 ** 30, 22)
    header.writeUInt16LE(name.length, 26)
    const { 'xl/worksheets/sheet1.xml': _, ...others } = workbookFiles({ sheets: { X: heading } })
    return Buffer.concat([header, name, packed, zipSync(others)])
  }

  function createDuplicateEntries(): Uint8Array {
    const bytes = buildWorkbook({
      sheets: { X: heading },
      parts: { 'xl/worksheets/sheet2.xml': '<worksheet/>' },
    })
    return Uint8Array.from(
      Buffer.from(
        Buffer.from(bytes).toString('latin1').replaceAll('sheet2.xml', 'sheet1.xml'),
        'latin1',
      ),
    )
  }
})
