/**
 * Conditions as data. The same predicate is evaluated here for one record and compiled to SQL in
 * `server/engine/sql/predicate-sql.ts`; random tests hold the two to the same answers.
 *
 * Logic is two-valued: a comparison with an absent value is false, and `ne` and `not` are true where what they deny is
 * false. Only `isNull` asks about absence, and `eq: null` / `ne: null` mean the same as `isNull`. `contains` folds case and diacritics.
 */
import { today } from './dates.ts'
import { fold } from './folding.ts'

export type Scalar = string | number | boolean | null
/** Right side: a plain value, a property of the caller, another field, today's date, this moment, a product of two fields. */
export type Operand =
  | Scalar
  | { readonly user: 'id' | 'role' | 'personId' }
  | { readonly value: string }
  | { readonly date: 'today' }
  | { readonly instant: 'now' }
  | { readonly product: readonly [string, string] }

export interface Comparison {
  readonly eq?: Operand
  readonly ne?: Operand
  readonly in?: readonly Scalar[]
  readonly gt?: Operand
  readonly gte?: Operand
  readonly lt?: Operand
  readonly lte?: Operand
  readonly contains?: string
  readonly isNull?: boolean
}

export type Predicate<Name extends string = string> =
  | { readonly and: readonly Predicate<Name>[] }
  | { readonly or: readonly Predicate<Name>[] }
  | { readonly not: Predicate<Name> }
  | { readonly [N in Name]?: Comparison }

export interface Asker {
  readonly id: string
  readonly role: string
  /** Id of the asker's student or professor record; absent where there is none. */
  readonly personId?: string | null
}

type Values = { readonly [field: string]: unknown }

export const isAnd = (p: Predicate): p is { and: readonly Predicate[] } => Array.isArray((p as { and?: unknown }).and)
export const isOr = (p: Predicate): p is { or: readonly Predicate[] } => Array.isArray((p as { or?: unknown }).or)
export const isNot = (p: Predicate): p is { not: Predicate } => 'not' in p && !isComparison((p as { not: unknown }).not)

/** The words that a comparison can hold. */
export const comparisonOps: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'contains', 'isNull'])
const isComparison = (x: unknown): x is Comparison =>
  typeof x === 'object' && x !== null && Object.keys(x).length > 0 && Object.keys(x).every((key) => comparisonOps.has(key))

/** The field comparisons of a predicate that is neither `and`, `or` nor `not`. */
export const comparisonsOf = (p: Predicate): [field: string, comparison: Comparison][] => Object.entries(p as Record<string, Comparison>)

/** Every field that a predicate reads, operands included. */
export function fieldsRead(p: Predicate): string[] {
  if (isAnd(p)) return p.and.flatMap(fieldsRead)
  if (isOr(p)) return p.or.flatMap(fieldsRead)
  if (isNot(p)) return fieldsRead(p.not)
  return comparisonsOf(p).flatMap(([field, c]) => [field, ...[c.eq, c.ne, c.gt, c.gte, c.lt, c.lte].flatMap(operandFields)])
}

function operandFields(operand: Operand | undefined): readonly string[] {
  if (typeof operand !== 'object' || operand === null) return []
  if ('value' in operand) return [operand.value]
  return 'product' in operand ? operand.product : []
}

/** The two fields whose product `p` wants in `field`, where it wants one. */
export function productWanted(p: Predicate, field: string): readonly [string, string] | undefined {
  if (isAnd(p)) return p.and.map((part) => productWanted(part, field)).find((names) => names !== undefined)
  if (isOr(p) || isNot(p)) return undefined
  const operand = comparisonsOf(p).find(([name]) => name === field)?.[1].eq
  return typeof operand === 'object' && operand !== null && 'product' in operand ? operand.product : undefined
}

/** Tells whether `record` satisfies `p` for `asker`. Absent values satisfy nothing but `isNull`. */
export function evaluate(p: Predicate, record: Values, asker: Asker): boolean {
  if (isAnd(p)) return p.and.every((part) => evaluate(part, record, asker))
  if (isOr(p)) return p.or.some((part) => evaluate(part, record, asker))
  if (isNot(p)) return !evaluate(p.not, record, asker)
  return comparisonsOf(p).every(([field, comparison]) => compare(record[field] ?? null, comparison, (o) => resolve(o, record, asker)))
}

function resolve(operand: Operand, record: Values, asker: Asker): unknown {
  if (typeof operand !== 'object' || operand === null) return operand
  if ('user' in operand) return asker[operand.user] ?? null
  if ('value' in operand) return record[operand.value] ?? null
  if ('date' in operand) return today(new Date())
  if ('instant' in operand) return new Date().toISOString()
  const [left, right] = operand.product.map((name) => record[name] ?? null)
  return typeof left === 'number' && typeof right === 'number' ? left * right : null
}

function compare(value: unknown, c: Comparison, operand: (o: Operand) => unknown): boolean {
  if (c.isNull !== undefined && (value === null) !== c.isNull) return false
  if (c.eq !== undefined && !(c.eq === null ? value === null : same(value, operand(c.eq)))) return false
  if (c.ne !== undefined && !(c.ne === null ? value !== null : !same(value, operand(c.ne)))) return false
  if (c.in !== undefined && !c.in.some((item) => same(value, item))) return false
  if (c.gt !== undefined && !ordered(value, operand(c.gt), (n) => n > 0)) return false
  if (c.gte !== undefined && !ordered(value, operand(c.gte), (n) => n >= 0)) return false
  if (c.lt !== undefined && !ordered(value, operand(c.lt), (n) => n < 0)) return false
  if (c.lte !== undefined && !ordered(value, operand(c.lte), (n) => n <= 0)) return false
  if (c.contains !== undefined && !(typeof value === 'string' && fold(value).includes(fold(c.contains)))) return false
  return true
}

const same = (a: unknown, b: unknown) => a !== null && b !== null && a === b

function ordered(a: unknown, b: unknown, test: (order: number) => boolean): boolean {
  if (a === null || b === null || typeof a !== typeof b) return false
  if (typeof a !== 'string' && typeof a !== 'number') return false
  return test(a < (b as typeof a) ? -1 : a > (b as typeof a) ? 1 : 0)
}
