/** How SQL compares and orders a field's values. */
import { type FieldKind, type FieldSpec, isEncrypted } from '#model/field.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { hasSortKey } from '#server/database/keys.ts'
import { columnNameOf, keyColumnOf } from '#server/database/names.ts'
import { computedSql } from './computed.ts'

/** Kinds whose values SQL treats alike. `secret` is encrypted, `file` is an id shown as a path. */
export type Family = 'text' | 'ascii' | 'number' | 'boolean' | 'date' | 'instant' | 'word' | 'words' | 'id' | 'secret' | 'file' | 'none'

const families = {
  text: 'text',
  longText: 'text',
  integer: 'number',
  decimal: 'number',
  money: 'number',
  boolean: 'boolean',
  date: 'date',
  dateTime: 'instant',
  choice: 'word',
  set: 'words',
  reference: 'id',
  many: 'none',
  email: 'ascii',
  phone: 'ascii',
  nationalId: 'secret',
  file: 'file',
  image: 'file',
  data: 'none',
} as const satisfies Record<FieldKind, Family>

export const familyOf = (spec: FieldSpec): Family => (isEncrypted(spec) ? 'secret' : families[spec.kind])

/** SQL of a field's value in the row called `alias`: its column, or its expression where it is computed. */
export function valueSql(resource: AnyResource, name: string, alias: string): string {
  if (name === 'id' || name === 'version' || name === 'createdAt' || name === 'updatedAt') return `${alias}.${columnNameOf(name)}`
  const { computed } = fieldOf(resource, name).options
  return computed ? computedSql[computed](alias) : `${alias}.${columnNameOf(name)}`
}

/** SQL of an instant as the text that travels: `2027-01-25T08:00:00.000Z`. */
export const instantText = (sql: string) => `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL of a text field folded as `fold` does, or null where no column serves it. */
export function foldedSql(resource: AnyResource, name: string, alias: string): string | null {
  if (hasSortKey(resource, name)) return `translate(${alias}.${keyColumnOf(name)}, '{|', '')`
  return familyOf(fieldOf(resource, name)) === 'ascii' ? `lower(${alias}.${columnNameOf(name)})` : null
}

/** What `ORDER BY` reads for a field: the key column of a text, else its value. */
export const orderSql = (resource: AnyResource, name: string, alias: string) =>
  hasSortKey(resource, name) ? `${alias}.${keyColumnOf(name)}` : valueSql(resource, name, alias)

/** Families with an order that a person understands. */
export const isSortable = (spec: FieldSpec) => !['words', 'secret', 'file', 'none'].includes(familyOf(spec))
