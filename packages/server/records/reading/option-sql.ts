/** Conditions of `optionsWhere` as SQL on the target's row. */

import { familyOf } from '@matricola/schema/field.ts'
import {
  isOptionComparison,
  type OptionBound,
  type OptionsWhere,
} from '@matricola/schema/options-where.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { today } from '@matricola/schema/values/dates.ts'
import { valueSql } from '../../sql/value-sql.ts'

export interface OptionContext {
  readonly target: AnyResource
  readonly alias: string
  /**
   * Returns SQL for a literal value, or for another field of the referring record, cast to `type`.
   * Null: there is nothing to compare with.
   */
  readonly operand: (
    bound: Exclude<OptionBound, object> | { readonly value: string },
    type: string,
  ) => string | null
  /** Returns SQL for a text array. */
  readonly texts: (values: readonly string[]) => string
}

/** Returns SQL for each condition, leaving out comparisons for which `operand` returns null. */
export function optionConditions(
  where: OptionsWhere = {},
  { target, alias, operand, texts }: OptionContext,
): string[] {
  return Object.entries(where).flatMap(([field, expected]) => {
    const value = valueSql(target, field, alias)
    if (!isOptionComparison(expected))
      return comparisonSqlOf(`${value}::text`, '=', operand(expected, 'text'))
    const type = familyOf(fieldOf(target, field)) === 'date' ? 'date' : 'numeric'
    const boundSql = (one: OptionBound) =>
      operand(typeof one === 'object' && 'date' in one ? today(new Date()) : one, type)
    return [
      ...(expected.in ? [`${value}::text = ANY (${texts(expected.in.map(String))})`] : []),
      ...(expected.ne !== undefined
        ? [`NOT coalesce(${value}::text = ANY (${texts([expected.ne])}), FALSE)`]
        : []),
      ...(expected.gte !== undefined ? comparisonSqlOf(value, '>=', boundSql(expected.gte)) : []),
      ...(expected.lte !== undefined ? comparisonSqlOf(value, '<=', boundSql(expected.lte)) : []),
    ]
  })
}

const comparisonSqlOf = (value: string, sign: string, other: string | null) =>
  other === null ? [] : [`${value} ${sign} ${other}`]
