/**
 * A condition as rows: comparisons that are joined, and groups of them. A predicate that says more
 * than rows can has no rows.
 */
import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import {
  type Comparison,
  comparisonsOf,
  isAnd,
  isExpressionComparison,
  isNot,
  isOr,
  type Predicate,
} from '@matricola/schema/predicate.ts'
import { validateInput, valueSchema } from '@matricola/schema/validation.ts'

/** A value that conditions can read. */
export interface ConditionField {
  readonly name: string
  readonly label: string
  readonly spec: FieldSpec
  /** Labels of the values of a choice or set. */
  readonly choices?: readonly { readonly value: string; readonly label: string }[]
  /** Whether there can be no value. */
  readonly isOptional: boolean
}

export type ConditionOperator =
  | 'eq'
  | 'ne'
  | 'in'
  | 'has'
  | 'hasNot'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'contains'
  | 'filled'
  | 'empty'

export interface ConditionRow {
  readonly key: string
  readonly field: string
  readonly operator: ConditionOperator
  /** Null while it is missing. Unused by `filled` and `empty`. */
  readonly operand: unknown
}
export interface ConditionGroup {
  readonly key: string
  readonly join: 'all' | 'any' | 'none'
  readonly parts: readonly (ConditionRow | ConditionGroup)[]
}

export const isGroup = (part: ConditionRow | ConditionGroup): part is ConditionGroup =>
  'parts' in part

/** Operators for a field, the most likely first. A group cannot contain a negation. */
export function conditionOperators(
  { spec, isOptional }: ConditionField,
  isInGroup: boolean,
): readonly ConditionOperator[] {
  const presence: readonly ConditionOperator[] = isOptional ? ['filled', 'empty'] : []
  switch (familyOf(spec)) {
    case 'number':
    case 'date':
    case 'instant':
      return ['gte', 'lte', 'eq', 'ne', 'gt', 'lt', ...presence]
    case 'boolean':
      return ['eq', ...presence]
    case 'choice':
      return ['eq', 'ne', 'in', ...presence]
    case 'id':
      return ['eq', 'ne', ...presence]
    case 'choices':
    case 'ids':
      return isInGroup ? ['has', ...presence] : ['has', 'hasNot', ...presence]
    case 'text':
    case 'ascii':
      return 'pattern' in spec.options
        ? ['eq', 'ne', ...presence]
        : ['eq', 'ne', 'contains', ...presence]
    default:
      return ['filled', 'empty']
  }
}

let created = 0
/** A key that no other row has. */
export const createRowKey = () => `row-${++created}`

export const isPresenceOperator = (operator: ConditionOperator) =>
  operator === 'filled' || operator === 'empty'

/** The field of one value of a field with several values. */
export function singleSpec(spec: FieldSpec): FieldSpec {
  if (spec.type === 'links') return { type: 'reference', to: spec.to, options: {} }
  return spec.type === 'set' ? { type: 'choice', choices: spec.choices, options: {} } : spec
}

/** Whether the row has a field and a valid value. */
export function isComplete(
  { operator, operand }: ConditionRow,
  field: ConditionField | undefined,
): boolean {
  if (!field) return false
  if (isPresenceOperator(operator)) return true
  if (operator === 'contains') return typeof operand === 'string' && operand.trim() !== ''
  const isValid = (value: unknown) => validateInput(valueSchema(singleSpec(field.spec)), value).ok
  return operator === 'in'
    ? Array.isArray(operand) && operand.length > 0 && operand.every(isValid)
    : isValid(operand)
}

export const findField = (fields: readonly ConditionField[], name: string) =>
  fields.find((field) => field.name === name)

/** The number of comparisons, counting those that are not complete. */
export const countRows = (group: ConditionGroup): number =>
  group.parts.reduce((count, part) => count + (isGroup(part) ? countRows(part) : 1), 0)

/** The predicate of the complete rows; undefined if there are none. */
export function toPredicate(
  group: ConditionGroup,
  fields: readonly ConditionField[],
): Predicate | undefined {
  const parts = group.parts.flatMap((part) => {
    const predicate = isGroup(part)
      ? toPredicate(part, fields)
      : isComplete(part, findField(fields, part.field))
        ? rowPredicate(part)
        : undefined
    return predicate ? [predicate] : []
  })
  const [first] = parts
  if (!first) return undefined
  if (group.join === 'none') return { not: parts.length === 1 ? first : { or: parts } }
  if (parts.length === 1) return first
  return group.join === 'all' ? { and: parts } : { or: parts }
}

function rowPredicate({ field, operator, operand }: ConditionRow): Predicate {
  if (isPresenceOperator(operator)) return { [field]: { isNull: operator === 'empty' } }
  if (operator === 'hasNot') return { not: { [field]: { has: operand } as Comparison } }
  return { [field]: { [operator]: operand } as Comparison }
}

/** The rows of a predicate; null if they cannot express it. */
export function toRows(predicate: Predicate | undefined): ConditionGroup | null {
  const root = (join: ConditionGroup['join'], parts: ConditionGroup['parts'] | null) =>
    parts && { key: createRowKey(), join, parts }
  if (predicate === undefined) return root('all', [])
  if (isAnd(predicate))
    return root('all', joined(predicate.and.map((part) => partsOf(part, 'all'))))
  if (isOr(predicate)) return root('any', joined(predicate.or.map((part) => partsOf(part, 'any'))))
  if (isNot(predicate)) {
    const negated = negatedRow(predicate.not)
    if (negated) return root('all', [negated])
    const parts = isOr(predicate.not) ? predicate.not.or : [predicate.not]
    return root('none', joined(parts.map((part) => singleRow(part))))
  }
  return root('all', comparisonRows(predicate))
}

const joined = <Part>(lists: readonly (readonly Part[] | null)[]): readonly Part[] | null =>
  lists.some((list) => list === null) ? null : lists.flatMap((list) => list ?? [])

/** The rows of a part of the root. Several comparisons of one object all have to hold. */
function partsOf(
  predicate: Predicate,
  join: 'all' | 'any',
): readonly (ConditionRow | ConditionGroup)[] | null {
  if (isNot(predicate)) {
    const negated = negatedRow(predicate.not)
    return negated && [negated]
  }
  if (isAnd(predicate) || isOr(predicate)) {
    const parts = joined((isAnd(predicate) ? predicate.and : predicate.or).map(singleRow))
    return (
      parts && [{ key: createRowKey(), join: isAnd(predicate) ? 'all' : 'any', parts } as const]
    )
  }
  const rows = comparisonRows(predicate)
  if (!rows || rows.length === 1 || join === 'all') return rows
  return [{ key: createRowKey(), join: 'all', parts: rows }]
}

function singleRow(predicate: Predicate): readonly ConditionRow[] | null {
  if (isAnd(predicate) || isOr(predicate) || isNot(predicate)) return null
  const rows = comparisonRows(predicate)
  return rows?.length === 1 ? rows : null
}

/** The row for a negated `has`; null for any other predicate. */
function negatedRow(negated: Predicate): ConditionRow | null {
  const [row] = singleRow(negated) ?? []
  return row?.operator === 'has' ? { ...row, operator: 'hasNot' } : null
}

function comparisonRows(predicate: Predicate): readonly ConditionRow[] | null {
  if (isExpressionComparison(predicate)) return null
  return joined(
    comparisonsOf(predicate).map(([field, comparison]) =>
      joined(
        Object.entries(comparison).map(([operator, operand]) => {
          if (operator === 'isNull')
            return [row(field, operand === true ? 'empty' : 'filled', null)]
          // Values of other fields, of the caller and of the clock have no rows.
          if (typeof operand === 'object' && !Array.isArray(operand)) return null
          return [row(field, operator as ConditionOperator, operand)]
        }),
      ),
    ),
  )
}

const row = (field: string, operator: ConditionOperator, operand: unknown): ConditionRow => ({
  key: createRowKey(),
  field,
  operator,
  operand,
})
