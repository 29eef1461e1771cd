/**
 * Weighted sums such as `0.8 * a + 0.2 * b`, the form of most formulas. Forms edit them as rows of
 * a weight and a field, so that users need not write formulas.
 */
import { type Expression, functionCallOf } from './expression.ts'

export interface WeightedTerm {
  /** The field; each occurs once. */
  readonly name: string
  /** Greater than 0. */
  readonly weight: number
}

/** Returns the terms of a weighted sum, in order; null if the expression is not one. */
export function weightedSumOf(expression: Expression): readonly WeightedTerm[] | null {
  const [word, parts] = functionCallOf(expression) ?? []
  const terms = (word === 'add' && parts ? parts : [expression]).map((part) => termOf(part))
  if (!terms.every((term) => term !== null)) return null
  return new Set(terms.map(({ name }) => name)).size === terms.length ? terms : null
}

type Part = Parameters<typeof functionCallOf>[0]

function termOf(part: Part): WeightedTerm | null {
  if (typeof part === 'string') return { name: part, weight: 1 }
  const [word, factors] = functionCallOf(part) ?? []
  if (word !== 'multiply' || factors?.length !== 2) return null
  const name = factors.find((factor) => typeof factor === 'string')
  const weight = factors.find((factor) => typeof factor === 'number')
  return name !== undefined && weight !== undefined && weight > 0 ? { name, weight } : null
}

/** The inverse of `weightedSumOf`. There is at least one term. */
export function expressionOfWeightedSum(terms: readonly WeightedTerm[]): Expression {
  const [first, ...rest] = terms.map(
    ({ name, weight }): Expression => (weight === 1 ? name : { multiply: [weight, name] }),
  )
  if (first === undefined) throw new Error('a weighted sum has at least one term')
  return rest.length === 0 ? first : { add: [first, ...rest] }
}
