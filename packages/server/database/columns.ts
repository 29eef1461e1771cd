/**
 * Defines the columns of a field, as described by its field type. Check constraints repeat the
 * validation, so that no other way of writing to the table can break the rules.
 */

import { type FieldSpec, fieldTypeOf, isEncrypted } from '@matricola/schema/field.ts'
import type { Column } from '@matricola/schema/field-type.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import { isTranslated } from '@matricola/schema/translated-fields.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import { boolean, date, integer, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from './column-types.ts'
import { columnNameOf } from './names.ts'
import { fileDefinition } from './tables/file.ts'

/** The columns of a field: its value, conditions on it, and derived columns. */
interface FieldColumns {
  readonly main: PgColumnBuilderBase
  readonly check?: SQL
  /** The pattern that a text must match. */
  readonly shape?: SQL
  /** Column with the HMAC that makes an encrypted value searchable. */
  readonly blindIndex?: PgColumnBuilderBase
  readonly translations?: PgColumnBuilderBase
}
/** Returns the id column of a resource's table. Called once all tables are defined. */
export type IdColumnOf = (resource: string) => AnyPgColumn

const columnBuilders: {
  readonly [T in Exclude<Column['type'], object>]: () => PgColumnBuilderBase
} = {
  text,
  integer,
  boolean,
  date: () => date({ mode: 'string' }),
  instant: instantColumn,
  uuid,
  json: jsonb,
  texts: () => text().array(),
  uuids: () => uuid().array(),
}

const literal = (value: string | number) =>
  typeof value === 'number' ? String(value) : `'${value.replaceAll("'", "''")}'`

function findCheck(name: string, { type, check }: Column): SQL | undefined {
  if (!check) return undefined
  if ('length' in check) return sql.raw(`char_length(${name}) between 1 and ${check.length}`)
  if ('between' in check)
    return sql.raw(`${name} between ${check.between.map(literal).join(' and ')}`)
  const values = check.among.map(literal).join(', ')
  return sql.raw(
    type === 'texts' ? `${name} <@ array[${values}]::text[]` : `${name} in (${values})`,
  )
}

function columnBuilder({ type, refersTo }: Column, idColumnOf: IdColumnOf): PgColumnBuilderBase {
  if (refersTo)
    return uuid().references(() =>
      refersTo === 'file' ? fileDefinition.id : idColumnOf(refersTo.resource),
    )
  return typeof type === 'object' ? numeric({ ...type, mode: 'number' }) : columnBuilders[type]()
}

/** Returns the column of a field; null for fields without one (`many`, computed). */
export const findColumn = memoize((spec: FieldSpec): Column | null =>
  spec.options.computed === undefined ? fieldTypeOf(spec).column(spec) : null,
)

/** Returns the columns of a field; null for a field without any. */
export function findFieldColumns(
  name: string,
  spec: FieldSpec,
  idColumnOf: IdColumnOf,
): FieldColumns | null {
  const column = findColumn(spec)
  if (!column) return null
  const check = findCheck(columnNameOf(name), column)
  const shape =
    column.shape === undefined
      ? undefined
      : sql.raw(`${columnNameOf(name)} ~ ${literal(column.shape)}`)
  return {
    main: columnBuilder(column, idColumnOf),
    ...(check && { check }),
    ...(shape && { shape }),
    ...(isEncrypted(spec) && { blindIndex: text() }),
    ...(isTranslated(spec) && { translations: jsonb() }),
  }
}
