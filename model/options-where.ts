/** Conditions on the records that a reference may name, read alike by the form's options, the server's check and the template of a file. */
import { today } from './values/dates.ts'

/** A value; another field of the record that refers; today. */
export type OptionBound = string | number | boolean | { readonly value: string } | { readonly date: 'today' }
/** Comparison that a field of the named record must satisfy. `ne` holds for a record without a value, as everywhere. */
export interface OptionComparison {
  readonly in?: readonly (string | number)[]
  readonly ne?: string
  readonly gte?: OptionBound
  readonly lte?: OptionBound
}
/** Demand on a field of the named record: equal to something, or as a comparison says. */
export type OptionWanted = Exclude<OptionBound, { readonly date: 'today' }> | OptionComparison
/** Condition that a referenced record must satisfy, by its fields. */
export type OptionsWhere = { readonly [field: string]: OptionWanted }

export const isOptionComparison = (want: OptionWanted): want is OptionComparison => typeof want === 'object' && !('value' in want)

const readBy = (bound: OptionBound | undefined): readonly string[] => (typeof bound === 'object' && 'value' in bound ? [bound.value] : [])

/** Fields of the referring record that the conditions read. */
export const fieldsOfOptions = (where: OptionsWhere = {}): string[] =>
  Object.values(where).flatMap((want) => (isOptionComparison(want) ? [...readBy(want.gte), ...readBy(want.lte)] : readBy(want)))

/** The filter of the target's list that says the same, or the field that has to be filled in first. */
export function optionFilter(
  want: OptionWanted,
  record: { readonly [field: string]: unknown },
): { readonly text: string } | { readonly missing: string } {
  const missing: string[] = []
  const said = (bound: OptionBound | undefined): string => {
    if (bound === undefined) return ''
    if (typeof bound !== 'object') return String(bound)
    if ('date' in bound) return today(new Date())
    const value = record[bound.value] ?? ''
    if (value === '') missing.push(bound.value)
    return String(value)
  }
  const text = !isOptionComparison(want)
    ? said(want)
    : want.in
      ? want.in.join(',')
      : want.ne !== undefined
        ? `!${want.ne}`
        : `${said(want.gte)}..${said(want.lte)}`
  return missing[0] === undefined ? { text } : { missing: missing[0] }
}
