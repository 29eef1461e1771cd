/** Defines a resource's table: columns, checks, unique indexes and indexes for lists. */

import { type FieldSpec, familyOf, isEncrypted } from '@matricola/schema/field.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, fieldOf, linkEntries } from '@matricola/schema/resource-fields.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumnBuilderBase, PgTableExtraConfigValue } from 'drizzle-orm/pg-core'
import {
  check,
  foreignKey,
  index,
  integer,
  type PgTable,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { instantColumn, keyColumn } from './column-types.ts'
import { findColumn, findFieldColumns, type IdColumnOf } from './columns.ts'
import { equalityOfField, hasSortKey, uniqueGroups } from './keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  foldedColumnOf,
  keyColumnOf,
  linkColumns,
  linkForeignKeyNameOf,
  linkTableOf,
  patternCheckNameOf,
  tableNameOf,
  translationsColumnOf,
  uniqueNameOf,
} from './names.ts'

/**
 * Returns the table of a resource. All indexes are plain and ascending, and are scanned in both
 * directions. `ORDER BY` must therefore keep the default order of nulls (last for ASC, first for
 * DESC).
 *
 * An index for a filter field continues with the list's default order and the id, so that the index
 * alone yields a page. An index for a sort field is `(key, id)`. `moreIndexes` adds indexes that
 * declarations cannot describe.
 */
export function defineTable(
  resource: AnyResource,
  idColumnOf: IdColumnOf,
  moreIndexes: readonly PgTableExtraConfigValue[] = [],
) {
  const { columns, extras } = tableParts(resource, idColumnOf)
  return pgTable(tableNameOf(resource), columns, () => [...extras.values(), ...moreIndexes])
}

/**
 * Returns the part of a resource's table that goes beyond that of `base`: additional columns,
 * checks and indexes.
 */
export function defineExtensionTable(
  base: AnyResource,
  resource: AnyResource,
  idColumnOf: IdColumnOf,
  moreIndexes: readonly PgTableExtraConfigValue[] = [],
) {
  const baseParts = tableParts(base, idColumnOf)
  const { columns, extras } = tableParts(resource, idColumnOf)
  const added = Object.entries(columns).filter(([name]) => !Object.hasOwn(baseParts.columns, name))
  return pgTable(tableNameOf(resource), Object.fromEntries(added), () => [
    ...[...extras].flatMap(([name, extra]) => (baseParts.extras.has(name) ? [] : [extra])),
    ...moreIndexes,
  ])
}

/**
 * Returns the link tables of links fields. They repeat the array in the field's column, which
 * queries read. Their purpose is their foreign keys: a referenced record cannot be deleted, and
 * links are deleted with their record.
 */
export function defineLinkTables(
  resource: AnyResource,
  idColumnOf: IdColumnOf,
): { readonly [name: string]: PgTable } {
  const { record, linked } = linkColumns
  const tables = linkEntries(resource).map(({ name, to }) => {
    const base = linkTableOf(resource, name)
    const linkTable = pgTable(
      base,
      { [record]: uuid().notNull(), [linked]: uuid().notNull() },
      (table) => {
        const [recordId, linkedId] = [table[record], table[linked]] as const
        if (!recordId || !linkedId) return []
        return [
          primaryKey({ name: `${base}_pkey`, columns: [recordId, linkedId] }),
          foreignKey({
            name: `${base}_record`,
            columns: [recordId],
            foreignColumns: [idColumnOf(resource.name)],
          }).onDelete('cascade'),
          foreignKey({
            name: linkForeignKeyNameOf(resource, name),
            columns: [linkedId],
            foreignColumns: [idColumnOf(to)],
          }),
          index(`${base}_linked_index`).on(linkedId),
        ]
      },
    )
    return [base, linkTable] as const
  })
  return Object.fromEntries(tables)
}

/**
 * Columns and, by name, checks and indexes. Checks and indexes are created once all tables are
 * defined.
 */
function tableParts(resource: AnyResource, idColumnOf: IdColumnOf) {
  const columns: Record<string, PgColumnBuilderBase> = {
    id: uuid().primaryKey(),
    version: integer().notNull().default(1),
    created_at: instantColumn().notNull().defaultNow(),
    updated_at: instantColumn().notNull().defaultNow(),
  }
  const extras = new Map<string, PgTableExtraConfigValue>()
  for (const [name, spec] of columnEntries(resource)) {
    const fieldColumns = findFieldColumns(name, spec, idColumnOf)
    if (!fieldColumns) continue
    const column = columnNameOf(name)
    const main = withDefault(fieldColumns.main, spec)
    columns[column] = spec.options.optional ? main : notNull(main)
    if (fieldColumns.blindIndex)
      columns[blindIndexColumnOf(name)] = spec.options.optional
        ? fieldColumns.blindIndex
        : notNull(fieldColumns.blindIndex)
    if (fieldColumns.translations) columns[translationsColumnOf(name)] = fieldColumns.translations
    if (hasSortKey(resource, name))
      columns[keyColumnOf(name)] = spec.options.optional ? keyColumn() : keyColumn().notNull()
    const checked = `${tableNameOf(resource)}_${column}_check`
    if (fieldColumns.check) extras.set(checked, check(checked, fieldColumns.check))
    const shapeCheck = patternCheckNameOf(resource, name)
    if (fieldColumns.shape) extras.set(shapeCheck, check(shapeCheck, fieldColumns.shape))
  }
  if (resource.list.search) columns.search_text = text().notNull().default('')
  for (const [name, extra] of [...uniqueIndexes(resource), ...listIndexes(resource)])
    extras.set(name, extra)
  return { columns, extras }
}

/**
 * Makes a declared default the column's default, which gives existing rows a value when a field is
 * added.
 */
function withDefault(builder: PgColumnBuilderBase, { options }: FieldSpec): PgColumnBuilderBase {
  const value = 'default' in options ? options.default : undefined
  // A computed default depends on the day, so existing rows get no value.
  return value === undefined || typeof value === 'object'
    ? builder
    : (builder as PgColumnBuilderBase & { default(value: unknown): PgColumnBuilderBase }).default(
        value,
      ) // every builder has it
}

// Every builder has `notNull`, but the exported base type of drizzle lacks it.
const notNull = (builder: PgColumnBuilderBase) =>
  (builder as PgColumnBuilderBase & { notNull(): PgColumnBuilderBase }).notNull()

/** SQL that has the same result for values that count as equal. */
function equalSql(resource: AnyResource, name: string): string {
  const { column, sql } = equalityOfField(resource, name)
  return sql(column)
}

type Named = readonly [name: string, extra: PgTableExtraConfigValue]

function uniqueIndexes(resource: AnyResource): Named[] {
  const singleIndex = `${tableNameOf(resource)}_single`
  if (resource.singleton) return [[singleIndex, uniqueIndex(singleIndex).on(sql.raw('(true)'))]]
  return uniqueGroups(resource).map((names) => {
    const name = uniqueNameOf(resource, names)
    return [name, uniqueIndex(name).on(...sqls(names.map((each) => equalSql(resource, each))))]
  })
}

const orderOf = (resource: AnyResource, name: string) =>
  hasSortKey(resource, name) ? keyColumnOf(name) : columnNameOf(name)

function listIndexes(resource: AnyResource): Named[] {
  if (resource.singleton) return []
  const stored = new Set(columnEntries(resource).map(([name]) => name))
  const base = tableNameOf(resource)
  const sorted = resource.list.sort
    .map((entry) => entry.replace(/^-/, ''))
    .filter((name) => stored.has(name))
  const order = sorted.map((name) => orderOf(resource, name))
  const isText = (name: string) => hasSortKey(resource, name)
  const filters = [...(resource.list.filters ?? []), ...(resource.list.facets ?? [])]
  const indexes = new Map<string, readonly string[]>([['order', [...order, 'id']]])
  const arrays: string[] = []
  for (const name of new Set([...filters, ...resource.list.columns])) {
    if (!stored.has(name)) continue
    const spec = fieldOf(resource, name)
    if (familyOf(spec) === 'ids') {
      if (filters.includes(name)) arrays.push(name)
      continue
    }
    if (isEncrypted(spec)) {
      // Encrypted values are looked up as a whole and never sorted. A unique one already has an
      // index.
      if (filters.includes(name) && !spec.options.unique)
        indexes.set(columnNameOf(name), [blindIndexColumnOf(name)])
      continue
    }
    const first = orderOf(resource, name)
    const rest =
      filters.includes(name) && !isText(name) ? order.filter((other) => other !== first) : []
    indexes.set(columnNameOf(name), [first, ...rest, 'id'])
  }
  for (const time of ['created_at', 'updated_at']) indexes.set(time, [time, 'id'])
  // Foreign key checks of the target's deletes need an index even if no list filters by the field.
  for (const [name, spec] of columnEntries(resource))
    if (findColumn(spec)?.refersTo && !indexes.has(columnNameOf(name)) && !spec.options.unique)
      indexes.set(columnNameOf(name), [columnNameOf(name)])
  const coveredParts = new Set<string>()
  const distinctIndexes = [...indexes].filter(
    ([, parts]) => !coveredParts.has(parts.join()) && coveredParts.add(parts.join()),
  )
  const trigrams = filters
    .filter(isText)
    .map((name) => [`${columnNameOf(name)}_trigrams`, foldedColumnOf(name)] as const)
  if (resource.list.search) trigrams.push(['search_trigrams', 'search_text'])
  return [
    ...distinctIndexes.map(
      ([name, parts]): Named => [
        `${base}_${name}_index`,
        index(`${base}_${name}_index`).on(...sqls(parts)),
      ],
    ),
    ...[...new Map(trigrams)].map(
      ([name, text]): Named => [
        `${base}_${name}`,
        index(`${base}_${name}`).using('gin', sql.raw(`(${text}) gin_trgm_ops`)),
      ],
    ),
    ...arrays.map((name): Named => {
      const indexName = `${base}_${columnNameOf(name)}_index`
      return [indexName, index(indexName).using('gin', sql.raw(columnNameOf(name)))]
    }),
  ]
}

/**
 * Converts to the non-empty tuple that drizzle's `.on` requires; every list here has an element.
 */
const sqls = (parts: readonly string[]) => parts.map((part) => sql.raw(part)) as [SQL, ...SQL[]]
