/** Spelling of declared names in the database. The only place where one becomes the other. */
import type { AnyResource } from '#model/resource.ts'

/** Words that PostgreSQL keeps for itself, so that no column is called so (its manual, appendix C: reserved, or reserved except for functions and types). */
const reserved = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp
  current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having
  ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not
  notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar
  some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where
  window with`.split(/\s+/),
)

/** Names come from declarations alone, so there are few. */
const spelled = new Map<string, string>()

function snake(name: string): string {
  let known = spelled.get(name)
  if (known === undefined) {
    known = name
      .replace(/-/g, '_')
      .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, (_, before, capital, last) => (last ? `${last}_` : `${before}_${capital}`))
      .toLowerCase()
    if (reserved.has(known)) known += '_'
    spelled.set(name, known)
  }
  return known
}

/** A name as PostgreSQL keeps it: of a longer one it keeps the first 63 bytes. */
export const keptName = (name: string) => name.slice(0, 63)

/** Table of a resource's records: `university-classes` is `university_classes`. */
export const tableNameOf = (resource: Pick<AnyResource, 'name'>) => snake(resource.name)

/** Column of a field, `order_` for one called `order`; also of `id`, `version`, `createdAt` and `updatedAt`. */
export const columnNameOf = (field: string) => snake(field)

/** The field that a column is of, as far as its spelling tells: for columns whose field is no longer declared. */
export const fieldNameOf = (column: string) => column.replace(/_$/, '').replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

/** Column with the sort key (model/folding) of a text: what is sorted by. Exists where `hasSortKey` says so. */
export const keyColumnOf = (field: string) => `${snake(field)}_key`

/** Column with a text in other languages, by their codes: `{ "de": { "text": …, "key": … } }`; the key where the field has one. */
export const translationsColumnOf = (field: string) => `${snake(field)}_translations`

/** Column with the keyed hash of an encrypted value: what is looked up by. */
export const blindIndexColumnOf = (field: string) => `${snake(field)}_bidx`

/** SQL of a text folded as `fold` of model/folding does, for a `LIKE` that an index serves: the sort key without its order marks. */
export const foldedColumnOf = (field: string) => `translate(${keyColumnOf(field)}, '{|', '')`

/** Table with the pairs of a field that names several records. */
export const linkTableOf = (resource: Pick<AnyResource, 'name'>, field: string) => `${tableNameOf(resource)}_${columnNameOf(field)}_links`

/** Columns of such a table: the record, and one that it names. */
export const linkColumns = { record: 'record_id', linked: 'linked_id' } as const

/** Key in `meta` of the moment since which a field has values in records that are older than the field. */
export const sinceKeyOf = (table: string, column: string) => `since:${table}.${column}`

/** Name of the condition that a field's texts have its shape. */
export const shapeNameOf = (resource: Pick<AnyResource, 'name'>, field: string) => `${tableNameOf(resource)}_${columnNameOf(field)}_shape`

/** Name of the index that keeps the values of these fields unique. `translate-error.ts` reads it back. */
export const uniqueNameOf = (resource: Pick<AnyResource, 'name'>, fields: readonly string[]) =>
  `${tableNameOf(resource)}_${fields.map(columnNameOf).join('_')}_unique`

/** Name that drizzle gives the foreign key of a reference field. `translate-error.ts` reads it back. */
export const foreignKeyNameOf = (resource: Pick<AnyResource, 'name'>, field: string, target: string) =>
  `${tableNameOf(resource)}_${columnNameOf(field)}_${snake(target)}_id_fk`

/** Name of the foreign key of a pair to the record that it names. */
export const linkKeyNameOf = (resource: Pick<AnyResource, 'name'>, field: string) => `${linkTableOf(resource, field)}_linked`
