/** The shared date and time formats in the forms and the filter editor of the browser. */

import { builtInFieldTypes, createFields, type FieldSpec } from '@matricola/schema/field.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { detectDayOrder, parseDay } from '@matricola/schema/values/parse-date.ts'
import { findFilterIssue } from '@matricola/schema/wire/filter-value.ts'
import { daySpellings, momentSpellings } from '@matricola/testing/date-spellings.ts'
import { libraryRegistry } from '@matricola/testing/library/pages.tsx'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  dateTimeText,
  formatNumericDate,
  longDate,
  longDateTime,
  parseDate,
  parseDateTime,
  shortDateTimeText,
} from '../../../fields/date-text.ts'
import { encodeFilter, parseFilter } from '../../../fields/filter-parts.ts'
import { dayOperandFormat } from '../../../fields/operand-format.ts'

const { languages } = libraryRegistry
const field = createFields(builtInFieldTypes, { languages })

/** Returns the value that a form would send, or the code of its refusal. */
function sent(spec: FieldSpec, value: unknown): unknown {
  const result = validateInput(
    z.strictObject({ value: valueSchema(spec) }) as z.ZodMiniType<{ value: unknown }>,
    { value },
  )
  return result.ok ? result.value.value : result.fields.value?.[0]?.code
}

test.each(daySpellings)('typing the day %j in a form or a filter gives %s', (text, expected) => {
  expect(sent(field.date(), parseDate(text, languages))).toBe(expected)
  const filtered = dayOperandFormat(field.date()).parse(text)
  expect(typeof filtered === 'string' ? filtered : filtered.code).toBe(expected)
})

test.each(momentSpellings)('typing the date and time %j in a form gives %s', (text, expected) => {
  // The form keeps the text; its schema only knows that it is not a valid time.
  expect(sent(field.dateTime(), parseDateTime(text, languages))).toBe(
    expected === 'date.unreal' ? 'dateTime.unreal' : expected,
  )
})

describe.each(languages)('a date filter in language %s', (language) => {
  const thisYear = today(new Date()).slice(0, 4)
  const moment = '2020-03-15T08:30:00.000Z'
  const recent = `${thisYear}-03-15T08:30:00.000Z`
  const displayedValues: readonly (readonly [string, string])[] = [
    [formatNumericDate('2020-03-15', language), '2020-03-15'],
    [longDate('2020-03-15', language), '2020-03-15'],
    [dateTimeText(moment, language), '2020-03-15'],
    [longDateTime(moment, language), '2020-03-15'],
    [shortDateTimeText(moment, language), '2020-03-15'],
    [shortDateTimeText(recent, language), `${thisYear}-03-15`],
    [formatNumericDate('2020-03-05', language).replace(/\b0/g, ''), '2020-03-05'],
    [formatNumericDate(`${thisYear}-03-15`, language).slice(0, 5), `${thisYear}-03-15`],
  ]
  const books = libraryRegistry.get('books')

  test.each(['publishedOn', 'acquiredAt'])(
    'on %s accepts the formats that pages show, and sends the API the canonical format',
    (name) => {
      const { format: show, parse: read } = dayOperandFormat(fieldOf(books, name))
      for (const [text, day] of displayedValues) {
        expect([text, read(text)]).toEqual([text, day])
        const variants = ['\u200e', '\u00a0', '  '].map(
          (invisible) => `${invisible}${text}${invisible}`,
        )
        expect(variants.map(read)).toEqual(variants.map(() => day))
        // The URL contains the canonical value, and the text shown for it is read as the same day.
        expect(read(show(day))).toBe(day)
        for (const value of [
          encodeFilter({ operator: 'is', operands: [day] }),
          encodeFilter({ operator: 'from', operands: [day] }),
          encodeFilter({ operator: 'to', operands: [day] }),
          encodeFilter({ operator: 'between', operands: ['2020-01-01', day] }),
        ]) {
          expect([value, findFilterIssue(books, name, value)]).toEqual([value, null])
          expect(parseFilter(fieldOf(books, name), value).operands.at(-1)).toBe(day)
        }
      }
    },
  )

  test('accepts a full timestamp in the API format', () => {
    for (const text of [moment, '2020-03-15T10:30:00+02:00', ` ${moment} `])
      expect(dayOperandFormat(fieldOf(books, 'acquiredAt')).parse(text)).toBe(text.trim())
  })
})

test('two-digit years are accepted where the user sees the resulting year, and are questioned elsewhere', () => {
  const now = new Date('2026-09-07T10:00:00Z')
  expect([
    parseDate('15.03.20', languages, now),
    parseDate('15-mar-98', languages, now),
    parseDate('15/3/36', languages, now),
  ]).toEqual(['2020-03-15', '1998-03-15', '2036-03-15'])
  expect([parseDay('15.03.20', { languages }), parseDay('15-mar-98', { languages })]).toEqual([
    { code: 'date.shortYear' },
    { code: 'date.shortYear' },
  ])
})

test.each([
  [['03/15/2020', '03/04/2020', '11/28/2019'], 'monthFirst'],
  [['15/03/2020', '03/04/2020'], 'dayFirst'],
  [['03/04/2020', '05/06/2020', ''], 'either'],
  [['03-04-2020'], 'either'],
  [['03.04.2020', '05.06.2020'], 'dayFirst'],
  [['03.04.2020', '03.15.2020'], 'monthFirst'],
  [['03/15/2020', '15.03.2020', '03/04/2020'], 'mixed'],
  [['03/03/2020', '2020-03-15', '15 martie 2020', 'soon', null, 43905], null],
  [['15.03.2020 10:30', '04/03/2020 10:30'], 'dayFirst'],
] as const)('the order of day and month in %j is %s', (cells, order) => {
  expect(detectDayOrder(cells)).toBe(order)
})

test('a day that fits both orders is rejected with a question that contains both readings', () => {
  for (const order of ['either', 'mixed'] as const) {
    expect(parseDay('03/04/2020', { languages, order })).toEqual({
      code: 'date.ambiguous',
      params: { dayFirst: '2020-04-03', monthFirst: '2020-03-04' },
    })
    expect([
      parseDay('03/15/2020', { languages, order }),
      parseDay('15/03/2020', { languages, order }),
      parseDay('03/03/2020', { languages, order }),
    ]).toEqual(['2020-03-15', '2020-03-15', '2020-03-03'])
  }
  expect([
    parseDay('03/04/2020', { languages, order: 'monthFirst' }),
    parseDay('03/04/2020', { languages }),
  ]).toEqual(['2020-03-04', '2020-04-03'])
})
