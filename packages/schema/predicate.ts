/**
 * Predicates: conditions as data. `evaluate` checks one record here;
 * `packages/server/sql/predicate-sql.ts` compiles the same predicate to SQL. Property-based tests
 * check that both give the same results.
 *
 * Logic is two-valued: comparing an absent value yields false, and `ne` and `not` are true if the
 * condition that they negate is false. Only `isNull` tests for absence; `eq: null` and `ne: null`
 * are shorthand for it. `contains` folds case and diacritics.
 */

import { toDecimal } from './expression/decimal.ts'
import {
  compareValues,
  type ExpressionValue,
  evaluateExpression,
  isDecimal,
} from './expression/evaluate.ts'
import { type Expression, fieldsInExpression } from './expression/expression.ts'
import { today } from './values/dates.ts'
import { fold } from './values/folding.ts'

export type Scalar = string | number | boolean | null
/**
 * Right-hand side: a constant, a property of the caller, a field or expression of the record,
 * today's date, or the current time.
 */
export type Operand<Name extends string = string> =
  | Scalar
  | { readonly user: 'id' | 'role' | 'personId' }
  | { readonly value: Expression<Name> }
  | { readonly date: 'today' }
  | { readonly instant: 'now' }

export interface Comparison<Name extends string = string> {
  readonly eq?: Operand<Name>
  readonly ne?: Operand<Name>
  readonly in?: readonly Scalar[]
  /** Whether a set or a list of links contains the value. */
  readonly has?: Operand<Name>
  readonly gt?: Operand<Name>
  readonly gte?: Operand<Name>
  readonly lt?: Operand<Name>
  readonly lte?: Operand<Name>
  readonly contains?: string
  readonly isNull?: boolean
}

export type Predicate<Name extends string = string> =
  | { readonly and: readonly Predicate<Name>[] }
  | { readonly or: readonly Predicate<Name>[] }
  | { readonly not: Predicate<Name> }
  /**
   * Compares an expression like a field: `{ expression: { add: ['written', 'oral'] }, is: { lte: 10
   * } }`.
   */
  | { readonly expression: Expression<Name>; readonly is: Omit<Comparison<Name>, 'contains'> }
  | { readonly [N in Name]?: Comparison<Name> }

export interface CallerIdentity {
  readonly id: string
  readonly role: string
  /** Id of the caller's student or professor record; absent if there is none. */
  readonly personId?: string | null
}

type Values = { readonly [field: string]: unknown }

export const isAnd = (predicate: Predicate): predicate is { and: readonly Predicate[] } =>
  Array.isArray((predicate as { and?: unknown }).and)
export const isOr = (predicate: Predicate): predicate is { or: readonly Predicate[] } =>
  Array.isArray((predicate as { or?: unknown }).or)
export const isNot = (predicate: Predicate): predicate is { not: Predicate } =>
  'not' in predicate && !isComparison((predicate as { not: unknown }).not)

export const isExpressionComparison = (
  predicate: Predicate,
): predicate is { expression: Expression; is: Comparison } =>
  'expression' in predicate &&
  'is' in predicate &&
  !isComparison((predicate as { expression: unknown }).expression)

export const comparisonOperators: ReadonlySet<string> = new Set([
  'eq',
  'ne',
  'in',
  'has',
  'gt',
  'gte',
  'lt',
  'lte',
  'contains',
  'isNull',
])
const isComparison = (value: unknown): value is Comparison =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every((key) => comparisonOperators.has(key))

/**
 * The comparisons by field. Only for a predicate that is not `and`, `or`, `not` or an expression.
 */
export const comparisonsOf = (predicate: Predicate): [field: string, comparison: Comparison][] =>
  Object.entries(predicate as Record<string, Comparison>)

/** The parts of a conjunction, flattened; the predicate itself if it is not an `and`. */
export const conditionsOf = (predicate: Predicate): Predicate[] =>
  isAnd(predicate) ? predicate.and.flatMap(conditionsOf) : [predicate]

/** Whether the predicate depends on the caller. */
export function readsCaller(predicate: Predicate): boolean {
  if (isAnd(predicate)) return predicate.and.some(readsCaller)
  if (isOr(predicate)) return predicate.or.some(readsCaller)
  if (isNot(predicate)) return readsCaller(predicate.not)
  const comparisons = isExpressionComparison(predicate)
    ? [predicate.is]
    : comparisonsOf(predicate).map(([, comparison]) => comparison)
  return comparisons.some((comparison) =>
    Object.values(comparison).some(
      (operand) => typeof operand === 'object' && operand !== null && 'user' in operand,
    ),
  )
}

/** Every field that the predicate reads, including those in operands. */
export function fieldsRead(predicate: Predicate): string[] {
  if (isAnd(predicate)) return predicate.and.flatMap(fieldsRead)
  if (isOr(predicate)) return predicate.or.flatMap(fieldsRead)
  if (isNot(predicate)) return fieldsRead(predicate.not)
  if (isExpressionComparison(predicate))
    return [...fieldsInExpression(predicate.expression), ...fieldsOfOperands(predicate.is)]
  return comparisonsOf(predicate).flatMap(([field, comparison]) => [
    field,
    ...fieldsOfOperands(comparison),
  ])
}

const fieldsOfOperands = ({ eq, ne, has, gt, gte, lt, lte }: Comparison) =>
  [eq, ne, has, gt, gte, lt, lte].flatMap((operand) =>
    typeof operand === 'object' && operand !== null && 'value' in operand
      ? fieldsInExpression(operand.value)
      : [],
  )

/**
 * The expression that `predicate` requires `field` to equal; undefined if there is none or it is
 * just another field.
 */
export function requiredExpression(
  predicate: Predicate,
  field: string,
): Exclude<Expression, string> | undefined {
  if (isAnd(predicate))
    return predicate.and
      .map((part) => requiredExpression(part, field))
      .find((found) => found !== undefined)
  if (isOr(predicate) || isNot(predicate) || isExpressionComparison(predicate)) return undefined
  const operand = comparisonsOf(predicate).find(([name]) => name === field)?.[1].eq
  return typeof operand === 'object' &&
    operand !== null &&
    'value' in operand &&
    typeof operand.value !== 'string'
    ? operand.value
    : undefined
}

/** Whether `record` satisfies `predicate` for `caller`. Absent values satisfy only `isNull`. */
export function evaluate(predicate: Predicate, record: Values, caller: CallerIdentity): boolean {
  if (isAnd(predicate)) return predicate.and.every((part) => evaluate(part, record, caller))
  if (isOr(predicate)) return predicate.or.some((part) => evaluate(part, record, caller))
  if (isNot(predicate)) return !evaluate(predicate.not, record, caller)
  const resolveOperand = (operand: Operand) => resolve(operand, record, caller)
  if (isExpressionComparison(predicate))
    return compare(evaluateExpression(predicate.expression, record), predicate.is, resolveOperand)
  return comparisonsOf(predicate).every(([field, comparison]) =>
    compare(fieldValue(record, field), comparison, resolveOperand),
  )
}

/** A value of the record. Throws for a field of a referenced record that was not loaded with it. */
function fieldValue(record: Values, field: string): unknown {
  if (field.includes('.') && !Object.hasOwn(record, field))
    throw new Error(`field "${field}" was not read with the record`)
  return record[field] ?? null
}

function resolve(operand: Operand, record: Values, caller: CallerIdentity): unknown {
  if (typeof operand !== 'object' || operand === null) return operand
  if ('user' in operand) return caller[operand.user] ?? null
  if ('value' in operand)
    return typeof operand.value === 'string'
      ? fieldValue(record, operand.value)
      : evaluateExpression(operand.value, record)
  if ('date' in operand) return today(new Date())
  return new Date().toISOString()
}

function compare(
  value: unknown,
  comparison: Comparison,
  resolveOperand: (operand: Operand) => unknown,
): boolean {
  if (comparison.isNull !== undefined && (value === null) !== comparison.isNull) return false
  if (
    comparison.eq !== undefined &&
    !(comparison.eq === null ? value === null : isEqual(value, resolveOperand(comparison.eq)))
  )
    return false
  if (
    comparison.ne !== undefined &&
    !(comparison.ne === null ? value !== null : !isEqual(value, resolveOperand(comparison.ne)))
  )
    return false
  if (comparison.in !== undefined && !comparison.in.some((item) => isEqual(value, item)))
    return false
  if (
    comparison.has !== undefined &&
    !(Array.isArray(value) && value.includes(resolveOperand(comparison.has)))
  )
    return false
  if (
    comparison.gt !== undefined &&
    !satisfiesOrder(value, resolveOperand(comparison.gt), (n) => n > 0)
  )
    return false
  if (
    comparison.gte !== undefined &&
    !satisfiesOrder(value, resolveOperand(comparison.gte), (n) => n >= 0)
  )
    return false
  if (
    comparison.lt !== undefined &&
    !satisfiesOrder(value, resolveOperand(comparison.lt), (n) => n < 0)
  )
    return false
  if (
    comparison.lte !== undefined &&
    !satisfiesOrder(value, resolveOperand(comparison.lte), (n) => n <= 0)
  )
    return false
  if (
    comparison.contains !== undefined &&
    !(typeof value === 'string' && fold(value).includes(fold(comparison.contains)))
  )
    return false
  return true
}

/** Converts numbers to exact decimals, so that they compare exactly with results of expressions. */
const toExact = (value: unknown): unknown => (typeof value === 'number' ? toDecimal(value) : value)

function isEqual(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return false
  return isDecimal(a) || isDecimal(b) ? satisfiesOrder(a, b, (n) => n === 0) : a === b
}

function satisfiesOrder(a: unknown, b: unknown, test: (order: number) => boolean): boolean {
  const [left, right] = [toExact(a), toExact(b)]
  if (left === null || right === null || typeof left !== typeof right) return false
  return (isDecimal(left) && isDecimal(right)) || typeof left === 'string'
    ? test(
        compareValues(
          left as Exclude<ExpressionValue, null>,
          right as Exclude<ExpressionValue, null>,
        ),
      )
    : false
}
