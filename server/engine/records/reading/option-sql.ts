/** Conditions of `optionsWhere` as SQL on the target's row. */

import { familyOf } from '#model/field.ts'
import { isOptionComparison, type OptionBound, type OptionsWhere } from '#model/options-where.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { today } from '#model/values/dates.ts'
import { valueSql } from '../../sql/value-sql.ts'

export interface OptionContext {
  readonly target: AnyResource
  readonly alias: string
  /**
   * Returns SQL for a literal value, or for another field of the referring record, cast to `type`. Null: there is nothing to
   * compare with.
   */
  readonly operand: (bound: Exclude<OptionBound, object> | { readonly value: string }, type: string) => string | null
  /** Returns SQL for a text array. */
  readonly texts: (values: readonly string[]) => string
}

/** Returns SQL for each condition, leaving out comparisons for which `operand` returns null. */
export function optionConditions(where: OptionsWhere = {}, { target, alias, operand, texts }: OptionContext): string[] {
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
