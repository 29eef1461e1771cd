/** SQL for a field's values: how they are read, compared, folded and ordered. */
import type { ChildRowsRead, Expression } from '@matricola/schema/expression/expression.ts'
import { type FieldSpec, familyOf, isFieldType } from '@matricola/schema/field.ts'
import type { Translates } from '@matricola/schema/field-type.ts'
import { related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { translationOf } from '@matricola/schema/translated-fields.ts'
import { findTranslation } from '@matricola/schema/translations.ts'
import { invisibleRanges } from '@matricola/schema/values/characters.ts'
import {
  foldingForm,
  letterSpellings,
  loneAccent,
  toCapitals,
} from '@matricola/schema/values/folding.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { hasSortKey } from '../database/keys.ts'
import { columnNameOf, keyColumnOf, tableNameOf, translationsColumnOf } from '../database/names.ts'
import { computedSql } from '../database/pack-contributions.ts'
import { findStoredField } from './dynamic-sql.ts'
import { expressionSql, type TypedSql } from './expression-sql.ts'

/**
 * Returns SQL for a field's value in the row `alias`: a column, an expression, or a value of a
 * referenced record (`studentId.name`).
 */
export function valueSql(resource: AnyResource, name: string, alias: string): string {
  const dynamic = findStoredField(resource, name)
  if (dynamic) return dynamic.value(alias)
  const [reference = '', ...remaining] = name.split('.')
  if (remaining.length > 0)
    return referencedValueSql(resource, { reference, name: remaining.join('.') }, alias)
  if (name === 'id' || name === 'version' || name === 'createdAt' || name === 'updatedAt')
    return `${alias}.${columnNameOf(name)}`
  const spec = fieldOf(resource, name)
  const translation = translationOf(spec)
  if (translation) return translationSql(translation, alias, 'text')
  const { computed } = spec.options
  if (typeof computed === 'object')
    return recordExpressionSql(computed.value, { resource, row: alias }).sql
  return computed ? computedSql(resource, computed, alias) : `${alias}.${columnNameOf(name)}`
}

/** Returns SQL for a field's text in a language, or for its sort key. */
const translationSql = ({ field, language }: Translates, alias: string, part: 'text' | 'key') =>
  `(${alias}.${translationsColumnOf(field)}->'${language}'->>'${part}')`

/**
 * Returns SQL for a value as shown in a language: the translation, or the university's text if
 * there is none.
 */
export const displayedSql = (
  resource: AnyResource,
  name: string,
  { alias, language }: DisplayOptions,
): string =>
  hasTranslations(resource, name, language)
    ? `coalesce(${translationSql({ field: name, language }, alias, 'text')}, ${valueSql(resource, name, alias)})`
    : valueSql(resource, name, alias)

/**
 * Returns SQL that is true if the value has a translation in the language; null if the field has no
 * translations in it.
 */
export const hasTranslationSql = (
  resource: AnyResource,
  name: string,
  { alias, language }: DisplayOptions,
): string | null =>
  hasTranslations(resource, name, language)
    ? `${translationSql({ field: name, language }, alias, 'text')} IS NOT NULL`
    : null

/** The row's alias and the reader's language; null: the university's language. */
interface DisplayOptions {
  readonly alias: string
  readonly language: Language | null
}
const hasTranslations = (
  resource: AnyResource,
  name: string,
  language: Language | null,
): language is Language => findTranslation(resource, name, language) !== undefined

/** Returns SQL for a value of a referenced record. */
function referencedValueSql(
  resource: AnyResource,
  { reference, name }: { readonly reference: string; readonly name: string },
  alias: string,
): string {
  const target = targetOf(resource, reference)
  const inner = `${alias}_${columnNameOf(reference)}`
  return `(SELECT ${valueSql(target, name, inner)} FROM ${tableNameOf(target)} ${inner} WHERE ${inner}.id = ${valueSql(resource, reference, alias)})`
}

export function targetOf(resource: AnyResource, reference: string): AnyResource {
  const spec = fieldOf(resource, reference)
  if (!isFieldType(spec, 'reference'))
    throw new Error(`${resource.name}.${reference} is not a reference`)
  return related(resource, spec.to)
}

/**
 * Returns the field at the end of a path of references, such as `studentId.matriculationNumber`.
 */
export function fieldAtPath(resource: AnyResource, path: string): FieldSpec {
  const [reference = '', ...remaining] = path.split('.')
  return remaining.length === 0
    ? fieldOf(resource, path)
    : fieldAtPath(targetOf(resource, reference), remaining.join('.'))
}

interface ExpressionContext {
  readonly resource: AnyResource
  readonly row: string
  readonly today?: string
}

/** Returns SQL for an expression's value, and the value's family. */
export const recordExpressionSql = (
  expression: Expression,
  { resource, row, today }: ExpressionContext,
): TypedSql =>
  expressionSql(expression, {
    value: (name) => operandSql(resource, name, row),
    rows: (read) => childRowsSql(resource, read, row),
    ...(today !== undefined && { today }),
  })

/**
 * Returns SQL for the number of rows of a `many` field, or the sum of one of their fields. Inactive
 * rows do not count.
 */
function childRowsSql(
  resource: AnyResource,
  { rows, field }: ChildRowsRead,
  alias: string,
): string {
  const spec = fieldOf(resource, rows)
  if (!isFieldType(spec, 'many'))
    throw new Error(`${resource.name}.${rows} is not a list of child rows`)
  const rowResource = related(resource, spec.of)
  const inner = `${alias}_${columnNameOf(rows)}`
  const aggregate =
    field === null ? 'count(*)' : `coalesce(sum(${valueSql(rowResource, field, inner)}), 0)`
  const parentReference = valueSql(rowResource, spec.by, inner)
  const belongsSql = isFieldType(fieldOf(rowResource, spec.by), 'links')
    ? `${alias}.id = ANY (${parentReference})`
    : `${parentReference} = ${alias}.id`
  const isActiveSql =
    rowResource.fields.isActive?.type === 'boolean'
      ? ` AND ${valueSql(rowResource, 'isActive', inner)}`
      : ''
  return `(SELECT ${aggregate}::numeric FROM ${tableNameOf(rowResource)} ${inner} WHERE ${belongsSql}${isActiveSql})`
}

/** Returns SQL for a field's value in the type that expressions compute with. */
function operandSql(resource: AnyResource, name: string, row: string): TypedSql {
  const sql = valueSql(resource, name, row)
  if (name === 'id') return { sql: `${sql}::text`, family: 'text' }
  const family = familyOf(fieldAtPath(resource, name))
  return { sql: family === 'number' ? `${sql}::numeric` : sql, family }
}

/** Returns SQL for a timestamp in its wire form: `2027-01-25T08:00:00.000Z`. */
export const instantTextSql = (sql: string) =>
  `to_char(${sql} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Returns SQL for a text field, folded as `fold` does, in which `text` is looked for; null for other
 * families. An index can support it only if the field has a sort key. Sort keys contain no `{` and
 * `|` of the value.
 */
export function foldedSql(
  resource: AnyResource,
  name: string,
  alias: string,
  text = '',
): string | null {
  if (hasSortKey(resource, name) && !/[{|]/.test(text))
    return `translate(${alias}.${keyColumnOf(name)}, '{|', '')`
  const family = familyOf(fieldOf(resource, name))
  if (family === 'ascii') return `lower(${alias}.${columnNameOf(name)})`
  return family === 'text' ? foldSql(valueSql(resource, name, alias)) : null
}

/**
 * Folds in SQL as `fold` in `packages/schema/values/folding.ts` does. ASCII texts, the most common
 * case, only need lower case.
 */
const foldSql = (text: string) => {
  const lowercase = `lower(normalize(replace(${text}, '${loneAccent}', ''''), ${foldingForm}))`
  const transliterated = transliterateSql(
    `regexp_replace(${lowercase}, '[\\u0300-\\u036f${invisibleCharacters}]', '', 'g')`,
  )
  return `CASE WHEN octet_length(${text}) = char_length(${text}) THEN translate(lower(${text}), '\`', '''') ELSE ${transliterated} END`
}

/** Invisible characters, as a PostgreSQL character class. */
const invisibleCharacters = invisibleRanges
  .map((range) => range.map((code) => `\\U${code.toString(16).padStart(8, '0')}`).join('-'))
  .join('')

/**
 * SQL that replaces letters with their ASCII spelling. Capitals are replaced too: `lower` of some
 * engines only knows ASCII.
 */
function transliterateSql(text: string): string {
  const sizes = Object.entries(letterSpellings).flatMap(([letter, spelling]) =>
    [...(letter + toCapitals(letter))].map((size) => [size, spelling] as const),
  )
  const [short, long] = [
    sizes.filter(([, { length }]) => length === 1),
    sizes.filter(([, { length }]) => length > 1),
  ]
  const quoted = (part: 0 | 1) =>
    `'${short
      .map((pair) => pair[part])
      .join('')
      .replaceAll("'", "''")}'`
  const translated = `translate(${text}, ${quoted(0)}, ${quoted(1)})`
  return long.reduce(
    (sql, [letter, spelling]) => `replace(${sql}, '${letter}', '${spelling}')`,
    translated,
  )
}

/**
 * Returns SQL for `ORDER BY`: the sort key of a text, otherwise the value, as shown in the reader's
 * language.
 */
export function orderSql(
  resource: AnyResource,
  name: string,
  { alias, language }: DisplayOptions,
): string {
  if (!hasSortKey(resource, name)) return displayedSql(resource, name, { alias, language })
  const keyColumn = `${alias}.${keyColumnOf(name)}`
  return hasTranslations(resource, name, language)
    ? `coalesce(${translationSql({ field: name, language }, alias, 'key')}, ${keyColumn})`
    : keyColumn
}
