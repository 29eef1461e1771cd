/** Splits the value of a filter into operator and operands, and joins them again. */
import { type FieldSpec, familyOf } from '@matricola/schema/field.ts'
import { isRelativeDays, parseDayCount } from '@matricola/schema/values/relative-days.ts'
import {
  anyValue,
  multiValueFamilies,
  negatableFamilies,
  noValue,
  parseEvery,
  parseNegation,
  parseRange,
  splitList,
} from '@matricola/schema/wire/filter-value.ts'

/** Named periods; others are entered as a number of days. */
export const relativeDays = [
  'today',
  'yesterday',
  'last-7-days',
  'last-30-days',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
  'this-year',
  'last-year',
  'tomorrow',
  'next-7-days',
  'next-30-days',
  'next-week',
  'next-month',
] as const
type RelativeDays = (typeof relativeDays)[number]

export type Operator =
  | 'contains'
  | 'is'
  | 'isNot'
  | 'all'
  | 'from'
  | 'to'
  | 'between'
  | 'last'
  | 'next'
  | 'none'
  | 'some'
  | RelativeDays

export interface FilterParts {
  readonly operator: Operator
  /** Values to compare with: two for `between`, none for named periods and presence. */
  readonly operands: readonly string[]
}

export const isDateLike = (spec: FieldSpec) => ['date', 'instant'].includes(familyOf(spec))
/** Whether values are compared as numbers or dates. */
const isOrdered = (spec: FieldSpec) => familyOf(spec) === 'number' || isDateLike(spec)

/** Operators of a field, the most likely first. */
export function filterOperators(spec: FieldSpec): readonly Operator[] {
  const presence: readonly Operator[] = spec.options.optional ? ['none', 'some'] : []
  if (familyOf(spec) === 'file') return ['none', 'some']
  if (isDateLike(spec))
    return [...relativeDays, 'last', 'next', 'is', 'from', 'to', 'between', ...presence]
  if (isOrdered(spec)) return ['is', 'from', 'to', 'between', ...presence]
  if (multiValueFamilies.includes(familyOf(spec))) return ['is', 'all', 'isNot', ...presence]
  if (negatableFamilies.includes(familyOf(spec))) return ['is', 'isNot', ...presence]
  if (familyOf(spec) === 'boolean') return ['is', ...presence]
  return ['contains', ...presence]
}

/** Parses the value of a filter. For an empty value, returns the most likely operator. */
export function parseFilter(spec: FieldSpec, value: string): FilterParts {
  if (value === noValue) return { operator: 'none', operands: [] }
  if (value === anyValue) return { operator: 'some', operands: [] }
  if (isDateLike(spec)) {
    if (value === '') return { operator: 'last', operands: [''] }
    const namedPeriod = relativeDays.find((days) => days === value)
    if (namedPeriod) return { operator: namedPeriod, operands: [] }
    const dayCount = parseDayCount(value)
    if (dayCount) return { operator: dayCount.direction, operands: [String(dayCount.count)] }
  }
  const [first = 'contains'] = filterOperators(spec)
  if (isOrdered(spec)) {
    const range = parseRange(value)
    if (!range) return { operator: 'is', operands: [value] }
    const [from, to] = range
    if (to === '') return { operator: 'from', operands: [from] }
    return from === ''
      ? { operator: 'to', operands: [to] }
      : { operator: 'between', operands: [from, to] }
  }
  const negated = parseNegation(familyOf(spec), value)
  if (negated !== null) return { operator: 'isNot', operands: splitList(negated) }
  const all = parseEvery(familyOf(spec), value)
  if (all !== null) return { operator: 'all', operands: splitList(all) }
  return { operator: first, operands: first === 'contains' ? [value] : splitList(value) }
}

/** Encodes a condition as a filter value; empty while it is incomplete. */
export function encodeFilter({ operator, operands }: FilterParts): string {
  const [first = '', second = ''] = operands
  if (operator === 'none') return noValue
  if (operator === 'some') return anyValue
  if (operator === 'last' || operator === 'next')
    return isRelativeDays(`${operator}-${first}-days`) ? `${operator}-${first}-days` : ''
  if (isRelativeDays(operator)) return operator
  if (operator === 'between') return first === '' && second === '' ? '' : `${first}..${second}`
  if (operator === 'from') return first === '' ? '' : `${first}..`
  if (operator === 'to') return first === '' ? '' : `..${first}`
  const values = operands.filter((operand) => operand !== '').join(',')
  if (operator === 'all' && values !== '') return `all:${values}`
  return operator === 'isNot' && values !== '' ? `!${values}` : values
}
