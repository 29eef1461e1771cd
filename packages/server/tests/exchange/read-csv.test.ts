import type { ImportEncoding, ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import { encodeWindows1250 } from '@matricola/testing/build-workbook.ts'
import { describe, expect, test } from 'vitest'
import { readFileRows } from '../../exchange/files/read-rows.ts'

const read = (text: string | Uint8Array, options: ImportFileOptions = {}) => {
  const file = readFileRows(typeof text === 'string' ? Buffer.from(text) : text, options)
  return { ...file, rows: file.rows.map(({ position, cells }) => [position, ...JSON.parse(cells)]) }
}
const encodeUtf16 = (text: string, isBig: boolean) => {
  const bytes = Buffer.from(text, 'utf16le')
  return isBig ? bytes.swap16() : bytes
}

describe('a CSV file', () => {
  test.each([
    ['semicolons', 'Nume;Cod\nAlgebră, liniară;A1\n', ';'],
    ['commas', 'Nume,Cod\n"Algebră; liniară",A1\n', ','],
    ['tabs', 'Nume\tCod\nAlgebră, liniară; I\tA1\n', '\t'],
    ['bars', 'Nume|Cod\nAlgebră|A1\n', '|'],
    ['a line that declares it', 'sep=|\r\nNume|Cod;x,y\r\nAlgebră|A1\r\n', '|'],
    ['one column only', 'Nume\nAlgebră\n', ';'],
  ])('separated by %s is recognised', (_, text, separator) => {
    expect(read(text).separator).toBe(separator)
    expect(read(text).headings[0]).toBe('Nume')
  })

  test('with decimal commas is not taken to be separated by commas', () => {
    expect(read('A;B;C\n1,5;2,5;3,5\n1,5;2,5;3,5\n')).toMatchObject({
      separator: ';',
      headings: ['A', 'B', 'C'],
    })
  })

  test('is read with the chosen separator instead of the detected one', () => {
    expect(read('a;b,c\n1;2,3\n', { separator: ',' }).headings).toEqual(['a;b', 'c'])
  })

  test.each([
    ['CRLF', 'a;b\r\n1;2\r\n3;4\r\n'],
    ['LF', 'a;b\n1;2\n3;4'],
    ['CR', 'a;b\r1;2\r3;4\r'],
  ])('with lines that end with %s has the same rows', (_, text) => {
    expect(read(text).rows).toEqual([
      [2, '1', '2'],
      [3, '3', '4'],
    ])
  })

  test('keeps separators, quotes and line breaks within quotes', () => {
    expect(read('a;b\r\n"x;""y""\r\nz";2\r\n').rows).toEqual([[2, 'x;"y"\r\nz', '2']])
  })

  test('treats a quote inside an unquoted cell as a character', () => {
    expect(read('a;b\nLiceul "Bălcescu" Cluj;2\n').rows).toEqual([
      [2, 'Liceul "Bălcescu" Cluj', '2'],
    ])
  })

  test('drops empty trailing columns and empty rows, and the other rows keep their numbers', () => {
    expect(read('a;b;;;\n1;2;;;\n;;;;\n\n3;;;;\n;;;;\n')).toMatchObject({
      headings: ['a', 'b'],
      rows: [
        [2, '1', '2'],
        [5, '3', ''],
      ],
    })
  })

  test('keeps every cell of rows shorter or longer than the headings', () => {
    expect(read('a;b\n1\n1;2;3\n')).toMatchObject({
      headings: ['a', 'b', ''],
      rows: [
        [2, '1', '', ''],
        [3, '1', '2', '3'],
      ],
    })
  })

  const text = 'Nume;Oraș\r\nȘtefan Țurcanu;Bârlad în județul Vaslui, România\r\n'
  const old = text.replace(
    /[ȘȚșț]/g,
    (letter) => ({ Ș: 'Ş', Ț: 'Ţ', ș: 'ş', ț: 'ţ' })[letter] ?? letter,
  )
  test.each<[ImportEncoding, string, Uint8Array]>([
    ['utf-8', 'with a mark', Buffer.from(`\ufeff${text}`)],
    ['utf-8', 'without a mark', Buffer.from(text)],
    ['utf-16le', 'with a mark', encodeUtf16(`\ufeff${text}`, false)],
    ['utf-16be', 'with a mark', encodeUtf16(`\ufeff${text}`, true)],
    ['utf-16le', 'without a mark', encodeUtf16(text, false)],
    ['utf-16be', 'without a mark', encodeUtf16(text, true)],
    ['windows-1250', 'as Excel saves it', encodeWindows1250(text)],
    [
      'windows-1250',
      'with its quotation marks',
      encodeWindows1250(text.replace('Ștefan', '„Ștefan”')),
    ],
    [
      'windows-1252',
      'in French',
      Buffer.from('Nom;Ville\r\nHélène Façade;Nîmes, à côté de la forêt\r\n', 'latin1'),
    ],
    [
      'windows-1252',
      'in German',
      Buffer.from(
        'Name;Straße\r\nJürgen Müßig;Große Bleiche, Köln, für Zoë à la carte\r\n',
        'latin1',
      ),
    ],
  ])('in %s %s is read', (encoding, _, bytes) => {
    const file = read(bytes)
    expect(file.encoding).toBe(encoding)
    if (encoding !== 'windows-1252') expect(file.rows[0]?.[1]).toContain('Ștefan')
    else expect(JSON.stringify(file.rows)).toMatch(/Hélène Façade|Jürgen Müßig/)
  })

  test('in French keeps the characters of Windows-1252 that Latin-1 lacks, although Node confuses the two', () => {
    const quotedFile = Buffer.concat([
      Buffer.from('Nom;Frais\r\nH\xe9l\xe8ne L', 'latin1'),
      Buffer.of(0x92),
      Buffer.from('\xc9cole ', 'latin1'),
      Buffer.of(0x97, 0x20, 0x8c),
      Buffer.from('uvre;100 ', 'latin1'),
      Buffer.of(0x80),
      Buffer.from('\r\n'),
    ])
    const file = read(quotedFile)
    expect(file.encoding).toBe('windows-1252')
    expect(file.rows[0]?.slice(1)).toEqual(['Hélène L’École — Œuvre', '100 €'])
  })

  test('is read with the chosen encoding instead of the detected one, with the same Romanian letters in two encodings', () => {
    expect(read(encodeWindows1250(text), { encoding: 'iso-8859-2' }).rows[0]?.[1]).toBe(
      'Ștefan Țurcanu',
    )
    expect(read(encodeWindows1250(text), { encoding: 'windows-1252' }).rows[0]?.[1]).toBe(
      'ªtefan Þurcanu',
    )
  })

  test('has its cedilla letters replaced by the modern ones, and the affected rows are counted', () => {
    const file = read(`${old}Ana Pop;Cluj\r\n`)
    expect(file).toMatchObject({ headings: ['Nume', 'Oraș'], converted: 1 })
    expect(file.rows[0]).toEqual([2, 'Ștefan Țurcanu', 'Bârlad în județul Vaslui, România'])
    expect(read(text).converted).toBe(0)
  })

  test.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])],
    ['an XLS workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0])],
    ['a quote that never ends', Buffer.from('a;b\n"1;2\n3;4\n')],
    ['nothing but separators', Buffer.from(';;;\n;;\n')],
  ])('%s is rejected', (_, bytes) => {
    expect(() => read(bytes)).toThrow('import.unreadable')
  })

  test('with more cells in a line than any sheet has is rejected before it is parsed', () => {
    expect(() => read(`name,code\nLitere,LIT\n${','.repeat(2_000_000)}\n`)).toThrow(
      'import.tooLarge',
    )
    expect(
      read(`name,code\nLitere,"a${','.repeat(20_000)}b"${','.repeat(100)}\n`).headings,
    ).toEqual(['name', 'code'])
  })

  test('with too many rows or columns is rejected', () => {
    expect(() => read(`a\n${'x\n'.repeat(10_001)}`)).toThrow('import.tooLarge')
    expect(read(`a\n${'x\n'.repeat(10_000)}`).rows).toHaveLength(10_000)
    expect(() => read(`${'a;'.repeat(50)}a\n`)).toThrow('import.tooLarge')
    expect(read(`${'a;'.repeat(49)}a\n`).headings).toHaveLength(50)
  })
})
