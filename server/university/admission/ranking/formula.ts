/** Formulas of programmes: text that people write, over the grades of an application. */
import { averageDecimals } from '#model/admission/ranking.ts'
import type { WireGradeName } from '#model/admission/wire-merit.ts'
import { checkExpression, issueOf, type KnownFields } from '#model/expression/check.ts'
import { cut, type Decimal } from '#model/expression/decimal.ts'
import { evaluateExpression } from '#model/expression/evaluate.ts'
import { type Expression, fieldsOf } from '#model/expression/expression.ts'
import { parseExpression } from '#model/expression/parse.ts'
import { languages } from '#model/vocabulary.ts'
import type { Issue } from '#model/wire/wire.ts'
import { applicationGrades } from '#resources/application-grades.ts'
import type { Texts } from '#server/engine/texts.ts'

export const gradeNames: readonly string[] = applicationGrades.map(({ name }) => name)
export type Grades = { readonly [name: string]: number | null }

const known: KnownFields = Object.fromEntries(applicationGrades.map(({ name, decimals }) => [name, { type: 'number', decimals }]))

/** Mistake in a formula as whoever wrote it is told; null where it comes to a number. */
export function formulaFault(text: string): Issue | null {
  const parsed = parseExpression(text)
  if ('fault' in parsed) return issueOf(parsed.fault)
  const { type, faults } = checkExpression(parsed.expression, known)
  const [first] = faults
  if (first) return issueOf(first)
  return type === 'number' ? null : { code: 'ranking.noNumber' }
}

/** The formula of a programme and what breaks its ties, ready to be evaluated, with the grades that they read. */
export interface Rule {
  readonly formulas: readonly Expression[]
  readonly reads: readonly string[]
}

interface Written {
  readonly formula: string
  readonly firstTie: string | null
  readonly secondTie: string | null
}

export function ruleOf({ formula, firstTie, secondTie }: Written): Rule {
  const formulas = [formula, firstTie, secondTie].flatMap((text) => (text === null ? [] : [expressionOf(text)]))
  return { formulas, reads: [...new Set(formulas.flatMap(fieldsOf))] }
}

/** Grades that a formula reads. */
export const readsOf = (formula: string): readonly string[] => fieldsOf(expressionOf(formula))

/** An expression that is stored as text. Throws for one that is none: it was refused before it was stored. */
function expressionOf(text: string): Expression {
  const parsed = parseExpression(text)
  if ('fault' in parsed) throw new Error(`${text} is no formula`)
  return parsed.expression
}

/** The average and what breaks its ties, in hundredths, cut after two decimals; null where one of them comes to nothing. */
export function keysOf({ formulas }: Rule, given: Grades): readonly number[] | null {
  const keys = formulas.map((formula) => hundredths(evaluateExpression(formula, given)))
  return keys.every((key) => key !== null) ? keys : null
}

function hundredths(value: Decimal | string | null): number | null {
  if (value === null || typeof value === 'string') return null
  const { units, scale } = cut(value, averageDecimals)
  return Number(units) * 10 ** (averageDecimals - scale)
}

/** The names of grades for people, in every language: those that a university has added have none in the texts of the pages. */
export const gradeNamesIn = (texts: Texts, grades: readonly string[]): WireGradeName[] =>
  [...new Set(grades)].map((name) => ({
    name,
    labels: Object.fromEntries(
      languages.map((language) => [language, texts.find(language, `resources:registrations.fields.${name}`) ?? name]),
    ),
  }))
