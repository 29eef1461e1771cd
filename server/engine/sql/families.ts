/** Comparison and order of a field's values in SQL. */
import type { Expression, RowsRead } from '#model/expression/expression.ts'
import { type FieldSpec, familyOf } from '#model/field.ts'
import type { Translates } from '#model/kind.ts'
import { type AnyResource, fieldOf, isKind } from '#model/resource.ts'
import { translates } from '#model/translated.ts'
import { translationIn } from '#model/translations.ts'
import { capitalsOf, foldingForm, letterSpellings, loneAccent } from '#model/values/folding.ts'
import { invisibleRanges } from '#model/values/tidy.ts'
import type { Language } from '#model/vocabulary.ts'
import { resourceNamed } from '#resources/index.ts'
import { hasSortKey } from '#server/engine/database/keys.ts'
import { computedSql } from '#server/engine/database/meanings.ts'
import { columnNameOf, keyColumnOf, tableNameOf, translationsColumnOf } from '#server/engine/database/names.ts'
import { expressionSql, type Reckoned } from './expression-sql.ts'

/** SQL of a field's value in the row called `alias`: its column, or its expression where it is computed. */
export function valueSql(resource: AnyResource, name: string, alias: string): string {
  const [reference = '', ...further] = name.split('.')
  if (further.length > 0) return reachedSql(resource, { reference, name: further.join('.') }, alias)
  if (name === 'id' || name === 'version' || name === 'createdAt' || name === 'updatedAt') return `${alias}.${columnNameOf(name)}`
  const spec = fieldOf(resource, name)
  const said = translates(spec)
  if (said) return translationSql(said, alias, 'text')
  const { computed } = spec.options
  if (typeof computed === 'object') return reckonedSql(computed.value, { resource, row: alias }).sql
  return computed ? computedSql(computed, alias) : `${alias}.${columnNameOf(name)}`
}

/** SQL of a field's text in a language, or of its sort key. */
const translationSql = ({ field, language }: Translates, alias: string, part: 'text' | 'key') =>
  `(${alias}.${translationsColumnOf(field)}->'${language}'->>'${part}')`

/** SQL of a value as a reader of a language is shown it: in that language, or as the university says it. */
export const shownSql = (resource: AnyResource, name: string, { alias, language }: Shown): string =>
  isSaidIn(resource, name, language)
    ? `coalesce(${translationSql({ field: name, language }, alias, 'text')}, ${valueSql(resource, name, alias)})`
    : valueSql(resource, name, alias)

/** SQL that tells whether that is in the reader's language; null where it never is. */
export const isSaidSql = (resource: AnyResource, name: string, { alias, language }: Shown): string | null =>
  isSaidIn(resource, name, language) ? `${translationSql({ field: name, language }, alias, 'text')} IS NOT NULL` : null

/** Row, and the language of who reads it; null: the university's. */
interface Shown {
  readonly alias: string
  readonly language: Language | null
}
const isSaidIn = (resource: AnyResource, name: string, language: Language | null): language is Language =>
  translationIn(resource, name, language) !== undefined

/** SQL of a value of the record that a reference names. */
function reachedSql(
  resource: AnyResource,
  { reference, name }: { readonly reference: string; readonly name: string },
  alias: string,
): string {
  const target = targetOf(resource, reference)
  const inner = `${alias}_${columnNameOf(reference)}`
  return `(SELECT ${valueSql(target, name, inner)} FROM ${tableNameOf(target)} ${inner} WHERE ${inner}.id = ${valueSql(resource, reference, alias)})`
}

/** The resource whose records a reference names. */
export function targetOf(resource: AnyResource, reference: string): AnyResource {
  const spec = fieldOf(resource, reference)
  if (!isKind(spec, 'reference')) throw new Error(`${resource.name}.${reference} is no reference`)
  return resourceNamed(spec.to)
}

/** The field at the end of a path of references: `studentId.matriculationNumber`. */
export function fieldAt(resource: AnyResource, path: string): FieldSpec {
  const [reference = '', ...further] = path.split('.')
  return further.length === 0 ? fieldOf(resource, path) : fieldAt(targetOf(resource, reference), further.join('.'))
}

/** Row that an expression is reckoned from. */
interface ReckonedRow {
  readonly resource: AnyResource
  readonly row: string
  readonly today?: string
}

/** SQL of what an expression comes to, and the family of its values. */
export const reckonedSql = (expression: Expression, { resource, row, today }: ReckonedRow): Reckoned =>
  expressionSql(expression, {
    value: (name) => reckonable(resource, name, row),
    rows: (read) => rowsSql(resource, read, row),
    ...(today !== undefined && { today }),
  })

/** SQL of the number of rows that a `many` field leads to, or of the sum of a field of theirs; those set aside are none. */
function rowsSql(resource: AnyResource, { rows, field }: RowsRead, alias: string): string {
  const spec = fieldOf(resource, rows)
  if (!isKind(spec, 'many')) throw new Error(`${resource.name}.${rows} leads to no rows`)
  const of = resourceNamed(spec.of)
  const inner = `${alias}_${columnNameOf(rows)}`
  const counted = field === null ? 'count(*)' : `coalesce(sum(${valueSql(of, field, inner)}), 0)`
  const back = valueSql(of, spec.by, inner)
  const isOfRecord = isKind(fieldOf(of, spec.by), 'links') ? `${alias}.id = ANY (${back})` : `${back} = ${alias}.id`
  const isThere = of.fields.isActive?.kind === 'boolean' ? ` AND ${valueSql(of, 'isActive', inner)}` : ''
  return `(SELECT ${counted}::numeric FROM ${tableNameOf(of)} ${inner} WHERE ${isOfRecord}${isThere})`
}

/** A field's value in the type that is reckoned with. */
function reckonable(resource: AnyResource, name: string, row: string): Reckoned {
  const sql = valueSql(resource, name, row)
  if (name === 'id') return { sql: `${sql}::text`, family: 'text' }
  const family = familyOf(fieldAt(resource, name))
  return { sql: family === 'number' ? `${sql}::numeric` : sql, family }
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

/** Folds as `fold` of model/values/folding.ts, row by row; most texts are plain letters, and have nothing but their case to fold. */
const foldedHere = (text: string) => {
  const letters = `lower(normalize(replace(${text}, '${loneAccent}', ''''), ${foldingForm}))`
  const spelled = spelledHere(`regexp_replace(${letters}, '[\\u0300-\\u036f${invisibleHere}]', '', 'g')`)
  return `CASE WHEN octet_length(${text}) = char_length(${text}) THEN translate(lower(${text}), '\`', '''') ELSE ${spelled} END`
}

/** Characters that show nothing, as a regular expression of PostgreSQL names them. */
const invisibleHere = invisibleRanges.map((range) => range.map((code) => `\\U${code.toString(16).padStart(8, '0')}`).join('-')).join('')

/** Letters that have a spelling as they are spelled. An engine may know the capitals of plain letters alone. */
function spelledHere(text: string): string {
  const sizes = Object.entries(letterSpellings).flatMap(([letter, spelling]) =>
    [...(letter + capitalsOf(letter))].map((size) => [size, spelling] as const),
  )
  const [short, long] = [sizes.filter(([, { length }]) => length === 1), sizes.filter(([, { length }]) => length > 1)]
  const quoted = (part: 0 | 1) =>
    `'${short
      .map((pair) => pair[part])
      .join('')
      .replaceAll("'", "''")}'`
  const translated = `translate(${text}, ${quoted(0)}, ${quoted(1)})`
  return long.reduce((sql, [letter, spelling]) => `replace(${sql}, '${letter}', '${spelling}')`, translated)
}

/** SQL that `ORDER BY` reads for a field: the key column of a text, else its value; of what a reader of the language is shown. */
export function orderSql(resource: AnyResource, name: string, { alias, language }: Shown): string {
  if (!hasSortKey(resource, name)) return shownSql(resource, name, { alias, language })
  const own = `${alias}.${keyColumnOf(name)}`
  return isSaidIn(resource, name, language) ? `coalesce(${translationSql({ field: name, language }, alias, 'key')}, ${own})` : own
}
