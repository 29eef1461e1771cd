/**
 * Expressions over fields: exact arithmetic, calendar arithmetic, their text form and their
 * description in words.
 */

import { checkExpression, type KnownFields } from '@matricola/schema/expression/check.ts'
import {
  type Condition,
  comparisonSigns,
  conditionErrors,
  describeCondition,
  meetsCondition,
} from '@matricola/schema/expression/condition.ts'
import { formatDecimal } from '@matricola/schema/expression/decimal.ts'
import { describeExpression } from '@matricola/schema/expression/describe.ts'
import {
  evaluateExpression,
  type FieldValues,
  plainValue,
} from '@matricola/schema/expression/evaluate.ts'
import { type Expression, fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import {
  maxExpressionLength,
  parseCondition,
  parseExpression,
} from '@matricola/schema/expression/parse.ts'
import { printExpression } from '@matricola/schema/expression/print.ts'
import { anyExpression } from '@matricola/testing/expressions.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loadTexts, textFolders } from '../texts.ts'

const languages = ['en', 'ro', 'fr', 'de'] as const

const known: KnownFields = {
  baccalaureateAverage: { type: 'number', decimals: 2 },
  examGrade: { type: 'number', decimals: 2, optional: true },
  noticeDays: { type: 'number' },
  boughtOn: { type: 'day' },
  returnedOn: { type: 'day', optional: true },
  lastName: { type: 'text' },
}

/** Parses a text that has no error. */
function read(text: string): Expression {
  const parsed = parseExpression(text)
  if ('error' in parsed) throw new Error(JSON.stringify(parsed.error))
  return parsed.expression
}
const resultOf = (text: string, record: FieldValues, now?: Date) =>
  plainValue(evaluateExpression(read(text), record, { ...(now && { now }) }))

test('sums, products and quotients of decimals are exact, without binary rounding errors', () => {
  expect(resultOf('0.1 + 0.2', {})).toBe(0.3)
  expect(resultOf('a * 3', { a: 1.1 })).toBe(3.3)
  expect(resultOf('cut(1.15 * 100, 0)', {})).toBe(115)
  expect(
    formatDecimal(evaluateExpression(read('99999999999.99 * 99999999999.99'), {}) as never),
  ).toBe('9999999999998000000000.0001')
})

test('the average of the exams is truncated after two decimals and never rounded up', () => {
  expect(resultOf('cut(0.8 * b + 0.2 * e, 2)', { b: 9.33, e: 9.95 })).toBe(9.45)
  expect(resultOf('cut((a + b + c) / 3, 2)', { a: 9.99, b: 10, c: 10 })).toBe(9.99)
  expect(resultOf('cut(80 % * b, 2)', { b: 9.99 })).toBe(7.99)
})

test('halves are rounded away from zero, for positive and negative numbers', () => {
  expect(
    ['0.125', '-0.125', '0.124', '2.5'].map((number) => resultOf(`round(${number}, 2)`, {})),
  ).toEqual([0.13, -0.13, 0.12, 2.5])
  expect(resultOf('round(1 / 3 * 3)', {})).toBe(1)
})

test('the result is null if an operand is missing, except in min, max, first and joined texts', () => {
  expect(resultOf('a + b', { a: 1 })).toBeNull()
  expect(resultOf('a / 0', { a: 1 })).toBeNull()
  expect(
    ['min(a, b)', 'max(a, b)', 'first(b, a)', 'a + first(b, 0)'].map((text) =>
      resultOf(text, { a: 1, b: null }),
    ),
  ).toEqual([1, 1, 1, 1])
  expect(resultOf('join(" ", a, b, c)', { a: 'Ana', c: 'Pop' })).toBe('Ana Pop')
})

test('a month after 31 January is the last day of February, and a year after 29 February is the 28th', () => {
  expect(resultOf('d + 1 month', { d: '2026-01-31' })).toBe('2026-02-28')
  expect(resultOf('d + 1 month', { d: '2024-01-31' })).toBe('2024-02-29')
  expect(resultOf('d + 1 month - 1 month', { d: '2026-01-31' })).toBe('2026-01-28')
  expect(resultOf('d + 1 year', { d: '2024-02-29' })).toBe('2025-02-28')
  expect(resultOf('d - 1 month', { d: '2026-03-31' })).toBe('2026-02-28')
  expect(resultOf('d + n days', { d: '2026-12-31', n: 1 })).toBe('2027-01-01')
  expect(resultOf('to - d', { d: '2024-02-28', to: '2024-03-01' })).toBe(2)
  expect(resultOf('d + 9000 years', { d: '2024-02-28' })).toBeNull()
})

test('today is the current day in the university’s time zone, not in UTC', () => {
  expect(resultOf('today + 1 day', {}, new Date('2026-06-30T22:30:00Z'))).toBe('2026-07-02')
})

test('a printed expression parses back to the same expression, in 2,000 random cases', () => {
  fc.assert(
    fc.property(anyExpression(known), (expression) => {
      const text = printExpression(expression)
      fc.pre(text.length <= maxExpressionLength)
      expect(read(text)).toEqual(expression)
    }),
    { numRuns: 2000 },
  )
})

/** Parses a condition that has no error. */
function readCondition(text: string): Condition {
  const parsed = parseCondition(text)
  if ('error' in parsed) throw new Error(JSON.stringify(parsed.error))
  return parsed.condition
}

test('a condition compares exact values, and its “and” binds tighter than “or”', () => {
  const meets = (text: string, record: FieldValues) => meetsCondition(readCondition(text), record)
  expect(meets('0.1 + 0.2 = 0.3', {})).toBe(true)
  for (const [sign, expected] of [
    ['>=', [false, true, true]],
    ['>', [false, false, true]],
    ['<=', [true, true, false]],
    ['<', [true, false, false]],
    ['=', [false, true, false]],
    ['≥', [false, true, true]],
    ['≤', [true, true, false]],
  ] as const)
    expect([4.99, 5, 5.01].map((a) => meets(`a ${sign} 5`, { a }))).toEqual(expected)
  for (let bits = 0; bits < 8; bits++) {
    const [a, b, c] = [bits & 1, (bits >> 1) & 1, (bits >> 2) & 1]
    expect(meets('a > 0 or b > 0 and c > 0', { a, b, c })).toBe(Boolean(a || (b && c)))
    expect(meets('a > 0 and b > 0 or c > 0', { a, b, c })).toBe(Boolean((a && b) || c))
  }
})

test('a condition over an absent value is not met, whatever it compares', () => {
  for (const sign of comparisonSigns)
    expect(meetsCondition(readCondition(`a ${sign} a`), { a: null })).toBe(false)
})

test('a condition that compares nothing, or something other than numbers, is rejected', () => {
  const errorOf = (text: string) => {
    const parsed = parseCondition(text)
    return 'error' in parsed ? parsed.error : (conditionErrors(parsed.condition, known)[0] ?? null)
  }
  expect(errorOf('examGrade')).toEqual({ code: 'expression.noComparison' })
  expect(errorOf('5 > 4')).toEqual({ code: 'expression.noComparison' })
  expect(errorOf('examGrade >= 5 and')).toEqual({ code: 'expression.unfinished', at: 18 })
  expect(errorOf('examGrade > 5 > 4')).toMatchObject({ code: 'expression.unexpected', at: 14 })
  expect(errorOf('examGrad > 5')).toMatchObject({ code: 'expression.unknownFieldLike' })
  expect(errorOf('boughtOn > 5')).toMatchObject({ code: 'expression.notANumber' })
  expect(errorOf('lastName = "Pop"')).toMatchObject({ code: 'expression.notANumber' })
  expect(errorOf('examGrade + 1 >= noticeDays or examGrade < 2')).toBeNull()
})

test('conditions are explained in the four languages', () => {
  const texts = loadTexts(languages, textFolders('', []))
  const describe = (text: string, language: (typeof languages)[number]) =>
    describeCondition(readCondition(text), {
      ...{ language, label: (field: string) => field.toUpperCase() },
      text: (key, params) => texts.text(language, key, params),
    })
  expect(languages.map((language) => describe('a >= 5.5', language))).toEqual([
    'A at least 5.5',
    'A cel puțin 5,5',
    'A d’au moins 5,5',
    'A mindestens 5,5',
  ])
  expect(describe('a > 5 and b < 6', 'en')).toBe('A above 5 and B below 6')
  expect(describe('a <= 5 and b = 6 or c > 7', 'en')).toBe(
    '(A at most 5 and B exactly 6) or C above 7',
  )
})

test('unparsable text is rejected with the position of the error and a suggestion', () => {
  const fault = (text: string) => {
    const parsed = parseExpression(text)
    return 'error' in parsed ? parsed.error : null
  }
  expect(fault('2 * (a + ')).toEqual({ code: 'expression.unfinished', at: 9 })
  expect(fault('a + ) b')).toEqual({ code: 'expression.unexpected', params: { found: ')' }, at: 4 })
  expect(fault('a $ b')).toEqual({ code: 'expression.unexpected', params: { found: '$' }, at: 2 })
  expect(fault('ruond(a, 2)')).toEqual({
    code: 'expression.unknownFunctionLike',
    params: { name: 'ruond', like: 'round' },
    at: 0,
  })
  expect(fault('a * 2 years')).toEqual({
    code: 'expression.spanAlone',
    params: { part: '2 years' },
    at: 4,
  })
  expect(fault('1234567890.1234567')).toMatchObject({ code: 'expression.numberTooLong' })
  expect(fault('('.repeat(50))).toEqual({ code: 'expression.tooLong' })
  expect(fault('')).toEqual({ code: 'expression.unfinished', at: 0 })
})

test('unknown fields and incompatible types are rejected', () => {
  const codes = (text: string) => checkExpression(read(text), known).errors.map(({ code }) => code)
  expect(checkExpression(read('0.8 * baccalaureatAverage'), known).errors).toEqual([
    {
      code: 'expression.unknownFieldLike',
      params: { name: 'baccalaureatAverage', like: 'baccalaureateAverage' },
    },
  ])
  expect(codes('examGrade + boughtOn')).toEqual(['expression.notANumber'])
  expect(codes('boughtOn + 2')).toEqual(['expression.notASpan'])
  expect(codes('boughtOn - 2')).toEqual(['expression.notADay'])
  expect(codes('lastName * 2')).toEqual(['expression.notANumber'])
  expect(codes('max(examGrade, boughtOn)')).toEqual(['expression.mixed'])
  expect(codes('join(" ", lastName, examGrade)')).toEqual(['expression.notAText'])
  expect(codes('round(examGrade, 13)')).toEqual(['expression.decimals'])
  expect(
    codes(
      Array.from({ length: 60 }, () => 'examGrade')
        .join(' + ')
        .concat(' - 1 - 1'),
    ),
  ).toEqual([])
  expect(codes(Array.from({ length: 120 }, () => '1').join(' + '))).toEqual(['expression.tooLong'])
})

test('the result’s type, decimals and optionality are known without values', () => {
  const checkText = (text: string) => {
    const { type, decimals, optional, errors: faults } = checkExpression(read(text), known)
    return faults.length === 0 && [type, decimals, optional]
  }
  expect(checkText('cut(0.8 * baccalaureateAverage, 2)')).toEqual(['number', 2, false])
  expect(checkText('0.8 * examGrade')).toEqual(['number', 3, true])
  expect(checkText('baccalaureateAverage / noticeDays')).toEqual(['number', 20, true])
  expect(checkText('boughtOn + 2 years')).toEqual(['day', 0, false])
  expect(checkText('returnedOn - boughtOn')).toEqual(['number', 0, true])
  expect(checkText('first(returnedOn, today)')).toEqual(['day', 0, false])
  expect(fieldsInExpression(read('max(examGrade, 5) + examGrade + baccalaureateAverage'))).toEqual([
    'examGrade',
    'baccalaureateAverage',
  ])
})

test('an expression is described in words in each of the four languages', () => {
  const texts = loadTexts(languages, textFolders('', []))
  const labels: { readonly [field: string]: string } = {
    baccalaureateAverage: 'Baccalaureate average',
    examGrade: 'Exam grade',
    boughtOn: 'Bought on',
    returnedOn: 'Returned on',
    noticeDays: 'Notice',
  }
  const format = (text: string) =>
    Object.fromEntries(
      languages.map((language) => [
        language,
        describeExpression(read(text), {
          language,
          known,
          label: (field) => labels[field] ?? field,
          text: (key, params) => texts.text(language, key, params),
        }),
      ]),
    )
  expect(format('cut(0.8 * baccalaureateAverage + 0.2 * examGrade, 2)')).toEqual({
    en: '0.8 × Baccalaureate average + 0.2 × Exam grade, truncated to 2 decimal places',
    ro: '0,8 × Baccalaureate average + 0,2 × Exam grade, trunchiat la 2 zecimale',
    fr: '0,8 × Baccalaureate average + 0,2 × Exam grade, tronqué à 2 décimales',
    de: '0,8 × Baccalaureate average + 0,2 × Exam grade, nach 2 Nachkommastellen abgeschnitten',
  })
  expect(format('first(returnedOn, today) - (boughtOn + 2 years)')).toMatchObject({
    en: 'the number of days from Bought on + 2 years to (Returned on or, if it is missing, today)',
    de: 'die Anzahl der Tage von Bought on + 2 Jahre bis (Returned on oder, falls nicht vorhanden, heute)',
  })
  expect(format('max(boughtOn, returnedOn)').en).toBe('the latest of Bought on and Returned on')
  expect(format('2 * (examGrade - 1)').en).toBe('2 × (Exam grade − 1)')
  expect(format('boughtOn + noticeDays days').fr).toBe('Bought on + Notice en jours')
})

test('rows can only be counted and summed, whether the expression is evaluated, printed or described in words', () => {
  const rows: KnownFields = {
    lines: { type: 'rows', isOfRows: true },
    'lines.copies': { type: 'number', isOfRows: true },
    'lines.title': { type: 'text', isOfRows: true },
  }
  const sum: Expression = { multiply: [{ sum: 'lines.copies' }, { count: 'lines' }] }
  expect(checkExpression(sum, rows)).toMatchObject({ type: 'number', optional: false, errors: [] })
  const lines = [
    { copies: 2 },
    { copies: 0.1, isActive: true },
    { copies: 0.2 },
    { copies: 9, isActive: false },
    { copies: null },
  ]
  expect(plainValue(evaluateExpression(sum, { lines }))).toBe(9.2)
  expect(evaluateExpression(sum, {})).toBe(null)
  expect(printExpression(sum)).toBe('sum(lines.copies) * count(lines)')
  const texts = loadTexts(languages, textFolders('', []))
  const messages = languages.map((language) =>
    describeExpression(
      { count: 'lines' },
      { language, label: () => 'Lines', text: (key, params) => texts.text(language, key, params) },
    ),
  )
  expect(messages.slice(0, 2)).toEqual(['the number of Lines', 'numărul de Lines'])
  const getErrorCodes = (expression: unknown) =>
    checkExpression(expression, rows).errors.map(({ code }) => code)
  expect(getErrorCodes({ sum: 'lines.copis' })).toEqual(['expression.unknownFieldLike'])
  expect(getErrorCodes({ sum: 'lines.title' })).toEqual(['expression.notANumber'])
  expect(getErrorCodes({ count: 'lines.copies' })).toEqual(['expression.unknownField'])
  expect(getErrorCodes({ add: ['lines.copies', 1] })).toEqual(['expression.unknownField'])
})
