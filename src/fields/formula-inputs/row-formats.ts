/** Texts of formulas and conditions that can be edited as rows of a grade and a number. */

import {
  addDecimals,
  decimalToNumber,
  divideDecimals,
  multiplyDecimals,
  toDecimal,
} from '@matricola/schema/expression/decimal.ts'
import { type Minimum, minimumsOf, printMinimums } from '@matricola/schema/expression/minimums.ts'
import { parseCondition, parseExpression } from '@matricola/schema/expression/parse.ts'
import { printExpression } from '@matricola/schema/expression/print.ts'
import {
  expressionOfWeightedSum,
  weightedSumOf,
} from '@matricola/schema/expression/weighted-sum.ts'

/** A complete row. Weights are in percent. */
export interface GradeNumber {
  readonly name: string
  readonly number: number
}

export interface RowFormat {
  /** Returns the rows of a text; null if it cannot be edited as rows. */
  readonly read: (text: string) => readonly GradeNumber[] | null
  /** Prints at least one row. */
  readonly print: (rows: readonly GradeNumber[]) => string
  readonly isValid: (number: number) => boolean
  /** Connects two rows. At the end of a text, it makes the text incomplete. */
  readonly connective: string
  /** An example in the form's help for writing the text. */
  readonly example: string
}

const hundred = { units: 100n, scale: 0 }
const decimalOf = (number: number) => toDecimal(number) ?? { units: 0n, scale: 0 }

const toPercent = (weight: number): number =>
  decimalToNumber(multiplyDecimals(decimalOf(weight), hundred))

const toWeight = (percent: number): number => {
  const weight = divideDecimals(decimalOf(percent), hundred)
  return weight ? decimalToNumber(weight) : 0
}

export const weightedSumFormat: RowFormat = {
  read(text) {
    const parsed = parseExpression(text)
    const terms = 'error' in parsed ? null : weightedSumOf(parsed.expression)
    return terms?.map(({ name, weight }) => ({ name, number: toPercent(weight) })) ?? null
  },
  print: (rows) =>
    printExpression(
      expressionOfWeightedSum(rows.map(({ name, number }) => ({ name, weight: toWeight(number) }))),
    ),
  isValid: (number) => number > 0,
  connective: '+',
  example: '0.8 * baccalaureateAverage + 0.2 * examGrade',
}

export const minimumsFormat: RowFormat = {
  read(text) {
    const parsed = parseCondition(text)
    const minimums = 'error' in parsed ? null : minimumsOf(parsed.condition)
    return minimums?.map(({ name, value }) => ({ name, number: value })) ?? null
  },
  print: (rows) =>
    printMinimums(rows.map(({ name, number }): Minimum => ({ name, value: number }))),
  isValid: (number) => number >= 0,
  connective: 'and',
  example: 'examGrade >= 5 and baccalaureateAverage >= 6',
}

/**
 * The text of rows of which some are unfinished. The parser rejects it as incomplete, so a row that
 * is not finished is never lost by saving.
 */
export const unfinishedText = (format: RowFormat, complete: readonly GradeNumber[]): string =>
  complete.length > 0 ? `${format.print(complete)} ${format.connective}` : '('

/** The exact sum of percentages. */
export const sumOf = (percentages: readonly number[]): number =>
  decimalToNumber(percentages.map(decimalOf).reduce(addDecimals, { units: 0n, scale: 0 }))
