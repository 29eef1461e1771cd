/**
 * Translates predicates to SQL. For every row, the result equals the result of `evaluate` in
 * `packages/schema/predicate.ts`. Random tests compare the two. Conditions below a `not` are true
 * or false, never null, because the negation of null is null and would exclude the row.
 */

import type { Expression } from '@matricola/schema/expression/expression.ts'
import { familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { isId } from '@matricola/schema/paths.ts'
import {
  type CallerIdentity,
  type Comparison,
  comparisonsOf,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Operand,
  type Predicate,
} from '@matricola/schema/predicate.ts'
import { registryOf } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { isRealDate, isRealInstant, today } from '@matricola/schema/values/dates.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import { columnNameOf, tableNameOf } from '../database/names.ts'
import { likePattern, type Parameters } from './parameters.ts'
import { personSql } from './person-sql.ts'
import { foldedSql, instantTextSql, recordExpressionSql, targetOf, valueSql } from './value-sql.ts'

export interface PredicateTarget {
  readonly resource: AnyResource
  readonly row: string
  readonly caller: CallerIdentity
  readonly parameters: Parameters
  /**
   * Set below a `not`, where null must not stand for false. Elsewhere, null may stand for false, so
   * that indexes can support the condition.
   */
  readonly isExact?: boolean
  /**
   * SQL for the user's id, if the condition is for many users at once. Absent: the id of `caller`.
   */
  readonly userIdSql?: string
}

/**
 * Returns a condition that is true for exactly the rows that satisfy `predicate`. Values are passed
 * as parameters.
 */
export function predicateSql(predicate: Predicate, target: PredicateTarget): string {
  if (isAnd(predicate)) return joinPredicates(predicate.and, ' AND ', 'TRUE', target)
  if (isOr(predicate)) return joinPredicates(predicate.or, ' OR ', 'FALSE', target)
  if (isNot(predicate)) return `(NOT ${predicateSql(predicate.not, { ...target, isExact: true })})`
  const parts = isExpressionComparison(predicate)
    ? comparisonSql(expressionSide(predicate.expression, target), predicate.is, target)
    : comparisonsOf(predicate).flatMap(([name, comparison]) =>
        fieldComparison(name, comparison, target),
      )
  return parts.length === 0 ? 'TRUE' : `(${parts.join(' AND ')})`
}

const joinPredicates = (
  parts: readonly Predicate[],
  operator: string,
  emptySql: string,
  target: PredicateTarget,
) =>
  parts.length === 0
    ? emptySql
    : `(${parts.map((part) => predicateSql(part, target)).join(operator)})`

/** SQL types of the families that are strings in JavaScript but not text in SQL. */
const types: { readonly [F in Family]?: string } = {
  date: 'date',
  instant: 'timestamptz',
  id: 'uuid',
}

interface Side {
  readonly sql: string
  readonly family: Family
}

/**
 * Compares a value of a referenced record, which may not exist. A positive comparison requires a
 * referenced record that satisfies it. A negative comparison requires that there is none.
 */
function referenceComparison(
  path: string,
  comparison: Comparison,
  target: PredicateTarget,
): string[] {
  const [reference = '', ...remaining] = path.split('.')
  const targetTable = targetOf(target.resource, reference)
  const row = `${target.row}_${columnNameOf(reference)}`
  const exists = (condition: Comparison) =>
    `EXISTS (SELECT FROM ${tableNameOf(targetTable)} ${row} WHERE ${row}.id = ${valueSql(target.resource, reference, target.row)} AND ${predicateSql({ [remaining.join('.')]: condition }, { ...target, resource: targetTable, row, isExact: false })})`
  const { isNull, eq, ne, ...rest } = comparison
  const parts: string[] = []
  if (isNull === true || eq === null) parts.push(`NOT ${exists({ isNull: false })}`)
  if (isNull === false || ne === null) parts.push(exists({ isNull: false }))
  if (eq !== undefined && eq !== null) parts.push(exists({ eq }))
  if (ne !== undefined && ne !== null) parts.push(`NOT ${exists({ eq: ne })}`)
  if (Object.keys(rest).length > 0) parts.push(exists(rest))
  return parts
}

function fieldComparison(name: string, comparison: Comparison, target: PredicateTarget): string[] {
  if (name.includes('.')) return referenceComparison(name, comparison, target)
  const parts = comparisonSql(fieldSide(name, target), comparison, target)
  return comparison.contains === undefined
    ? parts
    : [...parts, containsSql(name, comparison.contains, target)]
}

function comparisonSql(value: Side, comparison: Comparison, target: PredicateTarget): string[] {
  const parts: string[] = []
  const { isNull, eq, ne, in: allowedValues } = comparison
  if (isNull !== undefined) parts.push(`${value.sql} IS ${isNull ? '' : 'NOT '}NULL`)
  if (eq !== undefined)
    parts.push(eq === null ? `${value.sql} IS NULL` : compareSql(value, '=', eq, target))
  if (ne !== undefined)
    parts.push(
      ne === null
        ? `${value.sql} IS NOT NULL`
        : `(NOT ${compareSql(value, '=', ne, { ...target, isExact: true })})`,
    )
  if (allowedValues !== undefined) {
    const options = allowedValues
      .filter((item) => item !== null)
      .map((item) => compareSql(value, '=', item, target))
    parts.push(options.length === 0 ? 'FALSE' : `(${options.join(' OR ')})`)
  }
  if (comparison.has !== undefined) parts.push(hasSql(value, comparison.has, target))
  for (const [key, sign] of [
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
  ] as const) {
    const operand = comparison[key]
    if (operand !== undefined) parts.push(compareSql(value, sign, operand, target))
  }
  return parts
}

/** The family of the elements of a list. */
const elementFamilies: { readonly [F in Family]?: Family } = { choices: 'choice', ids: 'id' }

function hasSql({ sql, family }: Side, operand: Operand, target: PredicateTarget): string {
  const elementFamily = elementFamilies[family]
  if (!elementFamily || (elementFamily === 'id' && !isPossibleId(operand))) return 'FALSE'
  const otherSide = operandSide({ sql, family: elementFamily }, operand, target)
  if (
    !otherSide ||
    primitive(otherSide.family) !== 'text' ||
    (elementFamily === 'id' && otherSide.family !== 'id')
  )
    return 'FALSE'
  const condition = `${otherSide.sql} = ANY (${sql})`
  return target.isExact ? `coalesce(${condition}, FALSE)` : condition
}

/**
 * Whether an operand can be a record's id. Other values must not become `uuid` parameters, because
 * the cast would fail.
 */
function isPossibleId(operand: Operand): boolean {
  if (typeof operand === 'string') return isId(operand)
  return (
    typeof operand === 'object' &&
    operand !== null &&
    ('value' in operand || ('user' in operand && operand.user !== 'role'))
  )
}

/** A value computed from the row. Today is the server's date, as in all other comparisons. */
const expressionSide = (expression: Expression, { resource, row }: PredicateTarget): Side =>
  recordExpressionSql(expression, { resource, row, today: `'${today(new Date())}'::date` })

function fieldSide(name: string, target: PredicateTarget): Side {
  const family = name === 'id' ? 'id' : familyOf(fieldOf(target.resource, name))
  return { sql: valueSql(target.resource, name, target.row), family }
}

/**
 * Values compare as in JavaScript: strings of all families with each other, numbers with numbers,
 * and booleans with booleans.
 */
const primitive = (family: Family) =>
  family === 'number' || family === 'boolean' ? family : 'text'

function compareSql(value: Side, sign: string, operand: Operand, target: PredicateTarget): string {
  if (
    ['choices', 'ids', 'secret', 'file', 'none'].includes(value.family) ||
    (value.family === 'boolean' && sign !== '=')
  )
    return 'FALSE'
  const otherSide = operandSide(value, operand, target)
  if (!otherSide || primitive(otherSide.family) !== primitive(value.family)) return 'FALSE'
  if (value.family === 'boolean' && sign !== '=') return 'FALSE'
  const [left, right] = comparable(value, otherSide)
  const condition = sign === '=' ? `${left} = ${right}` : `${left} ${sign} ${right}`
  return target.isExact ? `coalesce(${condition}, FALSE)` : condition
}

/**
 * Converts both sides to a common type. Strings of different families are compared as text, by code
 * point as in JavaScript.
 */
function comparable(a: Side, b: Side): [string, string] {
  if (primitive(a.family) !== 'text') return [a.sql, b.sql]
  if (a.family === b.family && ['date', 'instant', 'id'].includes(a.family)) return [a.sql, b.sql]
  return [`${textSqlOf(a)} COLLATE "C"`, textSqlOf(b)]
}

const textSqlOf = ({ sql, family }: Side) => {
  if (family === 'instant') return instantTextSql(sql)
  return family === 'date' || family === 'id' ? `${sql}::text` : sql
}

/**
 * Returns the right-hand side, or null if no row can match. Adds no parameter for a value that is
 * not used.
 */
function operandSide(value: Side, operand: Operand, target: PredicateTarget): Side | null {
  const { parameters, caller } = target
  const expectedType = primitive(value.family)
  if (operand === null) return null
  if (typeof operand === 'number') {
    if (expectedType !== 'number') return null
    return {
      sql: parameters.add(operand, Number.isSafeInteger(operand) ? 'bigint' : 'numeric'),
      family: 'number',
    }
  }
  if (typeof operand === 'boolean')
    return expectedType === 'boolean'
      ? { sql: parameters.add(operand, 'boolean'), family: 'boolean' }
      : null
  if (typeof operand === 'string')
    return expectedType === 'text' ? textSide(value, operand, parameters) : null
  if ('user' in operand && operand.user !== 'role' && target.userIdSql)
    return expectedType === 'text'
      ? {
          sql:
            operand.user === 'id'
              ? target.userIdSql
              : personSql(registryOf(target.resource), target.userIdSql),
          family: 'id',
        }
      : null
  if ('user' in operand) {
    const callerValue = caller[operand.user]
    return expectedType === 'text' && typeof callerValue === 'string'
      ? textSide(value, callerValue, parameters)
      : null
  }
  if ('value' in operand)
    return typeof operand.value === 'string'
      ? fieldSide(operand.value, target)
      : expressionSide(operand.value, target)
  if ('date' in operand)
    return expectedType === 'text' ? textSide(value, today(new Date()), parameters) : null
  return expectedType === 'text' ? textSide(value, new Date().toISOString(), parameters) : null
}

/** Whether a text is a value of the family in its wire form. */
const isOfType: { readonly [F in Family]?: (text: string) => boolean } = {
  id: isId,
  date: isRealDate,
  instant: (text) => isRealInstant(text) && text.length === 24,
}

/**
 * Adds a text as a parameter. If the text is a valid value for the field it is compared with, the
 * parameter has the type of that field.
 */
function textSide(value: Side, text: string, parameters: Parameters): Side {
  const isValid = isOfType[value.family]?.(text) ?? false
  const type = types[value.family]
  return isValid && type
    ? { sql: parameters.add(text, type), family: value.family }
    : { sql: parameters.add(text, 'text'), family: 'text' }
}

function containsSql(name: string, text: string, target: PredicateTarget): string {
  const folded =
    name === 'id' ? `${target.row}.id::text` : foldedSql(target.resource, name, target.row, text)
  const like = (sql: string) => {
    const condition = `${sql} LIKE ${target.parameters.add(likePattern(fold(text)), 'text')}`
    return target.isExact ? `coalesce(${condition}, FALSE)` : condition
  }
  if (folded) return like(folded)
  const family = familyOf(fieldOf(target.resource, name))
  if (['number', 'boolean', 'choices', 'ids', 'secret', 'file'].includes(family)) return 'FALSE'
  return like(`lower(${textSqlOf(fieldSide(name, target))})`)
}
