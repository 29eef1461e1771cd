import { builtInFieldTypes, createFields } from '@matricola/schema/field.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  dateTimeText,
  formatNumericDate,
  parseDate,
  parseDateTime,
  shortDateTimeText,
  timeText,
} from '../../../fields/date-text.ts'
import {
  moneyDisplay,
  numberDisplay,
  numberText,
  parseNumber,
} from '../../../fields/number-text.ts'

const field = createFields(builtInFieldTypes)
const languages = ['en', 'ro', 'fr', 'de'] as const

describe('a number', () => {
  test.each([
    ['12,5', 12.5],
    ['12.5', 12.5],
    ['1.250.000', 1_250_000],
    ['1.250,75', 1250.75],
    ['1,250.75', 1250.75],
    ['12 500', 12_500],
    ['-3', -3],
    ['', null],
    ['abc', 'abc'],
    ['1e9', '1e9'],
  ])('typed as %j is parsed as %j in every language', (text, value) => {
    for (const language of languages) expect(parseNumber(text, language, 2)).toBe(value)
  })

  test.each([
    ['1.500', 'ro', 1500],
    ['12.500', 'de', 12_500],
    ['1,500', 'en', 1500],
    ['1 500', 'fr', 1500],
    ['-1.500', 'ro', -1500],
    ['1,500', 'ro', '1,500'],
    ['1.500', 'en', '1.500'],
    ['1.500', 'fr', '1.500'],
    ['1,500', 'de', '1,500'],
  ] as const)(
    '%j typed in language %s is parsed as %j, and an ambiguous number stays as typed',
    (text, language, value) => {
      expect(parseNumber(text, language, 2)).toBe(value)
    },
  )

  test('that is ambiguous is rejected with a question that contains both readings', () => {
    const spec = field.money({ min: 0, max: 1e6 })
    const both = {
      ok: false,
      fields: { amount: [{ code: 'number.ambiguous', params: { whole: 1500, parts: 1.5 } }] },
    }
    expect(
      validateInput(z.object({ amount: valueSchema(spec) }), { amount: '1,500' }),
    ).toMatchObject(both)
  })

  test('that the program writes is parsed back to the same number in each language', () => {
    for (const language of languages)
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 4 }),
          fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
          (scale, digits) => {
            const value = Number((digits / 10 ** scale).toFixed(scale)) || 0
            expect(parseNumber(numberText(value, language, scale), language, scale)).toBe(value)
            expect(parseNumber(numberDisplay(value, language, scale), language, scale)).toBe(value)
            if (scale === 2)
              expect(
                parseNumber(moneyDisplay(value, language, 'RON'), language, scale, 'RON'),
              ).toBe(value)
          },
        ),
      )
  })

  test('uses the separators of the language', () => {
    expect(numberText(12.5, 'ro')).toBe('12,5')
    expect(numberText(12.5, 'en')).toBe('12.5')
    expect(moneyDisplay(12_500, 'ro', 'RON')).toBe('12.500,00\u00a0RON')
    expect([moneyDisplay(12_500, 'ro', 'EUR'), moneyDisplay(12_500, 'en', undefined)]).toEqual([
      '12.500,00\u00a0EUR',
      '12,500.00',
    ])
  })
})

describe('a date', () => {
  const now = new Date('2026-09-07T10:00:00Z')
  test.each([
    ['7.9.2026', '2026-09-07'],
    ['07/09/2026', '2026-09-07'],
    ['7 9 26', '2026-09-07'],
    ['07092026', '2026-09-07'],
    ['2026-09-07', '2026-09-07'],
    ['15.3.07', '2007-03-15'],
    ['15.3.98', '1998-03-15'],
    ['', null],
    ['31.02.2026', '31.02.2026'],
    ['soon', 'soon'],
  ])('typed as %j is %j', (text, value) => {
    expect(parseDate(text, languages, now)).toBe(value)
  })

  test('is shown with day, month and year in the order of the language, and never with a two-digit year', () => {
    expect(formatNumericDate('2026-09-07', 'ro')).toBe('07.09.2026')
    expect(formatNumericDate('2026-09-07', 'de')).toBe('07.09.2026')
    expect(formatNumericDate('2026-09-07', 'en')).toBe('07/09/2026')
    expect(formatNumericDate('2026-09-07', 'fr')).toBe('07/09/2026')
  })

  test('with a time omits only the current year in a column, in Bucharest time', () => {
    const now = new Date('2026-12-31T23:30:00.000Z')
    const short = (instant: string, language: string) => shortDateTimeText(instant, language, now)
    expect(
      ['en', 'ro', 'fr', 'de'].map((language) => short('2027-09-07T13:05:00.000Z', language)),
    ).toEqual(['07/09 16:05', '07.09 16:05', '07/09 16:05', '07.09. 16:05'])
    expect(short('2026-12-31T21:00:00.000Z', 'ro')).toBe('31.12.2026 23:00')
    expect(short('2026-12-31T22:30:00.000Z', 'ro')).toBe('01.01 00:30')
    expect(short('someday', 'ro')).toBe('someday')
  })

  test('with a time is parsed and shown in Bucharest time, in summer and in winter', () => {
    expect(parseDateTime('7.9.2026 16:05', languages)).toBe('2026-09-07T13:05:00.000Z')
    expect(parseDateTime('7.1.2026 8.30', languages)).toBe('2026-01-07T06:30:00.000Z')
    expect(dateTimeText('2026-09-07T13:05:00.000Z', 'ro')).toBe('07.09.2026 16:05')
    expect(parseDateTime('7.9.2026 25:00', languages)).toBe('7.9.2026 25:00')
    expect(timeText(new Date('2026-09-07T13:05:00.000Z'), 'ro')).toBe('16:05')
    expect(timeText(new Date('2026-01-07T22:30:00.000Z'), 'en')).toBe('00:30')
  })
})
