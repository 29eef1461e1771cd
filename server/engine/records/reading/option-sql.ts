/** Conditions on the records that a reference may name, as SQL on the row of the target that is called `alias`. */

import { familyOf } from '#model/field.ts'
import { isOptionComparison, type OptionBound, type OptionsWhere } from '#model/options-where.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { today } from '#model/values/dates.ts'
import { valueSql } from '../../sql/families.ts'

export interface OptionRow {
  readonly target: AnyResource
  readonly alias: string
  /** SQL of a value in a type, or of another field of the record that refers; null where there is none to compare with. */
  readonly operand: (bound: Exclude<OptionBound, object> | { readonly value: string }, type: string) => string | null
  /** SQL of an array of texts. */
  readonly texts: (values: readonly string[]) => string
}

/** Each condition that can be told; `operand` decides what becomes of the others. */
export function optionConditions(where: OptionsWhere = {}, { target, alias, operand, texts }: OptionRow): string[] {
  return Object.entries(where).flatMap(([field, want]) => {
    const value = valueSql(target, field, alias)
    if (!isOptionComparison(want)) return compared(`${value}::text`, '=', operand(want, 'text'))
    const type = familyOf(fieldOf(target, field)) === 'date' ? 'date' : 'numeric'
    const bound = (one: OptionBound) => operand(typeof one === 'object' && 'date' in one ? today(new Date()) : one, type)
    return [
      ...(want.in ? [`${value}::text = ANY (${texts(want.in.map(String))})`] : []),
      ...(want.ne !== undefined ? [`NOT coalesce(${value}::text = ANY (${texts([want.ne])}), FALSE)`] : []),
      ...(want.gte !== undefined ? compared(value, '>=', bound(want.gte)) : []),
      ...(want.lte !== undefined ? compared(value, '<=', bound(want.lte)) : []),
    ]
  })
}

const compared = (value: string, sign: string, other: string | null) => (other === null ? [] : [`${value} ${sign} ${other}`])
