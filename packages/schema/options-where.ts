/**
 * Conditions on the records that a reference may point to. The options in forms, the server's
 * validation and import templates use them.
 */
import { today } from './values/dates.ts'

/** A constant, another field of the referring record, or today's date. */
export type OptionBound =
  | string
  | number
  | boolean
  | { readonly value: string }
  | { readonly date: 'today' }
/**
 * A comparison with a field of the referenced record. As everywhere, `ne` holds if the field is
 * empty.
 */
export interface OptionComparison {
  readonly in?: readonly (string | number)[]
  readonly ne?: string
  readonly gte?: OptionBound
  readonly lte?: OptionBound
}
/** Condition on one field of the referenced record: equality or a comparison. */
export type OptionCondition = Exclude<OptionBound, { readonly date: 'today' }> | OptionComparison
export type OptionsWhere = { readonly [field: string]: OptionCondition }

export const isOptionComparison = (condition: OptionCondition): condition is OptionComparison =>
  typeof condition === 'object' && !('value' in condition)

const fieldsOfBound = (bound: OptionBound | undefined): readonly string[] =>
  typeof bound === 'object' && 'value' in bound ? [bound.value] : []

/** Fields of the referring record that the conditions read. */
export const fieldsOfOptionsWhere = (where: OptionsWhere = {}): string[] =>
  Object.values(where).flatMap((condition) =>
    isOptionComparison(condition)
      ? [...fieldsOfBound(condition.gte), ...fieldsOfBound(condition.lte)]
      : fieldsOfBound(condition),
  )

/**
 * The equivalent filter of the target's list, or the field of the referring record that must be
 * filled in first.
 */
export function optionFilter(
  condition: OptionCondition,
  record: { readonly [field: string]: unknown },
): { readonly text: string } | { readonly missing: string } {
  const missing: string[] = []
  const boundText = (bound: OptionBound | undefined): string => {
    if (bound === undefined) return ''
    if (typeof bound !== 'object') return String(bound)
    if ('date' in bound) return today(new Date())
    const value = record[bound.value] ?? ''
    if (value === '') missing.push(bound.value)
    return String(value)
  }
  const text = !isOptionComparison(condition)
    ? boundText(condition)
    : condition.in
      ? condition.in.join(',')
      : condition.ne !== undefined
        ? `!${condition.ne}`
        : `${boundText(condition.gte)}..${boundText(condition.lte)}`
  return missing[0] === undefined ? { text } : { missing: missing[0] }
}
