/**
 * Conditions that require minimum values, such as `a >= 5 and b >= 6`. Forms edit them as rows of a
 * field and a number.
 */
import type { Condition } from './condition.ts'
import { printExpression } from './print.ts'

export interface Minimum {
  /** The field; each occurs once. */
  readonly name: string
  /** At least 0. */
  readonly value: number
}

/** Returns the minimums that a condition requires, in order; null if it says anything else. */
export function minimumsOf(condition: Condition): readonly Minimum[] | null {
  const [comparisons = [], ...alternatives] = condition
  const minimums = comparisons.flatMap(({ left, sign, right }) =>
    sign === '>=' && typeof left === 'string' && typeof right === 'number' && right >= 0
      ? [{ name: left, value: right }]
      : [],
  )
  const isComplete = alternatives.length === 0 && minimums.length === comparisons.length
  const isUnique = new Set(minimums.map(({ name }) => name)).size === minimums.length
  return isComplete && isUnique ? minimums : null
}

/** Prints minimums as a condition, which `parseCondition` and `minimumsOf` read back. */
export const printMinimums = (minimums: readonly Minimum[]): string =>
  minimums.map(({ name, value }) => `${name} >= ${printExpression(value)}`).join(' and ')
