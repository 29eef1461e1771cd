/** Comparison and order of a field's values in SQL. */
import { type FieldSpec, familyOf } from '#model/field.ts'
import { capitalsOf, letterSpellings } from '#model/folding.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import { hasSortKey } from '#server/engine/database/keys.ts'
import { computedSql } from '#server/engine/database/meanings.ts'
import { columnNameOf, keyColumnOf } from '#server/engine/database/names.ts'

/** SQL of a field's value in the row called `alias`: its column, or its expression where it is computed. */
export function valueSql(resource: AnyResource, name: string, alias: string): string {
  if (name === 'id' || name === 'version' || name === 'createdAt' || name === 'updatedAt') return `${alias}.${columnNameOf(name)}`
  const { computed } = fieldOf(resource, name).options
  return computed ? computedSql(computed, alias) : `${alias}.${columnNameOf(name)}`
}

/** SQL of an instant as the text that travels: `2027-01-25T08:00:00.000Z`. */
export const instantText = (sql: string) => `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** SQL of a text field folded as `fold` does, or null for other families. Only of texts that lists show or filter by an index can serve it. */
export function foldedSql(resource: AnyResource, name: string, alias: string): string | null {
  if (hasSortKey(resource, name)) return `translate(${alias}.${keyColumnOf(name)}, '{|', '')`
  const family = familyOf(fieldOf(resource, name))
  if (family === 'ascii') return `lower(${alias}.${columnNameOf(name)})`
  return family === 'text' ? foldedHere(valueSql(resource, name, alias)) : null
}

/** Folds as `fold` of model/folding.ts, row by row; most texts are plain letters, and have nothing but their case to fold. */
const foldedHere = (text: string) =>
  `CASE WHEN octet_length(${text}) = char_length(${text}) THEN lower(${text}) ELSE ${spelledHere(`regexp_replace(lower(normalize(${text}, NFD)), '[\\u0300-\\u036f]', '', 'g')`)} END`

/** Letters that have a spelling as they are spelled. An engine may know the capitals of plain letters alone. */
function spelledHere(text: string): string {
  const sizes = Object.entries(letterSpellings).flatMap(([letter, spelling]) =>
    [...(letter + capitalsOf(letter))].map((size) => [size, spelling] as const),
  )
  const [short, long] = [sizes.filter(([, { length }]) => length === 1), sizes.filter(([, { length }]) => length > 1)]
  const translated = `translate(${text}, '${short.map(([letter]) => letter).join('')}', '${short.map(([, spelling]) => spelling).join('')}')`
  return long.reduce((sql, [letter, spelling]) => `replace(${sql}, '${letter}', '${spelling}')`, translated)
}

/** SQL that `ORDER BY` reads for a field: the key column of a text, else its value. */
export const orderSql = (resource: AnyResource, name: string, alias: string) =>
  hasSortKey(resource, name) ? `${alias}.${keyColumnOf(name)}` : valueSql(resource, name, alias)

/** Families with an order that a person understands. */
export const isSortable = (spec: FieldSpec) => !['words', 'secret', 'file', 'none'].includes(familyOf(spec))
