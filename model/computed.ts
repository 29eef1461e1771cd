/** Fields that follow from others: which of them a record tells by itself, and what they come to. */

import { evaluateExpression, plainValue } from './expression/evaluate.ts'
import { fieldsOf, rowsIn } from './expression/expression.ts'
import type { FieldSpec } from './field.ts'
import { remembered } from './remembered.ts'
import { type AnyResource, valueEntries } from './resource.ts'

type Values = { readonly [field: string]: unknown }

/** Tells whether a computed field's value follows from the record alone; that of any other the database has to be asked for. */
export const isReckonedFromRecord = ({ options: { computed } }: Pick<FieldSpec, 'options'>): boolean =>
  typeof computed === 'object' && !fieldsOf(computed.value).some((name) => name.includes('.')) && rowsIn(computed.value).length === 0

type Reckoning = (record: Values) => Values

/**
 * The record with what follows from it, as a condition on it is judged: whatever was known of that before is out of date. What
 * follows from its rows too is reckoned where they are with it, as in its form.
 */
export function withComputed(resource: AnyResource, record: Values): Values {
  const reckon = reckoningOf(resource)
  return reckon ? { ...record, ...reckon(record) } : record
}

const reckoningOf = remembered((resource: AnyResource): Reckoning | null => {
  const expressions = valueEntries(resource).flatMap(([name, { options }]) => {
    const { computed } = options
    if (typeof computed !== 'object' || fieldsOf(computed.value).some((read) => read.includes('.'))) return []
    return [{ name, value: computed.value, rows: rowsIn(computed.value).map((read) => read.rows) }]
  })
  if (expressions.length === 0) return null
  return (record) =>
    Object.fromEntries(
      expressions
        .filter(({ rows }) => rows.every((name) => Array.isArray(record[name])))
        .map(({ name, value }) => [name, plainValue(evaluateExpression(value, record))]),
    )
})

/** The default of a field as a new record gets it now; undefined where it has none. */
export function defaultOf({ options }: Pick<FieldSpec, 'options'>): unknown {
  const value = 'default' in options ? options.default : undefined
  return typeof value === 'object' ? plainValue(evaluateExpression(value, {})) : value
}
