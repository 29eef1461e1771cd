import { parseExpression } from '@matricola/schema/expression/parse.ts'
import { fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { fieldSchema, validateInput } from '@matricola/schema/validation.ts'
import { fold, normalizeText } from '@matricola/schema/values/folding.ts'
import { parseInstant } from '@matricola/schema/values/parse-date.ts'
import { toFieldIssues } from '@matricola/schema/wire/issue.ts'
import { readFileRows } from '@matricola/server/exchange/files/read-rows.ts'
import { findRepeatedColumns, guessMapping } from '@matricola/server/exchange/import/fields.ts'
import { findNearestMatch } from '@matricola/server/exchange/import/nearest-match.ts'
import { parseQueryEntries } from '@matricola/server/records/reading/list-query.ts'
import { buildWorkbook, rowXml } from '@matricola/testing/build-workbook.ts'
import { describe, expect, test, vi } from 'vitest'
import { allResources, getResource } from '#resources/index.ts'
import { languages } from '#resources/languages.ts'
import { testedApp } from '#tests/support/tested-app.ts'

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
  const texts = testedApp.loadTexts()
  const wording = { texts, language: 'ro' } as const
  const resource = getResource('students')
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
  const length = 20_000
  const repeated = (text: string) => text.repeat(Math.ceil(length / text.length)).slice(0, length)
  const seeds = [
    'a',
    'a ',
    ' ',
    'a-',
    '1',
    '1.',
    "a'",
    'a.',
    'a@',
    'a@a.',
    '\u0301',
    'ș',
    'ﬁ',
    '\u200b',
    '\u202a',
    '(',
    '+4',
    '!',
    '\n',
    ' \n',
    'a \n',
    ';',
    ',',
    '0721 ',
    '#A_',
  ]
  const texts = seeds.flatMap((seed) => [
    repeated(seed),
    `${repeated(seed)}!`,
    `a${repeated(seed)}a`,
    `a\n${repeated(seed)}\u0001`,
  ])
  /**
   * Processor time of this process, in microseconds. Unlike elapsed time, it does not depend on the
   * load of the machine.
   */
  const measureCpu = (work: () => unknown) => {
    const startUsage = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(startUsage)
    return user + system
  }
  /**
   * The time to normalize and fold a harmless text of the same length, as the reference for all
   * others.
   */
  const harmless = Array.from({ length }, (_, i) => 'Ștefan Țurcanu, Bârlad '[i % 23]).join('')
  const reference = Math.max(
    ...Array.from({ length: 5 }, () => measureCpu(() => fold(normalizeText(harmless)))),
  )
  /**
   * Quadratic work takes thousands of times as long on every attempt. Garbage collection and
   * compilation slow down only one.
   */
  const isBounded = (work: () => unknown) =>
    Array.from({ length: 4 }).some(() => measureCpu(work) < 100 * reference + 5_000)

  /** One of each group of fields with the same declaration, which are validated alike. */
  const fields = new Map(
    allResources.flatMap((resource) =>
      storedEntries(resource).map(
        ([name]) => [JSON.stringify(fieldOf(resource, name)), { resource, name }] as const,
      ),
    ),
  )

  test('is rejected or normalized by every field of every form as fast as a harmless one', () => {
    const slow = [...fields.values()].flatMap(({ resource, name }) => {
      const schema = fieldSchema(resource, name)
      return texts.some((text) => !isBounded(() => validateInput(schema, text)))
        ? [`${resource.name}.${name}`]
        : []
    })
    expect(slow).toEqual([])
  })

  test('that is a list of thousands of invalid entries is rejected with a few issues', () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `wrong ${i}`)
    const found = allResources.flatMap((resource) =>
      storedEntries(resource).flatMap(([name]) => {
        const checked = validateInput(fieldSchema(resource, name), many)
        // Fields that accept any value are written only by the server.
        return checked.ok
          ? []
          : Object.values(checked.fields).filter((issues) => issues.length > 20)
      }),
    )
    expect(found).toEqual([])
    expect(toFieldIssues([])).toEqual({})
  })

  test('is rejected quickly as a filter, a formula, a day and a word', () => {
    for (const text of texts) {
      expect(() => parseQueryEntries({ search: text })).toThrow('input.invalid')
      expect('error' in parseExpression(text)).toBe(true)
      expect(isBounded(() => parseInstant(text, { languages }))).toBe(true)
      expect(isBounded(() => findNearestMatch(new Map([['compulsory', 1]]), text))).toBe(true)
    }
  })
})
