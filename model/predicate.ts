/**
 * Predicates: conditions as data. `evaluate` checks one record here; `server/engine/sql/predicate-sql.ts` compiles the same
 * predicate to SQL. Property-based tests check that both give the same results.
 *
 * Logic is two-valued: comparing an absent value yields false, and `ne` and `not` are true if what they negate is false. Only
 * `isNull` tests for absence; `eq: null` and `ne: null` are shorthand for it. `contains` folds case and diacritics.
 */

import { decimalOf } from './expression/decimal.ts'
import { evaluateExpression, isDecimal, order, type Value } from './expression/evaluate.ts'
import { type Expression, fieldsOf } from './expression/expression.ts'
import { today } from './values/dates.ts'
import { fold } from './values/folding.ts'

export type Scalar = string | number | boolean | null
/** Right-hand side: a constant, a property of the caller, a field or expression of the record, today's date, or the current time. */
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
  /** Compares an expression like a field: `{ reckoned: { add: ['written', 'oral'] }, is: { lte: 10 } }`. */
  | { readonly reckoned: Expression<Name>; readonly is: Omit<Comparison<Name>, 'contains'> }
  | { readonly [N in Name]?: Comparison<Name> }

export interface Asker {
  readonly id: string
  readonly role: string
  /** Id of the caller's student or professor record; absent if there is none. */
  readonly personId?: string | null
}

type Values = { readonly [field: string]: unknown }

export const isAnd = (p: Predicate): p is { and: readonly Predicate[] } => Array.isArray((p as { and?: unknown }).and)
export const isOr = (p: Predicate): p is { or: readonly Predicate[] } => Array.isArray((p as { or?: unknown }).or)
export const isNot = (p: Predicate): p is { not: Predicate } => 'not' in p && !isComparison((p as { not: unknown }).not)

export const isReckoned = (p: Predicate): p is { reckoned: Expression; is: Comparison } =>
  'reckoned' in p && 'is' in p && !isComparison((p as { reckoned: unknown }).reckoned)

export const comparisonOps: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'has', 'gt', 'gte', 'lt', 'lte', 'contains', 'isNull'])
const isComparison = (x: unknown): x is Comparison =>
  typeof x === 'object' && x !== null && Object.keys(x).length > 0 && Object.keys(x).every((key) => comparisonOps.has(key))

/** The comparisons by field. Only for a predicate that is not `and`, `or`, `not` or an expression. */
export const comparisonsOf = (p: Predicate): [field: string, comparison: Comparison][] => Object.entries(p as Record<string, Comparison>)

/** The parts of a conjunction, flattened; the predicate itself if it is not an `and`. */
export const conditionsOf = (p: Predicate): Predicate[] => (isAnd(p) ? p.and.flatMap(conditionsOf) : [p])

/** Whether the predicate depends on the caller. */
export function readsAsker(p: Predicate): boolean {
  if (isAnd(p)) return p.and.some(readsAsker)
  if (isOr(p)) return p.or.some(readsAsker)
  if (isNot(p)) return readsAsker(p.not)
  const comparisons = isReckoned(p) ? [p.is] : comparisonsOf(p).map(([, comparison]) => comparison)
  return comparisons.some((comparison) =>
    Object.values(comparison).some((side) => typeof side === 'object' && side !== null && 'user' in side),
  )
}

/** Every field that the predicate reads, including those in operands. */
export function fieldsRead(p: Predicate): string[] {
  if (isAnd(p)) return p.and.flatMap(fieldsRead)
  if (isOr(p)) return p.or.flatMap(fieldsRead)
  if (isNot(p)) return fieldsRead(p.not)
  if (isReckoned(p)) return [...fieldsOf(p.reckoned), ...fieldsOfSides(p.is)]
  return comparisonsOf(p).flatMap(([field, comparison]) => [field, ...fieldsOfSides(comparison)])
}

const fieldsOfSides = ({ eq, ne, has, gt, gte, lt, lte }: Comparison) =>
  [eq, ne, has, gt, gte, lt, lte].flatMap((side) =>
    typeof side === 'object' && side !== null && 'value' in side ? fieldsOf(side.value) : [],
  )

/** The expression that `p` requires `field` to equal; undefined if there is none or it is just another field. */
export function reckoningWanted(p: Predicate, field: string): Exclude<Expression, string> | undefined {
  if (isAnd(p)) return p.and.map((part) => reckoningWanted(part, field)).find((found) => found !== undefined)
  if (isOr(p) || isNot(p) || isReckoned(p)) return undefined
  const side = comparisonsOf(p).find(([name]) => name === field)?.[1].eq
  return typeof side === 'object' && side !== null && 'value' in side && typeof side.value !== 'string' ? side.value : undefined
}

/** Whether `record` satisfies `p` for `asker`. Absent values satisfy only `isNull`. */
export function evaluate(p: Predicate, record: Values, asker: Asker): boolean {
  if (isAnd(p)) return p.and.every((part) => evaluate(part, record, asker))
  if (isOr(p)) return p.or.some((part) => evaluate(part, record, asker))
  if (isNot(p)) return !evaluate(p.not, record, asker)
  const side = (operand: Operand) => resolve(operand, record, asker)
  if (isReckoned(p)) return compare(evaluateExpression(p.reckoned, record), p.is, side)
  return comparisonsOf(p).every(([field, comparison]) => compare(held(record, field), comparison, side))
}

/** A value of the record. Throws for a field of a referenced record that was not loaded with it. */
function held(record: Values, field: string): unknown {
  if (field.includes('.') && !Object.hasOwn(record, field)) throw new Error(`${field} was not read with the record`)
  return record[field] ?? null
}

function resolve(operand: Operand, record: Values, asker: Asker): unknown {
  if (typeof operand !== 'object' || operand === null) return operand
  if ('user' in operand) return asker[operand.user] ?? null
  if ('value' in operand) return typeof operand.value === 'string' ? held(record, operand.value) : evaluateExpression(operand.value, record)
  if ('date' in operand) return today(new Date())
  return new Date().toISOString()
}

function compare(value: unknown, c: Comparison, operand: (o: Operand) => unknown): boolean {
  if (c.isNull !== undefined && (value === null) !== c.isNull) return false
  if (c.eq !== undefined && !(c.eq === null ? value === null : same(value, operand(c.eq)))) return false
  if (c.ne !== undefined && !(c.ne === null ? value !== null : !same(value, operand(c.ne)))) return false
  if (c.in !== undefined && !c.in.some((item) => same(value, item))) return false
  if (c.has !== undefined && !(Array.isArray(value) && value.includes(operand(c.has)))) return false
  if (c.gt !== undefined && !ordered(value, operand(c.gt), (n) => n > 0)) return false
  if (c.gte !== undefined && !ordered(value, operand(c.gte), (n) => n >= 0)) return false
  if (c.lt !== undefined && !ordered(value, operand(c.lt), (n) => n < 0)) return false
  if (c.lte !== undefined && !ordered(value, operand(c.lte), (n) => n <= 0)) return false
  if (c.contains !== undefined && !(typeof value === 'string' && fold(value).includes(fold(c.contains)))) return false
  return true
}

/** Converts numbers to exact decimals, so that they compare exactly with results of expressions. */
const exact = (value: unknown): unknown => (typeof value === 'number' ? decimalOf(value) : value)

function same(a: unknown, b: unknown): boolean {
  if (a === null || b === null) return false
  return isDecimal(a) || isDecimal(b) ? ordered(a, b, (n) => n === 0) : a === b
}

function ordered(a: unknown, b: unknown, test: (order: number) => boolean): boolean {
  const [left, right] = [exact(a), exact(b)]
  if (left === null || right === null || typeof left !== typeof right) return false
  return (isDecimal(left) && isDecimal(right)) || typeof left === 'string'
    ? test(order(left as Exclude<Value, null>, right as Exclude<Value, null>))
    : false
}
