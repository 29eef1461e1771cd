/** Checks values and conditions in declarations against the types of their fields. */
import { rolesWithAccess } from '../access.ts'
import { isComputedFromRecord } from '../computed.ts'
import { type CheckedExpression, checkExpression } from '../expression/check.ts'
import { type Expression, fieldsInExpression } from '../expression/expression.ts'
import { printExpression } from '../expression/print.ts'
import { type FieldSpec, fieldTypeOf, isEncrypted } from '../field.ts'
import type { Family } from '../field-type.ts'
import {
  type Comparison,
  comparisonOperators,
  comparisonsOf,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Operand,
  type Predicate,
  type Scalar,
} from '../predicate.ts'
import type { AnyResource } from '../resource.ts'
import { storedEntries } from '../resource-fields.ts'
import { validateInput, valueSchema } from '../validation.ts'
import { isRealDate, isRealInstant } from '../values/dates.ts'
import { accountResource } from '../vocabulary.ts'
import { describeExpressionError, expressionTypeName, knownFields } from './expressions.ts'
import { didYouMean, type Report } from './report.ts'
import { isFormerKeyword, suggestKeyword } from './shape.ts'

/** How conditions treat a field's values. `none`: they can only test whether there is a value. */
type ComparisonType = 'text' | 'number' | 'boolean' | 'day' | 'moment' | 'choice' | 'id' | 'none'
const comparisonTypes: { readonly [F in Family]: ComparisonType } = {
  text: 'text',
  ascii: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'day',
  instant: 'moment',
  choice: 'choice',
  choices: 'none',
  id: 'id',
  ids: 'none',
  secret: 'none',
  file: 'none',
  none: 'none',
}
const comparisonTypeOf = (spec: Pick<FieldSpec, 'type'>) =>
  comparisonTypes[fieldTypeOf(spec).family]

/** Returns why a value is not valid for the field; undefined if the value is valid. */
export function valueMistake(spec: FieldSpec, value: unknown): string | undefined {
  const result = validateInput(valueSchema(spec), value)
  if (result.ok) return undefined
  const code = Object.values(result.fields)[0]?.[0]?.code ?? 'type.wrong'
  const known =
    'choices' in spec && typeof value === 'string'
      ? didYouMean(value, Object.keys(spec.choices))
      : ''
  return `${JSON.stringify(value)} is not a valid ${spec.type} value (${code})${known}`
}

/**
 * Whether a value can be compared with values of the field. It must have the same type, but may be
 * outside the limits.
 */
function isComparable(spec: FieldSpec, value: unknown): boolean {
  switch (comparisonTypeOf(spec)) {
    case 'number':
      return typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'day':
      return isRealDate(String(value))
    case 'moment':
      return isRealInstant(String(value))
    case 'choice':
      return 'choices' in spec && Object.hasOwn(spec.choices, String(value))
    case 'none':
      return false
    default:
      return typeof value === 'string'
  }
}

/** A field for each type of expression, used to check comparisons with its result. */
const operandSpecs = {
  number: { type: 'decimal', options: { min: 0, max: 0, scale: 0 } },
  day: { type: 'date', options: {} },
  text: { type: 'text', options: { max: 0 } },
} as const satisfies { readonly [type: string]: FieldSpec }
type ExpressionType = keyof typeof operandSpecs

/** The fields that a condition may read. */
export interface ConditionContext {
  readonly resource: AnyResource
  readonly fields: { readonly [name: string]: FieldSpec }
  /** The condition may also read the record's own id. */
  readonly id?: boolean
  /** Resources for following references; absent: only fields of the record itself. */
  readonly all?: { readonly [name: string]: AnyResource }
  /** The condition is checked on writes, which have only the record itself. */
  readonly isOfRecord?: true
}

/** Reports unknown fields in a condition, and comparisons of values of different types. */
export function checkCondition(
  path: string,
  predicate: Predicate,
  { resource, fields, id, all, isOfRecord }: ConditionContext,
  report: Report,
): void {
  const walk = (part: Predicate): void => {
    if (isAnd(part)) for (const each of part.and) walk(each)
    else if (isOr(part)) for (const each of part.or) walk(each)
    else if (isNot(part)) walk(part.not)
    else if (isExpressionComparison(part)) compareExpression(part)
    else compare(part)
  }
  const compare = (part: Predicate): void => {
    const former = Object.keys(part).find(
      (key) => !Object.hasOwn(fields, key) && isFormerKeyword(key, 'expression'),
    )
    if (former !== undefined) {
      report(path, `unknown field "${former}"${suggestKeyword(former, ['expression'])}`)
      return
    }
    for (const [name, comparison] of comparisonsOf(part)) {
      if (typeof comparison !== 'object' || comparison === null) {
        report(
          path,
          `"${name}" is ${JSON.stringify(comparison)}, expected a comparison such as { eq: … }`,
        )
        continue
      }
      const spec = findField(name, true)
      for (const [operator, operand] of Object.entries(comparison)) {
        if (!comparisonOperators.has(operator))
          report(
            path,
            `unknown operator "${operator}" for "${name}"${didYouMean(operator, comparisonOperators)}`,
          )
        else if (
          name.includes('.') &&
          typeof operand === 'object' &&
          operand !== null &&
          'value' in operand
        )
          report(
            path,
            `cannot compare "${name}", a field of another record, with a field of this record`,
          )
        else if (spec)
          for (const mistake of operandMistakes(spec, operator, operand))
            report(path, `cannot compare "${name}" (type ${spec.type}) with ${mistake}`)
      }
    }
  }
  const compareExpression = ({
    expression,
    is,
  }: {
    readonly expression: Expression
    readonly is: Comparison
  }): void => {
    const checked = checkOperandExpression(expression)
    if (!checked) return
    // The rules are those for a field of the expression's type.
    const spec = operandSpecs[checked.type as ExpressionType]
    for (const [operator, operand] of Object.entries(is)) {
      if (!comparisonOperators.has(operator) || operator === 'contains')
        report(
          path,
          `unknown operator "${operator}" for an expression${didYouMean(operator, comparisonOperators)}`,
        )
      else if (!spec)
        report(path, 'only an expression that returns a number, a date or text can be compared')
      else
        for (const mistake of operandMistakes(spec, operator, operand))
          report(path, `cannot compare ${printExpression(expression)} with ${mistake}`)
    }
  }
  walk(predicate)

  /** Checks an expression and reports its mistakes; undefined if there are any. */
  function checkOperandExpression(expression: Expression): CheckedExpression | undefined {
    const checked = checkExpression(expression, knownFields(fields, id))
    for (const name of fieldsInExpression(expression))
      if (fields[name]) requireRecordOnly(name, fields[name])
    for (const error of checked.errors) report(path, describeExpressionError(error))
    return checked.errors.length === 0 ? checked : undefined
  }

  function findField(name: string, allowPath = false): FieldSpec | undefined {
    if (id && name === 'id') return { type: 'reference', to: resource.name, options: {} }
    const isPath = allowPath && all !== undefined && name.includes('.')
    const spec = isPath
      ? fieldAtPath(name, resource)
      : Object.hasOwn(fields, name)
        ? fields[name]
        : undefined
    if (isPath && !spec) return undefined
    if (!spec) report(path, `unknown field "${name}"${didYouMean(name, Object.keys(fields))}`)
    else if (fieldTypeOf(spec).family === 'none' || isEncrypted(spec))
      report(path, `field "${name}" has no value to compare`)
    else {
      requireRecordOnly(name, spec)
      return spec
    }
    return undefined
  }

  function requireRecordOnly(name: string, spec: FieldSpec): void {
    if (isOfRecord && spec.options.computed !== undefined && !isComputedFromRecord(spec))
      report(
        path,
        `cannot read "${name}", which is computed from other records: on writes, only the record itself is available`,
      )
  }

  /** Returns the field at the end of a path of references. Reports the first unknown part. */
  function fieldAtPath(fieldPath: string, from: AnyResource): FieldSpec | undefined {
    const [name = '', ...further] = fieldPath.split('.')
    const stored = Object.fromEntries(storedEntries(from))
    const spec = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (!spec)
      report(path, `unknown field "${from.name}.${name}"${didYouMean(name, Object.keys(stored))}`)
    else if (further.length === 0) return spec
    else {
      const target = 'to' in spec ? all?.[spec.to] : undefined
      if (target) return fieldAtPath(further.join('.'), target)
      report(path, `cannot follow "${from.name}.${name}", which is not a reference`)
    }
    return undefined
  }

  /** Returns the problems with an operand, as phrases that continue after "with". */
  function operandMistakes(spec: FieldSpec, operator: string, operand: unknown): readonly string[] {
    const comparisonType = comparisonTypeOf(spec)
    if (operator === 'isNull')
      return typeof operand === 'boolean'
        ? []
        : [`${JSON.stringify(operand)}: isNull takes true or false`]
    if (operator === 'has') {
      const single = singleOf(spec)
      if (!single || operand === null)
        return [`${JSON.stringify(operand)}: has requires a field with several values`]
      return operandMistakes(single, 'eq', operand)
    }
    if (operator === 'contains')
      return comparisonType === 'text' && typeof operand === 'string'
        ? []
        : [`${JSON.stringify(operand)}: contains requires text`]
    if (operator === 'in' && Array.isArray(operand) && operand.length === 0)
      return ['an empty list, which would never match']
    if (operator === 'in')
      return (Array.isArray(operand) ? operand : [operand])
        .filter((item) => !isComparable(spec, item))
        .map((item) => valueText(spec, item))
    if (
      ['gt', 'gte', 'lt', 'lte'].includes(operator) &&
      !['number', 'day', 'moment', 'text'].includes(comparisonType)
    )
      return [`${operator}, because its values have no order`]
    if (operand === null && (operator === 'eq' || operator === 'ne')) return []
    if (typeof operand !== 'object' || operand === null)
      return isComparable(spec, operand) ? [] : [valueText(spec, operand)]
    return operandSourceMistakes(spec, operand as Exclude<Operand, Scalar>)
  }

  function operandSourceMistakes(
    spec: FieldSpec,
    operand: Exclude<Operand, Scalar>,
  ): readonly string[] {
    const comparisonType = comparisonTypeOf(spec)
    const mistakeUnless = (holds: boolean, mistake: string) => (holds ? [] : [mistake])
    if ('user' in operand) {
      if (operand.user === 'role')
        return mistakeUnless(
          rolesWithAccess(resource).every((role) => isComparable(spec, role)),
          'a role',
        )
      if (!['id', 'personId'].includes(operand.user))
        return [`the caller's unknown property "${operand.user}"`]
      if (comparisonType !== 'id' || !('to' in spec)) return [`the caller's ${operand.user}`]
      // Accounts and person records are different records. Comparing one with the other would never
      // match.
      const isAccount = spec.to === accountResource
      if (operand.user === 'id')
        return mistakeUnless(isAccount, `the caller's account, because it refers to "${spec.to}"`)
      return mistakeUnless(
        !isAccount,
        `the caller's person record, because it refers to "${spec.to}"`,
      )
    }
    if ('value' in operand) {
      if (typeof operand.value === 'string') {
        const other = findField(operand.value)
        if (!other) return []
        if (comparisonTypeOf(other) !== comparisonType)
          return [`"${operand.value}" (type ${other.type})`]
        if ('to' in other && 'to' in spec && other.to !== spec.to)
          return [`"${operand.value}", which refers to "${other.to}" and not to "${spec.to}"`]
        if (!('choices' in other) || !('choices' in spec)) return []
        const { choices } = spec
        return mistakeUnless(
          Object.keys(other.choices).some((value) => Object.hasOwn(choices, value)),
          `"${operand.value}", which has none of its choices`,
        )
      }
      const checked = checkOperandExpression(operand.value)
      return mistakeUnless(
        !checked || checked.type === comparisonType,
        `${printExpression(operand.value)} (type ${expressionTypeName(checked?.type)})`,
      )
    }
    if ('date' in operand) return mistakeUnless(comparisonType === 'day', 'a date')
    if ('instant' in operand) return mistakeUnless(comparisonType === 'moment', 'a date and time')
    return [`${JSON.stringify(operand)}, which is not a valid operand`]
  }
}

/** Returns the type of one value of a field with several values; undefined for other fields. */
function singleOf(spec: FieldSpec): FieldSpec | undefined {
  if (spec.type === 'links') return { type: 'reference', to: spec.to, options: {} }
  return spec.type === 'set' ? { type: 'choice', choices: spec.choices, options: {} } : undefined
}

const valueText = (spec: FieldSpec, value: unknown) =>
  `${JSON.stringify(value)}${'choices' in spec ? didYouMean(String(value), Object.keys(spec.choices)) : ''}`
