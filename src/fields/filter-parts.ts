/** Splits the value of a filter into operator and operands, and joins them again. */
import { type FieldSpec, familyOf } from '#model/field.ts'
import { countedDays, isRelative } from '#model/values/relative-days.ts'
import { absent, deniable, denied, every, listed, present, rangeOf, several } from '#model/wire/filter-value.ts'

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

export type Operator = 'contains' | 'is' | 'isNot' | 'all' | 'from' | 'to' | 'between' | 'last' | 'next' | 'none' | 'some' | RelativeDays

export interface FilterParts {
  readonly operator: Operator
  /** Values to compare with: two for `between`, none for named periods and presence. */
  readonly operands: readonly string[]
}

export const isDated = (spec: FieldSpec) => ['date', 'instant'].includes(familyOf(spec))
/** Whether values are compared as numbers or dates. */
const isOrdered = (spec: FieldSpec) => familyOf(spec) === 'number' || isDated(spec)

/** Operators of a field, the most likely first. */
export function operatorsOf(spec: FieldSpec): readonly Operator[] {
  const presence: readonly Operator[] = spec.options.optional ? ['none', 'some'] : []
  if (familyOf(spec) === 'file') return ['none', 'some']
  if (isDated(spec)) return [...relativeDays, 'last', 'next', 'is', 'from', 'to', 'between', ...presence]
  if (isOrdered(spec)) return ['is', 'from', 'to', 'between', ...presence]
  if (several.includes(familyOf(spec))) return ['is', 'all', 'isNot', ...presence]
  if (deniable.includes(familyOf(spec))) return ['is', 'isNot', ...presence]
  if (familyOf(spec) === 'boolean') return ['is', ...presence]
  return ['contains', ...presence]
}

/** Parses the value of a filter. For an empty value, returns the most likely operator. */
export function partsOf(spec: FieldSpec, value: string): FilterParts {
  if (value === absent) return { operator: 'none', operands: [] }
  if (value === present) return { operator: 'some', operands: [] }
  if (isDated(spec)) {
    if (value === '') return { operator: 'last', operands: [''] }
    const named = relativeDays.find((days) => days === value)
    if (named) return { operator: named, operands: [] }
    const counted = countedDays(value)
    if (counted) return { operator: counted.side, operands: [String(counted.count)] }
  }
  const [first = 'contains'] = operatorsOf(spec)
  if (isOrdered(spec)) {
    const range = rangeOf(value)
    if (!range) return { operator: 'is', operands: [value] }
    const [from, to] = range
    if (to === '') return { operator: 'from', operands: [from] }
    return from === '' ? { operator: 'to', operands: [to] } : { operator: 'between', operands: [from, to] }
  }
  const without = denied(familyOf(spec), value)
  if (without !== null) return { operator: 'isNot', operands: listed(without) }
  const all = every(familyOf(spec), value)
  if (all !== null) return { operator: 'all', operands: listed(all) }
  return { operator: first, operands: first === 'contains' ? [value] : listed(value) }
}

/** Encodes a condition as a filter value; empty while it is incomplete. */
export function valueFrom({ operator, operands }: FilterParts): string {
  const [first = '', second = ''] = operands
  if (operator === 'none') return absent
  if (operator === 'some') return present
  if (operator === 'last' || operator === 'next') return isRelative(`${operator}-${first}-days`) ? `${operator}-${first}-days` : ''
  if (isRelative(operator)) return operator
  if (operator === 'between') return first === '' && second === '' ? '' : `${first}..${second}`
  if (operator === 'from') return first === '' ? '' : `${first}..`
  if (operator === 'to') return first === '' ? '' : `..${first}`
  const values = operands.filter((operand) => operand !== '').join(',')
  if (operator === 'all' && values !== '') return `all:${values}`
  return operator === 'isNot' && values !== '' ? `!${values}` : values
}
