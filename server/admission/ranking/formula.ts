/**
 * Ranking formulas of programmes: expressions over the grades of an application, entered as text.
 */

import { dynamicTextIn } from '@matricola/schema/dynamic-fields.ts'
import {
  checkExpression,
  type ExpressionError,
  expressionIssue,
  type KnownFields,
} from '@matricola/schema/expression/check.ts'
import {
  type Condition,
  conditionErrors,
  fieldsInCondition,
  meetsCondition,
} from '@matricola/schema/expression/condition.ts'
import { type Decimal, truncateDecimal } from '@matricola/schema/expression/decimal.ts'
import { describeExpression, type ExpressionTexts } from '@matricola/schema/expression/describe.ts'
import { evaluateExpression } from '@matricola/schema/expression/evaluate.ts'
import { type Expression, fieldsInExpression } from '@matricola/schema/expression/expression.ts'
import { parseCondition, parseExpression } from '@matricola/schema/expression/parse.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import type { FieldIssues, Issue } from '@matricola/schema/wire/wire.ts'
import type { Texts } from '@matricola/server/texts.ts'
import type { FormTexts } from '#resources/admission/form-content.ts'
import { averageDecimals, tieBreakers } from '#resources/admission/ranking.ts'
import type { WireGradeName } from '#resources/admission/wire-merit.ts'
import { applicationGrades } from '#resources/application-grades.ts'
import { languages } from '#resources/languages.ts'

export const gradeNames: readonly string[] = applicationGrades.map(({ name }) => name)
export type Grades = { readonly [name: string]: number | null }

export const gradeFields: KnownFields = Object.fromEntries(
  applicationGrades.map(({ name, decimals }) => [name, { type: 'number', decimals }]),
)

/** The names that a rule may use, and the codes of issues of names that exist but cannot be used. */
interface RuleNames {
  readonly known: KnownFields
  readonly refusals: ReadonlyMap<string, string>
}

/** Returns the first error in a formula; null if it is valid and its result is a number. */
function findFormulaIssue(text: string, names: RuleNames): Issue | null {
  const parsed = parseExpression(text)
  if ('error' in parsed) return expressionIssue(parsed.error)
  const { type, errors } = checkExpression(parsed.expression, names.known)
  const [first] = errors
  if (first) return nameIssue(text, first, names)
  return type === 'number' ? null : { code: 'ranking.noNumber' }
}

/** Returns the first error in a condition; null if it is valid. */
function findConditionIssue(text: string, names: RuleNames): Issue | null {
  const parsed = parseCondition(text)
  if ('error' in parsed) return expressionIssue(parsed.error)
  const [first] = conditionErrors(parsed.condition, names.known)
  return first ? nameIssue(text, first, names) : null
}

/** Adds the place of the name that an error is about. */
function nameIssue(text: string, error: ExpressionError, { refusals }: RuleNames): Issue {
  const { name } = error.params ?? {}
  if (typeof name !== 'string') return expressionIssue(error)
  const at = text.search(
    new RegExp(`(?<![\\p{L}\\p{N}_.])${name.replace('.', '\\.')}(?![\\p{L}\\p{N}_.])`, 'u'),
  )
  const code = refusals.get(name)
  return expressionIssue({
    ...error,
    ...(at >= 0 && { at }),
    ...(code !== undefined && { params: { name } }),
    code: (code ?? error.code) as ExpressionError['code'],
  })
}

/** Returns the first issue of each formula and of the condition, by field. */
export function findRuleIssues(
  rule: RuleTexts,
  names: RuleNames = { known: gradeFields, refusals: new Map() },
): FieldIssues {
  const issues = [...formulaFields, 'requires' as const].map((name) => {
    const text = rule[name]
    const findIssue = name === 'requires' ? findConditionIssue : findFormulaIssue
    return [name, text === null ? null : findIssue(text, names)] as const
  })
  return Object.fromEntries(issues.flatMap(([name, issue]) => (issue ? [[name, [issue]]] : [])))
}

export const formulaFields = ['formula', ...tieBreakers] as const

/** The parsed formula, tie-breakers and condition of a programme, with the grades that they use. */
export interface RankingRule {
  readonly formulas: readonly Expression[]
  readonly requires: Condition | null
  readonly usedGrades: readonly string[]
}

/** The texts of a programme's ranking rule. */
export type RuleTexts = { readonly formula: string; readonly requires: string | null } & {
  readonly [name in (typeof tieBreakers)[number]]: string | null
}

/** Returns the formula of the average, followed by those of the tie-breakers. */
export const formulasOf = (texts: RuleTexts): readonly string[] =>
  [texts.formula, ...tieBreakers.map((name) => texts[name])].filter((text) => text !== null)

export function parseRule(texts: RuleTexts): RankingRule {
  const formulas = formulasOf(texts).map(expressionOf)
  const requires = texts.requires === null ? null : conditionOf(texts.requires)
  const gradesOfCondition = requires === null ? [] : fieldsInCondition(requires)
  return {
    ...{ formulas, requires },
    usedGrades: [...new Set([...formulas.flatMap(fieldsInExpression), ...gradesOfCondition])],
  }
}

/**
 * Whether an applicant with these grades is known not to meet the condition. A missing grade does
 * not count as a failed condition, because the application is incomplete without it.
 */
export const failsCondition = ({ requires }: RankingRule, grades: Grades): boolean =>
  requires !== null &&
  fieldsInCondition(requires).every((name) => grades[name] != null) &&
  !meetsCondition(requires, grades)

/** A formula names an answer of the application form `answers.<key>`. */
const answerPrefix = 'answers.'
export const nameOfAnswer = (key: string): string => `${answerPrefix}${key}`
export const isAnswerName = (name: string): boolean => name.startsWith(answerPrefix)

/** Returns the keys of the questions that a programme's ranking rule reads. */
export const answerKeysOf = (rule: RuleTexts): readonly string[] =>
  parseRule(rule).usedGrades.flatMap((name) =>
    isAnswerName(name) ? [name.slice(answerPrefix.length)] : [],
  )

/** Returns the names of the grades that a formula uses. */
export const gradesUsedBy = (formula: string): readonly string[] =>
  fieldsInExpression(expressionOf(formula))

/** Returns the names of the grades that a condition uses. */
export const gradesUsedByCondition = (text: string): readonly string[] =>
  fieldsInCondition(conditionOf(text))

/** Parses a stored condition. Throws if it is invalid, which validation prevents. */
function conditionOf(text: string): Condition {
  const parsed = parseCondition(text)
  if ('error' in parsed) throw new Error(`invalid condition: ${text}`)
  return parsed.condition
}

/** Parses a stored expression. Throws if it is invalid, which validation prevents. */
function expressionOf(text: string): Expression {
  const parsed = parseExpression(text)
  if ('error' in parsed) throw new Error(`invalid formula: ${text}`)
  return parsed.expression
}

/**
 * Returns the average and the tie-breakers in hundredths, truncated to two decimals; null if one
 * cannot be computed.
 */
export function computeKeys({ formulas }: RankingRule, given: Grades): readonly number[] | null {
  const keys = formulas.map((formula) => hundredths(evaluateExpression(formula, given)))
  return keys.every((key) => key !== null) ? keys : null
}

function hundredths(value: Decimal | string | null): number | null {
  if (value === null || typeof value === 'string') return null
  const { units, scale } = truncateDecimal(value, averageDecimals)
  return Number(units) * 10 ** (averageDecimals - scale)
}

/** Texts of questions by language, by name in formulas. */
type QuestionLabels = ReadonlyMap<string, { readonly labels: FormTexts }>

/** The words for formulas and conditions in a language. */
export function wordingOf(
  texts: Texts,
  language: Language,
  questions: QuestionLabels,
): ExpressionTexts {
  const labels = new Map(
    gradeLabels(texts, [...gradeNames, ...questions.keys()], questions).map((grade) => [
      grade.name,
      grade.labels,
    ]),
  )
  return {
    language,
    label: (name) => labels.get(name)?.[language] ?? name,
    text: (key, params) => texts.text(language, key, params),
  }
}

/** A tie-breaker in words. */
export const criterionInWords = (formula: string, wording: ExpressionTexts): string =>
  describeExpression(expressionOf(formula), wording)

/**
 * Returns the labels of grades and of questions in every language, since the browser's texts do not
 * include those that a university added.
 */
export const gradeLabels = (
  texts: Texts,
  grades: readonly string[],
  questions: QuestionLabels,
): WireGradeName[] =>
  [...new Set(grades)].map((name) => ({
    name,
    labels: Object.fromEntries(
      languages.map((language) => {
        const question = questions.get(name)
        return [
          language,
          question
            ? dynamicTextIn(question.labels, language, languages[0])
            : (texts.find(language, `resources:registrations.fields.${name}`) ?? name),
        ]
      }),
    ),
  }))
