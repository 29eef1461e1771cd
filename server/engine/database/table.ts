/** A resource's table: columns by kind, checks, unique and list indexes. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumnBuilderBase, PgTableExtraConfigValue } from 'drizzle-orm/pg-core'
import { check, foreignKey, index, integer, type PgTable, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { type FieldSpec, familyOf, isEncrypted } from '#model/field.ts'
import { type AnyResource, columnEntries, fieldOf, linkEntries } from '#model/resource.ts'
import { instant, key } from './column-types.ts'
import { columnOf, columnsOf, type IdColumnOf } from './columns.ts'
import { equalityOf, hasSortKey, uniqueGroups } from './keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  foldedColumnOf,
  keyColumnOf,
  linkColumns,
  linkKeyNameOf,
  linkTableOf,
  shapeNameOf,
  tableNameOf,
  translationsColumnOf,
  uniqueNameOf,
} from './names.ts'

/**
 * The table of a resource. Every index is plain ascending and read in both directions: `ORDER BY … ASC` and `… DESC`
 * keep the engine's own place for nulls (last and first), else no index serves them.
 *
 * A field that a list filters by leads an index that goes on with the list's default order and the id, so that a page is cut
 * out of the index alone; what it sorts by leads `(key, id)`. `more` are indexes that no declaration can ask for.
 */
export function table(resource: AnyResource, idColumnOf: IdColumnOf, more: readonly PgTableExtraConfigValue[] = []) {
  const { columns, extras } = partsOf(resource, idColumnOf)
  return pgTable(tableNameOf(resource), columns, () => [...extras.values(), ...more])
}

/** As much of a resource's table as it has beside that of `base`: columns, and the checks and indexes that only it asks for. */
export function tableBeside(base: AnyResource, resource: AnyResource, idColumnOf: IdColumnOf) {
  const there = partsOf(base, idColumnOf)
  const { columns, extras } = partsOf(resource, idColumnOf)
  const added = Object.entries(columns).filter(([name]) => !Object.hasOwn(there.columns, name))
  return pgTable(tableNameOf(resource), Object.fromEntries(added), () =>
    [...extras].flatMap(([name, extra]) => (there.extras.has(name) ? [] : [extra])),
  )
}

/**
 * The tables of pairs of fields that name several records. The column of the field says the same and is what is read; the
 * pairs are there for their foreign keys, which keep alive what is named, and go with the record that names it.
 */
export function linkTables(resource: AnyResource, idColumnOf: IdColumnOf): { readonly [name: string]: PgTable } {
  const { record, linked } = linkColumns
  const tables = linkEntries(resource).map(({ name, to }) => {
    const base = linkTableOf(resource, name)
    const made = pgTable(base, { [record]: uuid().notNull(), [linked]: uuid().notNull() }, (table) => {
      const [recordId, linkedId] = [table[record], table[linked]] as const
      if (!recordId || !linkedId) return []
      return [
        primaryKey({ name: `${base}_pkey`, columns: [recordId, linkedId] }),
        foreignKey({ name: `${base}_record`, columns: [recordId], foreignColumns: [idColumnOf(resource.name)] }).onDelete('cascade'),
        foreignKey({ name: linkKeyNameOf(resource, name), columns: [linkedId], foreignColumns: [idColumnOf(to)] }),
        index(`${base}_linked_index`).on(linkedId),
      ]
    })
    return [base, made] as const
  })
  return Object.fromEntries(tables)
}

/** Columns, and by name what stands on them: they are made once the tables that they refer to are there. */
function partsOf(resource: AnyResource, idColumnOf: IdColumnOf) {
  const columns: Record<string, PgColumnBuilderBase> = {
    id: uuid().primaryKey(),
    version: integer().notNull().default(1),
    created_at: instant().notNull().defaultNow(),
    updated_at: instant().notNull().defaultNow(),
  }
  const extras = new Map<string, PgTableExtraConfigValue>()
  for (const [name, spec] of columnEntries(resource)) {
    const made = columnsOf(name, spec, idColumnOf)
    if (!made) continue
    const column = columnNameOf(name)
    const main = withDefault(made.main, spec)
    columns[column] = spec.options.optional ? main : notNull(main)
    if (made.blindIndex) columns[blindIndexColumnOf(name)] = spec.options.optional ? made.blindIndex : notNull(made.blindIndex)
    if (made.translations) columns[translationsColumnOf(name)] = made.translations
    if (hasSortKey(resource, name)) columns[keyColumnOf(name)] = spec.options.optional ? key() : key().notNull()
    const checked = `${tableNameOf(resource)}_${column}_check`
    if (made.check) extras.set(checked, check(checked, made.check))
    const shaped = shapeNameOf(resource, name)
    if (made.shape) extras.set(shaped, check(shaped, made.shape))
  }
  if (resource.list.search) columns.search_text = text().notNull().default('')
  for (const [name, made] of [...uniqueIndexes(resource), ...listIndexes(resource)]) extras.set(name, made)
  return { columns, extras }
}

/** A declared default is also the column's: a field that is added later has a value in the rows that are there already. */
function withDefault(builder: PgColumnBuilderBase, { options }: FieldSpec): PgColumnBuilderBase {
  const value = 'default' in options ? options.default : undefined
  // One that is reckoned is that of a day, and rows that are there have none.
  return value === undefined || typeof value === 'object'
    ? builder
    : (builder as PgColumnBuilderBase & { default(value: unknown): PgColumnBuilderBase }).default(value) // every builder has it
}

// Every builder the kind table makes has `notNull`; the base type that drizzle exports leaves it out.
const notNull = (builder: PgColumnBuilderBase) => (builder as PgColumnBuilderBase & { notNull(): PgColumnBuilderBase }).notNull()

/** SQL that is equal where two values count as the same. */
function equalSql(resource: AnyResource, name: string): string {
  const { column, sql } = equalityOf(resource, name)
  return sql(column)
}

type Named = readonly [name: string, extra: PgTableExtraConfigValue]

function uniqueIndexes(resource: AnyResource): Named[] {
  const single = `${tableNameOf(resource)}_single`
  if (resource.single) return [[single, uniqueIndex(single).on(sql.raw('(true)'))]]
  return uniqueGroups(resource).map((names) => {
    const name = uniqueNameOf(resource, names)
    return [name, uniqueIndex(name).on(...sqls(names.map((each) => equalSql(resource, each))))]
  })
}

/** Column that `ORDER BY` reads for a field. */
const orderOf = (resource: AnyResource, name: string) => (hasSortKey(resource, name) ? keyColumnOf(name) : columnNameOf(name))

function listIndexes(resource: AnyResource): Named[] {
  if (resource.single) return []
  const stored = new Set(columnEntries(resource).map(([name]) => name))
  const base = tableNameOf(resource)
  const sorted = resource.list.sort.map((entry) => entry.replace(/^-/, '')).filter((name) => stored.has(name))
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
      // Found as a whole, and never put in order; a unique one has its index.
      if (filters.includes(name) && !spec.options.unique) indexes.set(columnNameOf(name), [blindIndexColumnOf(name)])
      continue
    }
    const first = orderOf(resource, name)
    const rest = filters.includes(name) && !isText(name) ? order.filter((other) => other !== first) : []
    indexes.set(columnNameOf(name), [first, ...rest, 'id'])
  }
  for (const time of ['created_at', 'updated_at']) indexes.set(time, [time, 'id'])
  // References and files that no list filters by are still followed by their target's checks.
  for (const [name, spec] of columnEntries(resource))
    if (columnOf(spec)?.refersTo && !indexes.has(columnNameOf(name)) && !spec.options.unique)
      indexes.set(columnNameOf(name), [columnNameOf(name)])
  const seen = new Set<string>()
  const plain = [...indexes].filter(([, parts]) => !seen.has(parts.join()) && seen.add(parts.join()))
  const trigrams = filters.filter(isText).map((name) => [`${columnNameOf(name)}_trigrams`, foldedColumnOf(name)] as const)
  if (resource.list.search) trigrams.push(['search_trigrams', 'search_text'])
  return [
    ...plain.map(([name, parts]): Named => [`${base}_${name}_index`, index(`${base}_${name}_index`).on(...sqls(parts))]),
    ...[...new Map(trigrams)].map(
      ([name, text]): Named => [`${base}_${name}`, index(`${base}_${name}`).using('gin', sql.raw(`(${text}) gin_trgm_ops`))],
    ),
    ...arrays.map((name): Named => {
      const made = `${base}_${columnNameOf(name)}_index`
      return [made, index(made).using('gin', sql.raw(columnNameOf(name)))]
    }),
  ]
}

/** Drizzle's `.on` wants a first part; every list here has one. */
const sqls = (parts: readonly string[]) => parts.map((part) => sql.raw(part)) as [SQL, ...SQL[]]
