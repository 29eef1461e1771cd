/** Computed fields: their values, and whether they depend only on the record. */

import { evaluateExpression, plainValue } from './expression/evaluate.ts'
import { childRowsIn, fieldsInExpression } from './expression/expression.ts'
import type { FieldSpec } from './field.ts'
import { memoize } from './memoize.ts'
import type { AnyResource } from './resource.ts'
import { valueEntries } from './resource-fields.ts'

type Values = { readonly [field: string]: unknown }

/** Whether a computed field depends only on the record. All others are computed by the database. */
export const isComputedFromRecord = ({
  options: { computed },
}: Pick<FieldSpec, 'options'>): boolean =>
  typeof computed === 'object' &&
  !fieldsInExpression(computed.value).some((name) => name.includes('.')) &&
  childRowsIn(computed.value).length === 0

type Computation = (record: Values) => Values

/**
 * The record with its computed fields, replacing outdated values, so that conditions see current
 * ones. Fields that aggregate child rows are computed only if the record contains those rows, as it
 * does in its form.
 */
export function withComputed(resource: AnyResource, record: Values): Values {
  const compute = computationOf(resource)
  return compute ? { ...record, ...compute(record) } : record
}

const computationOf = memoize((resource: AnyResource): Computation | null => {
  const expressions = valueEntries(resource).flatMap(([name, { options }]) => {
    const { computed } = options
    if (
      typeof computed !== 'object' ||
      fieldsInExpression(computed.value).some((read) => read.includes('.'))
    )
      return []
    return [
      { name, value: computed.value, rows: childRowsIn(computed.value).map((read) => read.rows) },
    ]
  })
  if (expressions.length === 0) return null
  return (record) =>
    Object.fromEntries(
      expressions
        .filter(({ rows }) => rows.every((name) => Array.isArray(record[name])))
        .map(({ name, value }) => [name, plainValue(evaluateExpression(value, record))]),
    )
})

/** The default value for a new record, evaluated now; undefined if the field has none. */
export function defaultOf({ options }: Pick<FieldSpec, 'options'>): unknown {
  const value = 'default' in options ? options.default : undefined
  return typeof value === 'object' ? plainValue(evaluateExpression(value, {})) : value
}
