/**
 * From a declaration to columns. Kind table 2 of 3 (the others are `model/validation.ts` and `src/fields/`).
 * The checks repeat what validation refuses, so that no other way into the table can break the rules.
 */
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgColumnBuilderBase } from 'drizzle-orm/pg-core'
import { boolean, date, integer, jsonb, numeric, text, uuid } from 'drizzle-orm/pg-core'
import type { FieldKind, FieldSpec, SpecOf } from '#model/field.ts'
import { instant } from './column-types.ts'
import { columnNameOf } from './names.ts'
import { file } from './tables/file.ts'

/** Parts that a kind makes of a field: the column with its value, a condition the value must meet, and the columns beside it. */
export interface Columns {
  readonly main: PgColumnBuilderBase
  readonly check?: SQL
  /** Column with the HMAC by which an encrypted value is found. */
  readonly blindIndex?: PgColumnBuilderBase
}
/** Answers the id column of a referenced resource's table, once all tables exist. */
export type IdColumnOf = (resource: string) => AnyPgColumn

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`
const literals = (spec: SpecOf<'choice' | 'set'>) => Object.keys(spec.choices).map(literal).join(', ')
const lengthOf = (column: string, max: number) => sql.raw(`char_length(${column}) between 1 and ${max}`)
const between = (column: string, { min, max }: { readonly min: number; readonly max: number }) =>
  sql.raw(`${column} between ${min} and ${max}`)
/** Longest name of a choice that depends on what is installed. */
const mostOpen = 40
const digits = (limit: number) => String(Math.trunc(limit)).length

type Builder<K extends FieldKind> = (spec: SpecOf<K>, column: string, idColumnOf: IdColumnOf) => Columns | null

const builders: { readonly [K in FieldKind]: Builder<K> } = {
  text: ({ options }, column) =>
    options.encrypted ? { main: text(), blindIndex: text() } : { main: text(), check: lengthOf(column, options.max) },
  longText: ({ options }, column) => ({ main: text(), check: lengthOf(column, options.max) }),
  integer: ({ options }, column) => ({ main: integer(), check: between(column, options) }),
  decimal: ({ options }, column) => ({
    main: numeric({ precision: digits(options.max) + options.scale, scale: options.scale, mode: 'number' }),
    check: between(column, options),
  }),
  money: ({ options }, column) => ({
    main: numeric({ precision: digits(options.max) + 2, scale: 2, mode: 'number' }),
    check: between(column, options),
  }),
  boolean: () => ({ main: boolean() }),
  date: ({ options }, column) => {
    const max = options.max === undefined || options.max === 'today' ? '2999-12-31' : options.max
    return { main: date({ mode: 'string' }), check: sql.raw(`${column} between '${options.min ?? '1900-01-01'}' and '${max}'`) }
  },
  dateTime: () => ({ main: instant() }),
  choice: (spec, column) => ({
    main: text(),
    check: spec.options.open ? lengthOf(column, mostOpen) : sql.raw(`${column} in (${literals(spec)})`),
  }),
  set: (spec, column) => ({ main: text().array(), check: sql.raw(`${column} <@ array[${literals(spec)}]::text[]`) }),
  reference: (spec, _column, idColumnOf) => ({ main: uuid().references(() => idColumnOf(spec.to)) }),
  many: () => null,
  email: (_spec, column) => ({ main: text(), check: lengthOf(column, 254) }),
  phone: (_spec, column) => ({ main: text(), check: lengthOf(column, 16) }),
  nationalId: () => ({ main: text(), blindIndex: text() }),
  file: () => ({ main: uuid().references(() => file.id) }),
  image: () => ({ main: uuid().references(() => file.id) }),
  data: () => ({ main: jsonb() }),
}

/** The columns of one field, or null for a field without any (`many`, computed). */
export function columnsOf(name: string, spec: FieldSpec, idColumnOf: IdColumnOf): Columns | null {
  if (spec.options.computed !== undefined) return null
  // The table's entry for the spec's own kind takes exactly this spec.
  const build = builders[spec.kind] as Builder<FieldKind>
  return build(spec as SpecOf<FieldKind>, columnNameOf(name), idColumnOf)
}
