import { parseExpression } from '@matricola/schema/expression/parse.ts'
import { parseInstant } from '@matricola/schema/values/parse-date.ts'
import { toFieldIssues } from '@matricola/schema/wire/issue.ts'
import { buildWorkbook, rowXml } from '@matricola/testing/build-workbook.ts'
import {
  findManyIssues,
  findSlowFields,
  hostileTexts,
  isBounded,
} from '@matricola/testing/hostile-values.ts'
import { library } from '@matricola/testing/library/app.ts'
import { libraryLanguages as languages } from '@matricola/testing/library/declarations.ts'
import { describe, expect, test, vi } from 'vitest'
import { readFileRows } from '../../exchange/files/read-rows.ts'
import { findRepeatedColumns, guessMapping } from '../../exchange/import/fields.ts'
import { findNearestMatch } from '../../exchange/import/nearest-match.ts'
import { parseQueryEntries } from '../../records/reading/parse-list-query.ts'

const megabyte = 1024 * 1024
const refusal = (text: string | Uint8Array) => {
  try {
    const { rows, headings } = readFileRows(typeof text === 'string' ? Buffer.from(text) : text, {})
    return {
      letters: headings.join('').length + rows.reduce((sum, { cells }) => sum + cells.length, 0),
    }
  } catch (error) {
    return (error as { reason?: { code: string } }).reason?.code
  }
}

describe('a malicious file', () => {
  test.each<[string, () => string | Uint8Array, string]>([
    // With only one line, the commas count as one heading.
    ['two megabytes of commas', () => ','.repeat(2 * megabyte), 'table.headingTooLong'],
    [
      'two megabytes of commas below headings',
      () => `a,b\n${','.repeat(2 * megabyte)}`,
      'table.tooManyColumns',
    ],
    [
      'two megabytes of semicolons in one cell',
      () => `"${';'.repeat(2 * megabyte)}"`,
      'table.headingTooLong',
    ],
    ['one heading of two megabytes', () => 'x'.repeat(2 * megabyte), 'table.headingTooLong'],
    [
      'one heading that is a little too long',
      () => `${'x'.repeat(501)};b\n1;2`,
      'table.headingTooLong',
    ],
    [
      'fifty long headings',
      () => Array.from({ length: 50 }, () => 'x'.repeat(1000)).join(';'),
      'table.headingTooLong',
    ],
    [
      'too many columns',
      () => Array.from({ length: 51 }, () => 'a').join(';'),
      'table.tooManyColumns',
    ],
    ['too many rows', () => `a\n${'b\n'.repeat(10_001)}`, 'table.tooManyRows'],
    ['a sheet with a thousand names', () => manySheets(1001), 'table.tooManySheets'],
    ['one long text in every cell', () => createSharedTexts(), 'table.tooMuchText'],
  ])(
    'with %s is rejected in its worker, before the rest of the program sees it',
    (_, make, code) => {
      expect(refusal(make())).toBe(code)
    },
  )

  test('passes on a cell that is too long as unread, with its first characters', () => {
    const { rows } = readFileRows(Buffer.from(`a;b\n${'x'.repeat(megabyte)};2`), {})
    expect(JSON.parse(rows[0]?.cells ?? '')).toEqual([
      { fault: 'long', shown: expect.stringMatching(/^x{199}…$/) },
      '2',
    ])
  })

  test('produces a result of bounded size', () => {
    const widest = Array.from({ length: 50 }, () => 'x'.repeat(500)).join(';')
    const files = [
      widest,
      `${widest}\n${`${'y'.repeat(90)};`.repeat(50)}\n`.repeat(150),
      'a\n'.repeat(5000),
    ]
    for (const file of files) {
      const found = refusal(file)
      if (typeof found === 'object') expect(found.letters).toBeLessThan(12 * megabyte + 25_000)
    }
  })

  const manySheets = (count: number) =>
    buildWorkbook({
      sheets: Object.fromEntries(
        Array.from({ length: count }, (_, i) => [`S${i}`, rowXml(1, ['a'])]),
      ),
    })
  const createSharedTexts = () => {
    const columnLetters = Array.from({ length: 26 }, (_, i) => String.fromCharCode(65 + i))
    const row = (position: number) =>
      `<row r="${position}">${columnLetters.map((letter) => `<c r="${letter}${position}" t="s"><v>0</v></c>`).join('')}</row>`
    return buildWorkbook({
      shared: ['z'.repeat(19_000)],
      sheets: {
        X: rowXml(1, columnLetters) + Array.from({ length: 40 }, (_, i) => row(i + 2)).join(''),
      },
    })
  }
})

test('each heading is folded a fixed number of times, regardless of the number of labels', () => {
  const texts = library.loadTexts()
  const wording = { texts, language: 'ro' } as const
  const resource = library.registry.get('members')
  // Folding a text calls `toLowerCase`.
  const lowered = vi.spyOn(String.prototype, 'toLowerCase')
  const foldings = (count: number) => {
    const headings = Array.from({ length: count }, (_, i) => `zqx ${i} ${'ș '.repeat(240)}`)
    lowered.mockClear()
    guessMapping(resource, 'admin', { headings, localization: wording })
    findRepeatedColumns(resource, headings, wording)
    return lowered.mock.contexts.map(String).filter((text) => text.startsWith('zqx'))
  }
  const [single, double] = [foldings(25), foldings(50)]
  lowered.mockRestore()
  expect([single.length, double.length]).toEqual([25 * 4, 50 * 4])
  // At most 200 characters are compared. `ș` becomes two characters when decomposed.
  for (const text of double) expect(text.replace(/\p{M}/gu, '').length).toBeLessThanOrEqual(200)
})

describe('a malicious value', () => {
  test('is rejected or normalized by every field of every form as fast as a harmless one', () => {
    expect(findSlowFields(library.registry.resources)).toEqual([])
  })

  test('that is a list of thousands of invalid entries is rejected with a few issues', () => {
    expect(findManyIssues(library.registry.resources)).toEqual([])
    expect(toFieldIssues([])).toEqual({})
  })

  test('is rejected quickly as a filter, a formula, a day and a word', () => {
    for (const text of hostileTexts) {
      expect(() => parseQueryEntries({ search: text })).toThrow('input.invalid')
      expect('error' in parseExpression(text)).toBe(true)
      expect(isBounded(() => parseInstant(text, { languages }))).toBe(true)
      expect(isBounded(() => findNearestMatch(new Map([['hardcover', 1]]), text))).toBe(true)
    }
  })
})
