/** Averages of an admission in words and with somebody's grades, from the expression that the office wrote. */

import { averageDecimals } from '#model/admission/ranking.ts'
import { cut, decimalNumber } from '#model/expression/decimal.ts'
import { evaluateExpression, isDecimal } from '#model/expression/evaluate.ts'
import type { Expression, Span } from '#model/expression/expression.ts'
import { parseExpression } from '#model/expression/parse.ts'
import { expressionInWords } from '#model/expression/words.ts'
import { text } from '../i18n.ts'

export interface Grades {
  readonly [name: string]: number | null
}

interface Wording {
  readonly language: string
  readonly label: (grade: string) => string
}

/** Null for a text that is no expression, which the server lets nobody store. */
function expressionOf(formula: string): Expression | null {
  const parsed = parseExpression(formula)
  return 'fault' in parsed ? null : parsed.expression
}

/** `0.8 × Exam grade + 0.2 × Baccalaureate average, cut after 2 decimals`. */
export function averageInWords(formula: string, { language, label }: Wording): string {
  const expression = expressionOf(formula)
  return expression === null ? '' : expressionInWords({ cut: expression, decimals: averageDecimals }, { language, label, text })
}

/** Words for what breaks ties, without the cut that is said of the average. */
export function tieInWords(formula: string, { language, label }: Wording): string {
  const expression = expressionOf(formula)
  return expression === null ? '' : expressionInWords(expression, { language, label, text })
}

/** A part of an average: in words, with the grades in their places, and what it comes to. */
export interface AveragePart {
  readonly words: string
  readonly filled: string
  readonly value: number
}

export interface Reckoned {
  readonly average: number
  readonly parts: readonly AveragePart[]
}

/** The average that the grades come to, with what each term adds to it; null where a grade is missing. */
export function reckonedAverage(formula: string, grades: Grades, { language, label }: Wording): Reckoned | null {
  const expression = expressionOf(formula)
  const average = expression === null ? null : numberOf(expression, grades, averageDecimals)
  if (expression === null || average === null) return null
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: averageDecimals })
  const withGrades = (grade: string) => (grades[grade] == null ? label(grade) : numbers.format(grades[grade]))
  const parts = termsOf(expression).map((term) => ({
    words: expressionInWords(term, { language, label, text }),
    filled: expressionInWords(term, { language, label: withGrades, text }),
    value: numberOf(term, grades, partDecimals) ?? 0,
  }))
  return { average, parts }
}

/** Parts are shown with more decimals than the whole, so that their sum is seen to be cut and not rounded. */
const partDecimals = 4

function numberOf(expression: Expression, grades: Grades, decimals: number): number | null {
  const value = evaluateExpression(expression, grades)
  return isDecimal(value) ? decimalNumber(cut(value, decimals)) : null
}

/** The terms of a sum, or the whole. A sum of numbers has no spans among its terms. */
function termsOf(expression: Expression): readonly Expression[] {
  if (typeof expression !== 'object' || !('add' in expression)) return [expression]
  return expression.add.filter(
    (term: Expression | Span): term is Expression => typeof term !== 'object' || !('years' in term || 'months' in term || 'days' in term),
  )
}
