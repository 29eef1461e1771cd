/** The doors of the browser for the spellings that every door reads alike: forms and the editor of filters. */
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { type FieldSpec, field } from '#model/field.ts'
import { check, valueSchema } from '#model/validation.ts'
import { dayOrderOf, readDay } from '#model/values/read-date.ts'
import { parseDate, parseDateTime } from '#src/fields/date-text.ts'
import { dayReading } from '#src/fields/filter-reading.ts'
import { daySpellings, momentSpellings } from '#tests/support/spellings.ts'

/** The value that a form would send, or the code of its refusal. */
function sent(spec: FieldSpec, value: unknown): unknown {
  const result = check(z.strictObject({ value: valueSchema(spec) }) as z.ZodMiniType<{ value: unknown }>, { value })
  return result.ok ? result.value.value : result.fields.value?.[0]?.code
}

test.each(daySpellings)('the day %j typed in a form or a filter is %s', (text, said) => {
  expect(sent(field.date(), parseDate(text))).toBe(said)
  const filtered = dayReading(field.date()).read(text)
  expect(typeof filtered === 'string' ? filtered : filtered.code).toBe(said)
})

test.each(momentSpellings)('the moment %j typed in a form is %s', (text, said) => {
  // A form keeps the text, of which its schema knows only that it is no moment.
  expect(sent(field.dateTime(), parseDateTime(text))).toBe(said === 'date.unreal' ? 'dateTime.unreal' : said)
})

test('two digits of a year are read where the person sees the year, and asked back elsewhere', () => {
  const now = new Date('2026-09-07T10:00:00Z')
  expect([parseDate('15.03.20', now), parseDate('15-mar-98', now), parseDate('15/3/36', now)]).toEqual([
    '2020-03-15',
    '1998-03-15',
    '2036-03-15',
  ])
  expect([readDay('15.03.20'), readDay('15-mar-98')]).toEqual([{ code: 'date.shortYear' }, { code: 'date.shortYear' }])
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
  expect(dayOrderOf(cells)).toBe(order)
})

test('a day that both orders fit is asked back with both', () => {
  for (const order of ['either', 'mixed'] as const) {
    expect(readDay('03/04/2020', { order })).toEqual({
      code: 'date.ambiguous',
      params: { dayFirst: '2020-04-03', monthFirst: '2020-03-04' },
    })
    expect([readDay('03/15/2020', { order }), readDay('15/03/2020', { order }), readDay('03/03/2020', { order })]).toEqual([
      '2020-03-15',
      '2020-03-15',
      '2020-03-03',
    ])
  }
  expect([readDay('03/04/2020', { order: 'monthFirst' }), readDay('03/04/2020')]).toEqual(['2020-03-04', '2020-04-03'])
})
