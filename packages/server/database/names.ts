/** Maps declared names to database names. No other code converts between them. */
import type { AnyResource } from '@matricola/schema/resource.ts'

/**
 * PostgreSQL's reserved key words, which cannot be column names (manual, appendix C, including
 * those that can be function or type names).
 */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where
  window with`.split(/\s+/),
)

/** Cache without a limit, since names come only from declarations. */
const cachedNames = new Map<string, string>()

function snakeCase(name: string): string {
  let columnName = cachedNames.get(name)
  if (columnName === undefined) {
    columnName = name
      .replace(/-/g, '_')
      .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, before, capital, last) =>
        last ? `${last}_` : `${before}_${capital}`,
      )
      .toLowerCase()
    if (reserved.has(columnName)) columnName += '_'
    cachedNames.set(name, columnName)
  }
  return columnName
}

/** Returns a name as PostgreSQL stores it: truncated to 63 bytes. */
export const truncatedName = (name: string) => name.slice(0, 63)

/** Table of a resource: `university_classes` for `university-classes`. */
export const tableNameOf = (resource: Pick<AnyResource, 'name'>) => snakeCase(resource.name)

/**
 * Column of a field, such as `order_` for `order`, which is reserved. Also of `id`, `version`,
 * `createdAt` and `updatedAt`.
 */
export const columnNameOf = (field: string) => snakeCase(field)

/**
 * Guesses the field of a column from its spelling, for columns whose field is no longer declared.
 */
export const fieldNameOf = (column: string) =>
  column.replace(/_$/, '').replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Column with the sort key of a text (`packages/schema/values/folding.ts`). Exists if `hasSortKey`
 * is true.
 */
export const keyColumnOf = (field: string) => `${snakeCase(field)}_key`

/**
 * Column with translations by language code: `{ "de": { "text": …, "key": … } }`. `key` is present
 * if the field has a sort key.
 */
export const translationsColumnOf = (field: string) => `${snakeCase(field)}_translations`

/** Column with the keyed hash by which an encrypted value is found. */
export const blindIndexColumnOf = (field: string) => `${snakeCase(field)}_bidx`

/**
 * SQL for a text folded as by `fold`, computed from the sort key without its order marks, so that
 * an index can serve `LIKE`.
 */
export const foldedColumnOf = (field: string) => `translate(${keyColumnOf(field)}, '{|', '')`

/** Link table of a links field. */
export const linkTableOf = (resource: Pick<AnyResource, 'name'>, field: string) =>
  `${tableNameOf(resource)}_${columnNameOf(field)}_links`

/** Columns of a link table: the record, and the record it refers to. */
export const linkColumns = { record: 'record_id', linked: 'linked_id' } as const

/** Key in `meta` for the time when a migration filled in a new field in existing records. */
export const sinceKeyOf = (table: string, column: string) => `since:${table}.${column}`

export const patternCheckNameOf = (resource: Pick<AnyResource, 'name'>, field: string) =>
  `${tableNameOf(resource)}_${columnNameOf(field)}_shape`

/** Name of the unique index on these fields. `translate-error.ts` maps it back. */
export const uniqueNameOf = (resource: Pick<AnyResource, 'name'>, fields: readonly string[]) =>
  `${tableNameOf(resource)}_${fields.map(columnNameOf).join('_')}_unique`

/**
 * Name that drizzle gives the foreign key of a reference field. `translate-error.ts` maps it back.
 */
export const foreignKeyNameOf = (
  resource: Pick<AnyResource, 'name'>,
  field: string,
  target: string,
) => `${tableNameOf(resource)}_${columnNameOf(field)}_${snakeCase(target)}_id_fk`

/** Name of the foreign key from a link table to the referenced record. */
export const linkForeignKeyNameOf = (resource: Pick<AnyResource, 'name'>, field: string) =>
  `${linkTableOf(resource, field)}_linked`
