import type { FieldSpec, SpecOf } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldEntries } from '@matricola/schema/resource-fields.ts'
import { valueSchema } from '@matricola/schema/validation.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { instantToLocal, localToInstant } from '@matricola/schema/values/local-time.ts'
import { parsePhone } from '@matricola/schema/values/phone.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { cellAsText, fileOfCells } from '@matricola/testing/cell-files.ts'
import { library } from '@matricola/testing/library/app.ts'
import {
  libraryField as field,
  libraryLanguages as languages,
} from '@matricola/testing/library/declarations.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExchangeCell, keyTextOf } from '../../exchange/cell-formats.ts'
import {
  cellReader,
  isEmptyCell,
  isReadableFromCells,
  readCell,
  writeCell,
} from '../../exchange/cells.ts'
import { escapeFormula, unescapeFormula } from '../../exchange/files/formula.ts'
import { readFileRows } from '../../exchange/files/read-rows.ts'
import { readFieldCell } from '../../exchange/import/cells.ts'
import { choicesByLabel, fieldsByHeading, headingOf } from '../../exchange/labels.ts'
import { localOfSerial, serialOfLocal } from '../../exchange/spreadsheet-dates.ts'
import type { RawCell as FileCell } from '../../ports/file-reader.ts'

const texts = library.loadTexts()
const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7'

/** A resource with one field. Its choices use the labels of the real resource. */
const resourceWithField = (spec: FieldSpec): AnyResource => ({
  ...library.registry.get('volumes'),
  fields: { binding: spec },
})
const readOptions = (language: Language) => ({
  texts,
  language,
  keys: new Map([
    [id, '9780000000001 / V1'],
    [other, '=Formula / +1'],
  ]),
  ids: new Map([
    ['books', new Map([['9780000000001 / V1', id] as const, ['=Formula / +1', other] as const])],
  ]),
})

const prefixes = ['', '=', '+', '-', '@', "'", "'=", "''-", ' =', '\t', '＝', '1,5', '"']
const anyText = fc
  .tuple(
    fc.constantFrom(...prefixes),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.constantFrom('', '\n', ';', ',', '"'),
  )
  .map((parts) => parts.join(''))
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const instant = fc
  .date({ min: new Date('1800-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const phones = fc
  .tuple(fc.constantFrom('+40', '+4', '+49', '+1', '+373'), fc.stringMatching(/^[1-9]\d{6,11}$/))
  .map((parts) => parts.join(''))
  .filter((number) => parsePhone(number) === number)
const choices = { hardcover: {}, paperback: {}, spiral: {} }
const scaled = (scale: number) =>
  fc
    .integer({ min: -99_999_999, max: 99_999_999 })
    .map((integer) => Number((integer / 10 ** scale).toFixed(scale)))

const kinds: readonly (readonly [FieldSpec, fc.Arbitrary<unknown>])[] = [
  [field.text({ max: 200 }), anyText],
  [field.text({ max: 20, encrypted: true }), fc.stringMatching(/^[A-Z0-9]{5,20}$/)],
  [field.longText({ max: 200 }), anyText],
  [
    field.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
    fc.integer({ min: -2_000_000_000, max: 2_000_000_000 }),
  ],
  [field.decimal({ min: -1e8, max: 1e8, scale: 1 }), scaled(1)],
  [field.decimal({ min: -1e8, max: 1e8, scale: 3 }), scaled(3)],
  [field.money({ min: -1e8, max: 1e8 }), scaled(2)],
  [field.boolean({}), fc.boolean()],
  [field.date({}), day],
  [field.dateTime({}), instant],
  [field.choice(choices), fc.constantFrom(...Object.keys(choices))],
  [field.set(choices), fc.uniqueArray(fc.constantFrom(...Object.keys(choices)))],
  [field.reference('books'), fc.constantFrom(id, other)],
  [field.email(), fc.stringMatching(/^[+a-z=-][a-z0-9.]{0,20}@[a-z]{1,10}\.ro$/)],
  [field.phone(), phones],
]

describe.each(languages)('cells in %s', (language) => {
  test.each(kinds.map(([spec, values]) => [spec.type, spec, values] as const))(
    'a value of type %s is read back unchanged',
    (_, spec, values) => {
      const resource = resourceWithField(spec)
      const schema = valueSchema(spec)
      fc.assert(
        fc.property(values, (given) => {
          const valid = schema.safeParse(given)
          fc.pre(valid.success)
          const cell = writeCell(resource, 'binding', valid.data, readOptions(language))
          expect(readCell(resource, 'binding', cell, readOptions(language))).toEqual({
            value: valid.data,
          })
          // Also as text, because a CSV file contains only text.
          if (isEmptyCell(cell)) return
          expect(
            readCell(resource, 'binding', cellAsText(cell, language), readOptions(language)),
          ).toEqual({ value: valid.data })
        }),
      )
    },
  )

  test('every choice of every resource is read back, and so is every heading', () => {
    for (const resource of library.registry.resources) {
      for (const [name, spec] of fieldEntries(resource)) {
        if (spec.type === 'many') continue
        expect([
          resource.name,
          name,
          fieldsByHeading(resource, readOptions(language)).get(
            fold(headingOf(resource, name, readOptions(language))),
          ),
        ]).toEqual([resource.name, name, name])
        for (const value of 'choices' in spec ? Object.keys(spec.choices) : []) {
          const list = spec.type === 'set' ? [value] : value
          expect(
            readCell(
              resource,
              name,
              writeCell(resource, name, list, readOptions(language)),
              readOptions(language),
            ),
          ).toEqual({
            value: list,
          })
        }
      }
    }
  })
})

/** Texts that programs tend to misinterpret. */
const worst = [
  '=1+1',
  '+40',
  '-1',
  '@x',
  "'x",
  "''=x",
  "'#N/A",
  '#N/A',
  '#BEZUG!',
  '####',
  '#12',
  'true',
  '1',
  '001',
  '1.5',
  '1,5',
  '2026-01-01',
  'sep=;',
  'NULL',
  'a"b',
  '"',
  'a;b',
  'a,b',
  'a\tb',
  'a|b',
  'one\ntwo',
  'one\r\ntwo',
  '_x000D_',
  '_x0041_',
  '_x005F_',
  '__x0041_',
  '_x0041_x0042_',
  '&amp;<b>"',
  ']]>',
  'ș ț Ș Ț',
  '😀',
  '\u00A0x',
  '“x”',
  '﹦1',
  'x'.repeat(200),
]

describe.each(languages)('files in %s', (language) => {
  test.each(kinds.map(([spec, values]) => [spec.type, spec, values] as const))(
    'keep every value of type %s, including edge cases',
    async (_, spec, values) => {
      const resource = resourceWithField(spec)
      const schema = valueSchema(spec)
      const all = [...worst, ...fc.sample(values, { numRuns: 60, seed: 7 })].flatMap((given) => {
        const valid = schema.safeParse(given)
        // The replacement character (U+FFFD) is reported, not accepted.
        return valid.success && !String(valid.data).includes('\uFFFD') ? [valid.data] : []
      })
      const read = cellReader(resource, 'binding', readOptions(language))
      for (const format of ['csv', 'xlsx'] as const) {
        const cells = all.map((value) =>
          writeCell(resource, 'binding', value, readOptions(language)),
        )
        const file = await fileOfCells(cells, {
          format,
          resource,
          name: 'binding',
          texts,
          language,
        })
        const { rows } = readFileRows(file, {})
        const found = rows.map((row) =>
          readFieldCell(spec, (JSON.parse(row.cells) as FileCell[])[1] ?? '', read),
        )
        expect([format, found]).toEqual([format, all.map((value) => ({ value }))])
      }
    },
  )
})

test('a word stands for the same choice in every language', () => {
  for (const resource of library.registry.resources)
    for (const [name, spec] of fieldEntries(resource)) {
      if (!('choices' in spec)) continue
      const all = languages.map((language) => choicesByLabel(resource, name, { texts, language }))
      for (const text of all)
        expect([resource.name, name, [...text].toSorted()]).toEqual([
          resource.name,
          name,
          [...(all[0] ?? [])].toSorted(),
        ])
    }
})

test('a user with one language can import a file in another', () => {
  const volumes = library.registry.get('volumes')
  expect(readCell(volumes, 'binding', 'CARTONATĂ', readOptions('de'))).toEqual(
    readCell(volumes, 'binding', 'hardcover', readOptions('de')),
  )
  expect(fieldsByHeading(volumes, readOptions('fr')).get(fold('Denumire'))).toBe('name')
  expect(fieldsByHeading(volumes, readOptions('fr')).get('bookid')).toBe('bookId')
})

describe('formulas', () => {
  const corpus = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\0=1',
    '  =1',
    "=HYPERLINK('x')",
    '\n=1',
    '＝1',
    '\u00A0=1',
    "'=1",
    "''=1",
  ]
  test.each(corpus)('%j is escaped, and is read back unchanged', (text) => {
    expect(escapeFormula(text)).toBe(`'${text}`)
    expect(unescapeFormula(escapeFormula(text))).toBe(text)
  })
  test.each(['plain', "'quoted", '1=1', 'a@b.ro', "rock 'n' roll", ''])(
    '%j stays unchanged',
    (text) => {
      expect(escapeFormula(text)).toBe(text)
      expect(unescapeFormula(text)).toBe(text)
    },
  )
})

const outcome = (spec: FieldSpec, cell: ExchangeCell, language: Language = 'ro') => {
  const read = readCell(resourceWithField(spec), 'binding', cell, readOptions(language))
  return 'value' in read ? read.value : read.issues[0]?.code
}

test.each<[string, Language, unknown]>([
  ['1.234,50', 'ro', 1234.5],
  ['1,234.50', 'ro', 1234.5],
  ['1 234,50', 'ro', 1234.5],
  ['1\u202F234,5', 'fr', 1234.5],
  ["1'234.50", 'de', 1234.5],
  ['1.234', 'ro', 1234],
  ['1.234', 'de', 1234],
  ['1,234', 'en', 1234],
  ['1.234', 'en', 'number.ambiguous'],
  ['1,234', 'ro', 'number.ambiguous'],
  ['1.234', 'fr', 'number.ambiguous'],
  ['1.234.567', 'en', 1234567],
  ['12,5', 'en', 12.5],
  ['12.5', 'ro', 12.5],
  ['0,125', 'ro', 'number.tooManyDecimals'],
  ['-12,5', 'ro', -12.5],
  ["'-12,5", 'ro', -12.5],
  ['\u221212', 'ro', -12],
  ['+12', 'ro', 12],
  ['100 lei', 'ro', 100],
  ['12 34', 'ro', 'cell.notANumber'],
  ['1.23.456', 'ro', 'cell.notANumber'],
  ['1,234,50', 'ro', 'cell.notANumber'],
  ['1e5', 'ro', 'cell.notANumber'],
  ['ten', 'ro', 'cell.notANumber'],
])('reading %j as an amount in language %j returns %j', (text, language, expected) => {
  expect(outcome(field.money({ min: -1e9, max: 1e9 }), text, language)).toBe(expected)
})

test.each<[ExchangeCell, unknown]>([
  ['12,50 EUR', 12.5],
  ['12,50 €', 12.5],
  ['12,50', 12.5],
  ['12,50 RON', 'cell.notANumber'],
  ['12,50 lei', 'cell.notANumber'],
])('reading %j as an amount in euros, the only accepted currency, returns %j', (text, expected) => {
  expect(outcome(field.money({ min: 0, max: 1e9, currency: 'EUR' }), text, 'ro')).toBe(expected)
})

test('the heading of an amount names its currency, and a file may omit it', () => {
  const resource = library.registry.get('branches')
  const grant = (currency?: string | { readonly field: string }): AnyResource => ({
    ...resource,
    fields: {
      ...resource.fields,
      budget: field.money({ min: 0, max: 1e6, ...(currency && { currency }) }),
    },
  })
  const heading = (resource: AnyResource) => headingOf(resource, 'budget', readOptions('ro'))
  expect([heading(grant()), heading(grant('EUR')), heading(grant({ field: 'currency' }))]).toEqual([
    'Buget (RON)',
    'Buget (EUR)',
    'Buget',
  ])
  const known = fieldsByHeading(grant('EUR'), readOptions('ro'))
  expect(
    [fold('Buget (EUR)'), fold('Budget (EUR)'), fold('Buget')].map((word) => known.get(word)),
  ).toEqual(['budget', 'budget', 'budget'])
})

test('a separator before three digits is the decimal mark if the language uses it and the field has three decimals', () => {
  const spec: SpecOf<'decimal'> = field.decimal({ min: 0, max: 1e6, scale: 3 })
  expect(outcome(spec, '1,234', 'ro')).toBe(1.234)
  expect(outcome(spec, '1.234', 'ro')).toBe(1234)
  expect(outcome(spec, '1.234', 'en')).toBe(1.234)
})

test.each<[ExchangeCell, unknown]>([
  ['2026-03-15', '2026-03-15'],
  ['15.03.2026', '2026-03-15'],
  ['15/03/2026', '2026-03-15'],
  ['5.3.2026', '2026-03-05'],
  ['5-3-2026', '2026-03-05'],
  ['15.03.2026 00:00:00', '2026-03-15'],
  ['15.03.26', 'date.shortYear'],
  ['5/3/26', 'date.shortYear'],
  ['31.02.2026', 'date.unreal'],
  ['soon', 'date.unknownFormat'],
  ['46096', '2026-03-15'],
  [46096, '2026-03-15'],
  [46096.75, '2026-03-15'],
  [60, 'date.unreal'],
  [59, 'date.tooEarly'],
  [{ day: '2026-03-15' }, '2026-03-15'],
  [true, 'date.unknownFormat'],
])('reading %j as a date returns %j', (cell, expected) => {
  expect(outcome(field.date({ min: '1950-01-01' }), cell)).toBe(expected)
})

test.each<[ExchangeCell, unknown]>([
  ['2026-07-01 12:30', '2026-07-01T09:30:00.000Z'],
  ['01.12.2026 12:30:15', '2026-12-01T10:30:15.000Z'],
  ['2026-07-01', '2026-06-30T21:00:00.000Z'],
  ['2026-07-01T09:30:00.000Z', '2026-07-01T09:30:00.000Z'],
  ['2026-07-01 25:30', 'date.unreal'],
  [46204.5, '2026-07-01T09:00:00.000Z'],
])('reading %j as a time returns %j', (cell, expected) => {
  expect(outcome(field.dateTime({}), cell)).toBe(expected)
})

test('the repeated hour at the end of daylight saving time stays unambiguous', () => {
  for (const moment of ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z'])
    expect(
      outcome(
        field.dateTime({}),
        writeCell(resourceWithField(field.dateTime({})), 'binding', moment, readOptions('ro')),
      ),
    ).toBe(moment)
  expect(instantToLocal('2026-10-25T00:30:00.000Z')).toBe('2026-10-25 03:30:00')
  expect(localToInstant('2026-03-29 03:30:00')).toBe('2026-03-29T01:30:00.000Z')
})

test('a serial number stands for the same day when it is read and when it is written', () => {
  fc.assert(
    fc.property(day, (text) => {
      const serial = serialOfLocal(text)
      if (serial !== null) expect(localOfSerial(serial)?.slice(0, 10)).toBe(text)
    }),
  )
  expect(serialOfLocal('1900-02-28')).toBeNull()
})

test.each<[ExchangeCell, unknown]>([
  ['da', true],
  ['NU', false],
  ['Ja', true],
  ['oui', true],
  ['no', false],
  ['x', true],
  [1, true],
  ['0', false],
  [false, false],
  ['TRUE', true],
  ['maybe', 'cell.notOffered'],
  ['', 'required'],
])('reading %j as a boolean returns %j', (cell, expected) => {
  expect(outcome(field.boolean({}), cell)).toBe(expected)
})

test.each<[SpecOf<'choice'> | SpecOf<'set'>, string, Language, string]>([
  [field.choice(choices), 'Cartonat', 'ro', 'Cartonată'],
  [field.choice(choices), 'cartonat', 'en', 'Hardcover'],
  [field.choice(choices), 'Spiralb', 'de', 'Spiralbindung'],
  [field.set(choices), 'Spiralat; cartonata', 'ro', 'Spirală; Cartonată'],
])(
  'a word close to exactly one choice is rejected with that choice as a suggestion',
  (spec, cell, language, suggestion) => {
    const read = readCell(resourceWithField(spec), 'binding', cell, readOptions(language))
    expect(read).toMatchObject({
      issues: [{ code: 'cell.notOfferedLike', params: { suggestion } }],
    })
  },
)

test('a word that is close to several choices, or to none, is rejected without a suggestion', () => {
  for (const cell of ['Einband', 'Strange', 'ca'])
    expect(outcome(field.choice(choices), cell)).toBe('cell.notOffered')
  expect(outcome(field.set(choices), 'Cartonat; Strange')).toBe('cell.notOffered')
})

test('a phone number that a spreadsheet stored as a number is accepted', () => {
  expect(outcome(field.phone(), 740123456)).toBe('+40740123456')
  expect(outcome(field.phone(), '0740 123 456')).toBe('+40740123456')
  expect(outcome(field.phone(), '12')).toBe('phone.malformed')
})

test('a reference is resolved by its key, and rejected if it is unknown or ambiguous', () => {
  const spec = field.reference('books', { optional: true })
  expect(outcome(spec, '  9780000000001   / V1')).toBe(id)
  expect(outcome(spec, 'nothing')).toBe('cell.nothingNamed')
  expect(outcome(spec, null)).toBeNull()
  const several = {
    ...readOptions('en'),
    ids: new Map([['books', new Map([['A', 'several']])]]),
  }
  expect(readCell(resourceWithField(spec), 'binding', 'A', several)).toEqual({
    issues: [{ code: 'reference.several' }],
  })
  expect(keyTextOf("'=A")).toBe('=A')
})

test('a cell shows whether a file exists, and cannot upload one', () => {
  const spec = field.file({ accept: ['pdf'], optional: true })
  expect([
    isReadableFromCells(spec),
    isReadableFromCells(field.data()),
    isReadableFromCells(field.date({})),
  ]).toEqual([false, false, true])
  expect(writeCell(resourceWithField(spec), 'binding', '/api/files/1', readOptions('ro'))).toBe(
    'Da',
  )
  expect(outcome(spec, 'x')).toBe('field.notWritable')
  expect(writeCell(resourceWithField(field.data()), 'binding', {}, readOptions('en'))).toBeNull()
})
