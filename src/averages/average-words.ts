/** Admission averages in words and with an applicant's grades, from the formula of the admission session. */

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

/** Returns null if the text is not an expression, which the server never stores. */
function expressionOf(formula: string): Expression | null {
  const parsed = parseExpression(formula)
  return 'fault' in parsed ? null : parsed.expression
}

/** For example `0.8 × Exam grade + 0.2 × Baccalaureate average, cut after 2 decimals`. */
export function averageInWords(formula: string, { language, label }: Wording): string {
  const expression = expressionOf(formula)
  return expression === null ? '' : expressionInWords({ cut: expression, decimals: averageDecimals }, { language, label, text })
}

/** Puts the formula that breaks ties into words, without the truncation that applies to the average. */
export function tieInWords(formula: string, { language, label }: Wording): string {
  const expression = expressionOf(formula)
  return expression === null ? '' : expressionInWords(expression, { language, label, text })
}

/** A term of an average: in words, with the grades inserted, and its value. */
export interface AveragePart {
  readonly words: string
  readonly filled: string
  readonly value: number
}

export interface Reckoned {
  readonly average: number
  readonly parts: readonly AveragePart[]
}

/** Computes the average and the contribution of each term; null if a grade is missing. */
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

/** Terms are shown with more decimals than the average, to make clear that it is truncated and not rounded. */
const partDecimals = 4

function numberOf(expression: Expression, grades: Grades, decimals: number): number | null {
  const value = evaluateExpression(expression, grades)
  return isDecimal(value) ? decimalNumber(cut(value, decimals)) : null
}

/** Returns the terms of a sum, or the whole expression. A sum of numbers contains no time spans. */
function termsOf(expression: Expression): readonly Expression[] {
  if (typeof expression !== 'object' || !('add' in expression)) return [expression]
  return expression.add.filter(
    (term: Expression | Span): term is Expression => typeof term !== 'object' || !('years' in term || 'months' in term || 'days' in term),
  )
}
