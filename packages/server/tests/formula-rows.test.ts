/** Formulas and conditions that forms edit as rows: weighted sums and minimums. */

import { minimumsOf, printMinimums } from '@matricola/schema/expression/minimums.ts'
import { parseCondition, parseExpression } from '@matricola/schema/expression/parse.ts'
import { printExpression } from '@matricola/schema/expression/print.ts'
import {
  expressionOfWeightedSum,
  type WeightedTerm,
  weightedSumOf,
} from '@matricola/schema/expression/weighted-sum.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

function termsOf(text: string) {
  const parsed = parseExpression(text)
  if ('error' in parsed) throw new Error(JSON.stringify(parsed.error))
  return weightedSumOf(parsed.expression)
}
function minimumsIn(text: string) {
  const parsed = parseCondition(text)
  if ('error' in parsed) throw new Error(JSON.stringify(parsed.error))
  return minimumsOf(parsed.condition)
}
const print = (terms: readonly WeightedTerm[]) => printExpression(expressionOfWeightedSum(terms))

const name = fc
  .stringMatching(/^[a-z]{3,8}$/)
  .filter((word) => !/^(and|or|today|years?|months?|days?)$/.test(word))
/** A number that texts can hold exactly: up to nine digits, of which six are decimals. */
const number = fc
  .integer({ min: 0, max: 999_999_999 })
  .map((millionths) => Number(`${millionths}e-6`))
const uniqueNames = { minLength: 1, maxLength: 6, selector: (row: { name: string }) => row.name }

test('weighted sums are read in each way of writing them', () => {
  expect(termsOf('0.8 * average + 0.2 * exam')).toEqual([
    { name: 'average', weight: 0.8 },
    { name: 'exam', weight: 0.2 },
  ])
  expect(termsOf('average')).toEqual([{ name: 'average', weight: 1 }])
  expect(termsOf('(exam × 60 % + 40 % * average)')).toEqual([
    { name: 'exam', weight: 0.6 },
    { name: 'average', weight: 0.4 },
  ])
})

test.each([
  ...['0.8 * average - 0.2 * exam', 'average * exam', '2 * 3 * exam', '5', 'exam + 1', 'exam / 2'],
  ...['-1 * exam', '0 * exam', 'exam + exam', 'cut(exam, 2)', '0.5 * (exam + average)', '2 * 3'],
  ...['max(average, exam)', 'bought + 2 days', '(average + exam) + other'],
])('%s is not a weighted sum', (text) => {
  expect(termsOf(text)).toBeNull()
})

test('minimums are read, other conditions are not', () => {
  expect(minimumsIn('exam >= 5 and average ≥ 6.5')).toEqual([
    { name: 'exam', value: 5 },
    { name: 'average', value: 6.5 },
  ])
  expect(
    [
      ...['exam > 5', 'exam >= 5 or average >= 6', 'exam + average >= 10', 'exam >= average'],
      ...['exam >= -1', 'exam >= 5 and exam >= 6', '5 >= exam'],
    ].map(minimumsIn),
  ).toEqual(Array(7).fill(null))
})

test('the printed text of rows is read back as the same rows, and printed the same again', () => {
  const term = fc.record({ name, weight: number.filter((weight) => weight > 0) })
  fc.assert(
    fc.property(fc.uniqueArray(term, uniqueNames), (terms) => {
      expect(termsOf(print(terms))).toEqual(terms)
    }),
  )
  fc.assert(
    fc.property(fc.uniqueArray(fc.record({ name, value: number }), uniqueNames), (minimums) => {
      expect(minimumsIn(printMinimums(minimums))).toEqual(minimums)
    }),
  )
})

test('a weight may be written before or after its field, or as a percentage', () => {
  const weight = fc.integer({ min: 1, max: 9999 })
  const term = fc.record({ name, weight, style: fc.constantFrom('before', 'after', 'percent') })
  fc.assert(
    fc.property(fc.uniqueArray(term, uniqueNames), (terms) => {
      const written = terms.map(({ name, weight, style }) => {
        const decimal = String(Number(`${weight}e-2`))
        if (style === 'percent') return `${weight} % * ${name}`
        return style === 'before' ? `${decimal} * ${name}` : `${name} * ${decimal}`
      })
      expect(termsOf(written.join(' + '))).toEqual(
        terms.map(({ name, weight }) => ({ name, weight: Number(`${weight}e-2`) })),
      )
    }),
  )
})
