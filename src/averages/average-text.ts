/**
 * Describes admission averages in words and with an applicant's grades, from the formula of the
 * admission session.
 */

import { translate } from '@matricola/console/i18n.ts'
import {
  describeCondition,
  fieldsInCondition,
  meetsCondition,
} from '@matricola/schema/expression/condition.ts'
import { decimalToNumber, truncateDecimal } from '@matricola/schema/expression/decimal.ts'
import { describeExpression } from '@matricola/schema/expression/describe.ts'
import { evaluateExpression, isDecimal } from '@matricola/schema/expression/evaluate.ts'
import type { Expression, Span } from '@matricola/schema/expression/expression.ts'
import { parseCondition, parseExpression } from '@matricola/schema/expression/parse.ts'
import { averageDecimals } from '#resources/admission/ranking.ts'

export interface AverageGrades {
  readonly [name: string]: number | null
}

interface FormulaTextOptions {
  readonly language: string
  readonly label: (grade: string) => string
}

/** Returns null for an invalid formula. The server never stores one. */
function parseFormula(formula: string): Expression | null {
  const parsed = parseExpression(formula)
  return 'error' in parsed ? null : parsed.expression
}

/** For example `0.8 × Exam grade + 0.2 × Baccalaureate average, truncated to 2 decimal places`. */
export function averageInWords(formula: string, { language, label }: FormulaTextOptions): string {
  const expression = parseFormula(formula)
  return expression === null
    ? ''
    : describeExpression(
        { cut: expression, decimals: averageDecimals },
        { language, label, text: translate },
      )
}

/**
 * Describes the tie-breaking formula in words, without the truncation that applies to the average.
 */
export function tieInWords(formula: string, { language, label }: FormulaTextOptions): string {
  const expression = parseFormula(formula)
  return expression === null
    ? ''
    : describeExpression(expression, { language, label, text: translate })
}

/** For example `Exam grade at least 5`. */
export function conditionInWords(text: string, { language, label }: FormulaTextOptions): string {
  const parsed = parseCondition(text)
  return 'error' in parsed
    ? ''
    : describeCondition(parsed.condition, { language, label, text: translate })
}

/** The grades that a condition uses, and whether they meet it. */
export function checkConditionText(text: string, grades: AverageGrades) {
  const parsed = parseCondition(text)
  if ('error' in parsed) return { isMet: false, grades: [] }
  return {
    isMet: meetsCondition(parsed.condition, grades),
    grades: fieldsInCondition(parsed.condition).map((name) => ({
      name,
      value: grades[name] ?? null,
    })),
  }
}

/** The tie-breakers of a programme in words, in order, with the draw at the end if there is one. */
export const tieBreakersInWords = (
  { ties, isDrawn }: { readonly ties: readonly string[]; readonly isDrawn: boolean },
  options: FormulaTextOptions,
): readonly string[] => [
  ...ties.map((tie) => tieInWords(tie, options)),
  ...(isDrawn ? [translate('averages:draw')] : []),
]

/** A term of an average: in words, with the grades inserted, and its value. */
export interface AveragePart {
  readonly formulaText: string
  readonly withValues: string
  readonly value: number
}

export interface ComputedAverage {
  readonly average: number
  readonly parts: readonly AveragePart[]
}

/** Computes the average and the contribution of each term; null if a grade is missing. */
export function computeAverage(
  formula: string,
  grades: AverageGrades,
  { language, label }: FormulaTextOptions,
): ComputedAverage | null {
  const expression = parseFormula(formula)
  const average = expression === null ? null : evaluateToNumber(expression, grades, averageDecimals)
  if (expression === null || average === null) return null
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: averageDecimals })
  const withGrades = (grade: string) =>
    grades[grade] == null ? label(grade) : numbers.format(grades[grade])
  const parts = termsOf(expression).map((term) => ({
    formulaText: describeExpression(term, { language, label, text: translate }),
    withValues: describeExpression(term, { language, label: withGrades, text: translate }),
    value: evaluateToNumber(term, grades, partDecimals) ?? 0,
  }))
  return { average, parts }
}

/**
 * Terms are shown with more decimals than the average, to make clear that it is truncated and not
 * rounded.
 */
const partDecimals = 4

function evaluateToNumber(
  expression: Expression,
  grades: AverageGrades,
  decimals: number,
): number | null {
  const value = evaluateExpression(expression, grades)
  return isDecimal(value) ? decimalToNumber(truncateDecimal(value, decimals)) : null
}

/** Returns the terms of a sum, or the whole expression. A sum of numbers contains no time spans. */
function termsOf(expression: Expression): readonly Expression[] {
  if (typeof expression !== 'object' || !('add' in expression)) return [expression]
  return expression.add.filter(
    (term: Expression | Span): term is Expression =>
      typeof term !== 'object' || !('years' in term || 'months' in term || 'days' in term),
  )
}
