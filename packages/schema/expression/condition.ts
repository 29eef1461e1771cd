/**
 * Conditions that users enter as text: comparisons of expressions, such as `amount >= 5 and
 * count > 6`. `and` binds tighter than `or`. Like formulas, they are checked against the
 * fields that they may read, evaluated exactly, and explained in words.
 */
import { checkExpression, type ExpressionError, type KnownFields } from './check.ts'
import { describeExpression, type ExpressionTexts } from './describe.ts'
import { compareValues, evaluateExpression, type FieldValues } from './evaluate.ts'
import { type Expression, fieldsInExpression } from './expression.ts'
import { printExpression } from './print.ts'

export const comparisonSigns = ['>=', '<=', '>', '<', '='] as const
export type ComparisonSign = (typeof comparisonSigns)[number]

export interface ExpressionComparison {
  readonly left: Expression
  readonly sign: ComparisonSign
  readonly right: Expression
}

/** Alternatives, each of which consists of comparisons that must all hold. */
export type Condition = readonly (readonly ExpressionComparison[])[]

const sidesOf = (condition: Condition): readonly Expression[] =>
  condition.flat().flatMap(({ left, right }) => [left, right])

/** The fields that a condition reads, without duplicates, in order of appearance. */
export const fieldsInCondition = (condition: Condition): readonly string[] => [
  ...new Set(sidesOf(condition).flatMap(fieldsInExpression)),
]

/** Returns the errors in a condition, which compares numbers and reads at least one field. */
export function conditionErrors(condition: Condition, known: KnownFields): ExpressionError[] {
  const errors = sidesOf(condition).flatMap((side) => {
    const { type, errors } = checkExpression(side, known)
    return errors.length > 0 || type === 'number'
      ? errors
      : [{ code: 'expression.notANumber', params: { part: printExpression(side) } } as const]
  })
  return errors.length > 0 || fieldsInCondition(condition).length > 0
    ? errors
    : [{ code: 'expression.noComparison' }]
}

const holdsFor: { readonly [S in ComparisonSign]: (order: number) => boolean } = {
  '>=': (order) => order >= 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '<': (order) => order < 0,
  '=': (order) => order === 0,
}

/** Whether the record meets the condition. Comparing an absent value yields false. */
export const meetsCondition = (condition: Condition, record: FieldValues): boolean =>
  condition.some((comparisons) =>
    comparisons.every(({ left, sign, right }) => {
      const [a, b] = [evaluateExpression(left, record), evaluateExpression(right, record)]
      return a !== null && b !== null && holdsFor[sign](compareValues(a, b))
    }),
  )

const textOfSign = {
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'above',
  '<': 'below',
  '=': 'equal',
} as const satisfies { readonly [S in ComparisonSign]: string }

/** For example `Amount at least 5 and Count above 6`. */
export function describeCondition(condition: Condition, wording: ExpressionTexts): string {
  const { language, text } = wording
  const listOf = (type: 'conjunction' | 'disjunction', parts: readonly string[]) =>
    new Intl.ListFormat(language, { type }).format(parts)
  const alternatives = condition.map((comparisons) => {
    const parts = comparisons.map(({ left, sign, right }) =>
      text(`expression:${textOfSign[sign]}`, {
        value: describeExpression(left, wording),
        other: describeExpression(right, wording),
      }),
    )
    const list = listOf('conjunction', parts)
    return condition.length > 1 && parts.length > 1 ? `(${list})` : list
  })
  return listOf('disjunction', alternatives)
}
