/**
 * Converts between a field's wire value and its columns. The only code that writes sort keys,
 * search texts and encrypted values.
 */

import { familyOf, isEncrypted } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, fieldOf, storedEntries } from '@matricola/schema/resource-fields.ts'
import { isTranslated, translationOf } from '@matricola/schema/translated-fields.ts'
import { nameAndTranslations, translationsWithLanguage } from '@matricola/schema/translations.ts'
import { fold, sortKey } from '@matricola/schema/values/folding.ts'
import { maskNumber } from '@matricola/schema/values/mask.ts'
import { findColumn } from '../database/columns.ts'
import { hasSortKey } from '../database/keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  keyColumnOf,
  tableNameOf,
  translationsColumnOf,
} from '../database/names.ts'
import { jsonOf } from '../database/values.ts'
import type { SecretKeys } from '../secret-keys.ts'
import { blindIndex, decryptValue, encryptValue } from './cipher.ts'

export type Values = { readonly [field: string]: unknown }
type Column = readonly [column: string, value: unknown]

/** The keys and the record id, which are needed to encrypt a record's values. */
export interface EncryptionContext {
  readonly keys: SecretKeys
  readonly id: string
}

/**
 * Returns the columns and values that store the given fields. `record` is the whole record after
 * the write, for its search text.
 */
export function storedColumns(
  resource: AnyResource,
  values: Values,
  record: Values,
  context: EncryptionContext,
): Column[] {
  const names = Object.keys(values)
  const columns = names
    .filter((name) => !translationOf(fieldOf(resource, name)))
    .flatMap((name) => fieldColumns(resource, name, values[name] ?? null, context))
  for (const name of new Set(
    names.flatMap((one) => translationOf(fieldOf(resource, one))?.field ?? []),
  ))
    columns.push(translationsColumn(resource, name, record))
  const search = searchedFieldNames(resource)
  if (search.some((name) => Object.hasOwn(values, name)))
    columns.push(['search_text', searchText(search, record)])
  return columns
}

/** Returns the fields that search looks in, with their translations. */
export const searchedFieldNames = (resource: AnyResource): string[] =>
  (resource.list.search ?? []).flatMap((name) => nameAndTranslations(resource, name))

/**
 * Returns the fields whose texts are also stored in folded form, as sort keys or in the search
 * text.
 */
export const foldedFieldNames = (resource: AnyResource): string[] =>
  storedFieldNames(resource).filter(
    (name) =>
      hasSortKey(resource, translationOf(fieldOf(resource, name))?.field ?? name) ||
      searchedFieldNames(resource).includes(name),
  )

/** Returns the columns that store texts of the record in folded form, with their values. */
export const foldedColumns = (resource: AnyResource, record: Values): Column[] => [
  ...storedFieldNames(resource).flatMap((name) => {
    if (!hasSortKey(resource, name)) return []
    const hasTranslationsColumn = isTranslated(fieldOf(resource, name))
    return [
      keyColumn(name, record[name]),
      ...(hasTranslationsColumn ? [translationsColumn(resource, name, record)] : []),
    ]
  }),
  ...(resource.list.search
    ? [['search_text', searchText(searchedFieldNames(resource), record)] as const]
    : []),
]

function fieldColumns(
  resource: AnyResource,
  name: string,
  value: unknown,
  { keys, id }: EncryptionContext,
): Column[] {
  const column = columnNameOf(name)
  if (familyOf(fieldOf(resource, name)) === 'secret') {
    const clear = typeof value === 'string' ? value : null
    const cell = { table: tableNameOf(resource), column, id }
    return [
      [column, clear === null ? null : encryptValue(clear, keys, cell)],
      [blindIndexColumnOf(name), clear === null ? null : blindIndex(clear, keys)],
    ]
  }
  if (findColumn(fieldOf(resource, name))?.type === 'json')
    return [[column, value === null ? null : JSON.stringify(value)]]
  if (!hasSortKey(resource, name)) return [[column, value]]
  return [[column, value], keyColumn(name, value)]
}

const keyColumn = (name: string, value: unknown): Column => [
  keyColumnOf(name),
  typeof value === 'string' ? sortKey(value) : null,
]

/**
 * The translations of a field in one column, each with its sort key if the field has one; null if
 * there are none.
 */
function translationsColumn(resource: AnyResource, name: string, record: Values): Column {
  const texts = translationsWithLanguage(resource, name).flatMap(
    ({ name: translation, language }) => {
      const text = record[translation]
      return typeof text === 'string'
        ? [[language, { text, ...(hasSortKey(resource, name) && { key: sortKey(text) }) }] as const]
        : []
    },
  )
  return [
    translationsColumnOf(name),
    texts.length === 0 ? null : JSON.stringify(Object.fromEntries(texts)),
  ]
}

/**
 * The searched fields, folded and joined by newlines so that no search matches across two fields.
 */
const searchText = (names: readonly string[], record: Values) =>
  names
    .map((name) => record[name])
    .filter((value) => typeof value === 'string')
    .map(fold)
    .join('\n')

/** Columns that hold JSON: fields stored as JSON, and translations. */
export const jsonColumns = memoize(
  (resource: AnyResource): ReadonlySet<string> =>
    new Set(
      columnEntries(resource).flatMap(([name, spec]) => [
        ...(findColumn(spec)?.type === 'json' ? [columnNameOf(name)] : []),
        ...(isTranslated(spec) ? [translationsColumnOf(name)] : []),
      ]),
    ),
)

/** Returns the value of a stored field from a row of the table. */
export function valueFromRow(resource: AnyResource, row: Values, name: string): unknown {
  const translation = translationOf(fieldOf(resource, name))
  if (!translation) return row[columnNameOf(name)]
  // As written by `translationsColumn`.
  const texts = jsonOf(row[translationsColumnOf(translation.field)] ?? null) as {
    readonly [language: string]: { readonly text: string } | undefined
  } | null
  return texts?.[translation.language]?.text ?? null
}

/** Converts a stored value to its wire form. */
export type ValueReader = (value: unknown, id: string) => unknown

/**
 * Returns a converter that masks national ids and turns files into paths; null if the stored value
 * needs no conversion.
 */
export function findValueReader(
  resource: AnyResource,
  name: string,
  keys: SecretKeys,
): ValueReader | null {
  const family = familyOf(fieldOf(resource, name))
  if (family === 'file') return (value) => (value === null ? null : `/api/files/${value}`)
  if (family !== 'secret') return null
  const table = tableNameOf(resource)
  const column = columnNameOf(name)
  return (value, id) =>
    typeof value === 'string' ? maskNumber(decryptValue(value, keys, { table, column, id })) : null
}

/** Returns the decrypted values of a row's encrypted fields. */
export function clearValues(
  resource: AnyResource,
  row: Values,
  { keys, id }: EncryptionContext,
): Values {
  const table = tableNameOf(resource)
  const secrets = storedEntries(resource).filter(
    ([name, spec]) => familyOf(spec) === 'secret' && typeof row[name] === 'string',
  )
  return Object.fromEntries(
    secrets.map(([name]) => [
      name,
      decryptValue(String(row[name]), keys, { table, column: columnNameOf(name), id }),
    ]),
  )
}

/** Returns a value as the history stores it. Encrypted values are masked. */
export const historyValue = (resource: AnyResource, name: string, value: unknown) =>
  isEncrypted(fieldOf(resource, name)) && typeof value === 'string'
    ? maskNumber(value)
    : (value ?? null)

export const storedFieldNames = (resource: AnyResource) =>
  storedEntries(resource).map(([name]) => name)
