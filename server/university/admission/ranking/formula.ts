/** Formulas of programmes: text that people write, over the grades of an application. */
import { checkExpression, issueOf, type KnownFields } from '#model/expression/check.ts'
import { cut, type Decimal } from '#model/expression/decimal.ts'
import { evaluateExpression } from '#model/expression/evaluate.ts'
import { type Expression, fieldsOf } from '#model/expression/expression.ts'
import { parseExpression } from '#model/expression/parse.ts'
import { asAny } from '#model/registry.ts'
import { isKind, storedEntries } from '#model/resource.ts'
import type { Issue } from '#model/wire.ts'
import { registrations } from '#resources/registrations.ts'

const grades = storedEntries(asAny(registrations)).flatMap(([name, spec]) =>
  isKind(spec, 'decimal') ? [{ name, decimals: spec.options.scale }] : [],
)

/** Grades and averages of an application that formulas may read: those that a university has added too. */
export const gradeNames: readonly string[] = grades.map(({ name }) => name)
export type Grades = { readonly [name: string]: number | null }

const known: KnownFields = Object.fromEntries(grades.map(({ name, decimals }) => [name, { type: 'number', decimals }]))

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

/** An expression that is stored as text. Throws for one that is none: it was refused before it was stored. */
function expressionOf(text: string): Expression {
  const parsed = parseExpression(text)
  if ('fault' in parsed) throw new Error(`${text} is no formula`)
  return parsed.expression
}

const decimals = 2

/** The average and what breaks its ties, in hundredths, cut after two decimals; null where one of them comes to nothing. */
export function keysOf({ formulas }: Rule, given: Grades): readonly number[] | null {
  const keys = formulas.map((formula) => hundredths(evaluateExpression(formula, given)))
  return keys.every((key) => key !== null) ? keys : null
}

function hundredths(value: Decimal | string | null): number | null {
  if (value === null || typeof value === 'string') return null
  const { units, scale } = cut(value, decimals)
  return Number(units) * 10 ** (decimals - scale)
}
