/**
 * Typed SQL. In a statement written with `sql`, tables and columns are values of the declaration's
 * type, `pick` lists the selected columns, and every other value becomes a parameter:
 *
 *     const book = table(books)
 *     const rows = await runStatement(queries, sql`select ${pick({ id: book.id, name: book.title })} from ${book} where ${book.shelf} = ${shelf}`)
 *
 * Renaming a field causes a compile error wherever it is used, and `rows` has the types of the
 * fields. The result is text with `$n` parameters, which runs like any other statement
 * (`database.ts`). For the reasons see docs/decisions/0032.
 */

import { type FieldSpec, type Fields, isEncrypted } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import { isTranslated } from '@matricola/schema/translated-fields.ts'
import type { Queries } from '../database/database.ts'
import { hasSortKey } from '../database/keys.ts'
import {
  blindIndexColumnOf,
  columnNameOf,
  keyColumnOf,
  tableNameOf,
  translationsColumnOf,
} from '../database/names.ts'
import { Parameters } from './parameters.ts'
import type { StoredRow } from './stored-row.ts'

const write = Symbol('write')
const tableName = Symbol('tableName')
const tableAlias = Symbol('tableAlias')

/** A piece of a statement. Writing it adds its values to the parameters. */
export interface SqlPart {
  [write](parameters: Parameters): string
}
// Properties that begin with `~` exist only for the compiler.
/** SQL for a value of type `T`. */
export interface SqlExpression<T = unknown> extends SqlPart {
  readonly '~value': T
}
/** The list of a `select` or `returning`. */
export interface SqlSelection<Row = unknown> extends SqlPart {
  readonly '~selects': Row
}
/** A statement, or a part of one, that returns rows of type `Row`. */
export interface Statement<Row = unknown> extends SqlPart {
  readonly '~rows': Row
}
export type Columns<Row> = { readonly [N in keyof Row]: SqlExpression<Row[N]> }
/** A table with its alias in one statement: `from ${book}`. It has one property per column. */
export type Table<Row = unknown> = Aliased & { readonly '~table': Row } & Columns<Row>
/** Any table with an alias. */
export interface Aliased extends SqlPart {
  readonly [tableName]: string
  readonly [tableAlias]: string
}

/**
 * A table without a declaration. The type of its rows comes from its definition for the migrations.
 */
export interface StoredTable<Row> {
  readonly table: string
  readonly '~table': Row
}
/**
 * Example: `storedTable<typeof file.$inferSelect>('file')`. Only the type of the definition is
 * imported; its code is not loaded.
 */
export const storedTable = <Row>(name: string) => ({ table: name }) as StoredTable<Row>

/** A declaration, or a table without one. */
export type TableSource = { readonly name: string; readonly fields: Fields } | StoredTable<unknown>
export type RowOf<S extends TableSource> =
  S extends StoredTable<infer Row>
    ? Row
    : S extends { readonly fields: infer F extends Fields }
      ? StoredRow<F>
      : never
/** The table of a declaration, as the type of a parameter. */
export type TableOf<S extends TableSource> = Table<RowOf<S>>
/**
 * Some columns of a table, for conditions. All are nullable, so that the row can also come from an
 * outer join or a subquery.
 */
export type ColumnsOf<S extends TableSource, N extends keyof RowOf<S>> = Columns<{
  [M in N]: RowOf<S>[M] | null
}>

/** A column of a table in a statement. */
export class ColumnName implements SqlPart {
  readonly column: string
  readonly alias: string
  /** The declared field; undefined in a table without a declaration. */
  readonly declaredField: { readonly resource: AnyResource; readonly field: string } | undefined

  constructor(alias: string, column: string, declaredField?: ColumnName['declaredField']) {
    this.alias = alias
    this.column = column
    this.declaredField = declaredField
  }

  [write](): string {
    return `${this.alias}.${this.column}`
  }
}

/**
 * A table in statements. Its alias is its own name, unless a statement uses the table a second time
 * and names that use with a word.
 */
export function table<const S extends TableSource>(source: S, secondUse?: string): TableOf<S> {
  const name = 'table' in source ? source.table : tableNameOf(source)
  const alias = secondUse ?? name
  const columnOf =
    'table' in source ? columnNameOf : (field: string) => declaredColumn(asResource(source), field)
  const columnsByName = new Map<string, ColumnName>()
  const columns = (field: string) => {
    const column =
      columnsByName.get(field) ??
      new ColumnName(
        alias,
        columnOf(field),
        'table' in source ? undefined : { resource: asResource(source), field },
      )
    columnsByName.set(field, column)
    return column
  }
  const aliased: Aliased = {
    [write]: () => (alias === name ? name : `${name} ${alias}`),
    [tableName]: name,
    [tableAlias]: alias,
  }
  // Columns are created on access, because a table without a declaration has no list of them at run
  // time.
  return new Proxy(aliased, {
    get: (target, key) => (typeof key === 'string' ? columns(key) : Reflect.get(target, key)),
  }) as unknown as TableOf<S>
}

/** Like `table`, for a row that may be missing, as in a left join: every column is nullable. */
export const outerTable = <const S extends TableSource>(source: S, secondUse?: string) =>
  table(source, secondUse) as Table<{ readonly [N in keyof RowOf<S>]: RowOf<S>[N] | null }>

// Every declaration is an `AnyResource`; only the names of its fields are lost.
const asResource = (source: TableSource) => source as unknown as AnyResource

const baseFields = new Set(['id', 'version', 'createdAt', 'updatedAt'])

function declaredColumn(resource: AnyResource, name: string): string {
  const column = columnsOfResource(resource).get(name)
  if (column === undefined) throw new Error(`${resource.name} has no column ${name}`)
  return column
}

/** Maps the property names of a declaration's table to its column names. */
export const columnsOfResource = memoize((resource: AnyResource): ReadonlyMap<string, string> => {
  const stored = columnEntries(resource).map(([name]) => name)
  return new Map([
    ...[...baseFields, ...stored].map((name) => [name, columnNameOf(name)] as const),
    ...stored
      .filter((name) => hasSortKey(resource, name))
      .map((name) => [`${name}Key`, keyColumnOf(name)] as const),
    ...stored
      .filter((name) => isTranslated(specOf(resource, name)))
      .map((name) => [`${name}Translations`, translationsColumnOf(name)] as const),
    ...stored
      .filter((name) => isEncrypted(specOf(resource, name)))
      .map((name) => [`${name}Bidx`, blindIndexColumnOf(name)] as const),
    ...(resource.list.search ? [['searchText', 'search_text'] as const] : []),
  ])
})
const specOf = (resource: AnyResource, name: string): FieldSpec => fieldOf(resource, name)

const isPart = (value: unknown): value is SqlPart =>
  typeof value === 'object' && value !== null && write in value

function writeAll(
  strings: TemplateStringsArray,
  values: readonly unknown[],
  parameters: Parameters,
): string {
  return strings.reduce((text, after, index) => {
    const value = values[index - 1]
    return `${text}${isPart(value) ? value[write](parameters) : parameters.add(value)}${after}`
  })
}
const part = (writing: (parameters: Parameters) => string): SqlPart => ({ [write]: writing })

type SelectedIn<V extends readonly unknown[]> = {
  [I in keyof V]: V[I] extends SqlSelection ? V[I]['~selects'] : never
}[number]
type RowIn<V extends readonly unknown[]> = [SelectedIn<V>] extends [never]
  ? Record<string, unknown>
  : SelectedIn<V>

/** A statement. The type of its rows comes from the `pick` in it. */
export const sql = <const V extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...values: V
) => part((parameters) => writeAll(strings, values, parameters)) as Statement<RowIn<V>>

/** An SQL expression with the type of its result: ``expr<number>`count(*)` ``. */
export const expr = <T = unknown>(strings: TemplateStringsArray, ...values: readonly unknown[]) =>
  part((parameters) => writeAll(strings, values, parameters)) as SqlExpression<T>

/** Inserts text as is. Never use it for input. */
export const raw = <T = unknown>(text: string | number) =>
  part(() => String(text)) as SqlExpression<T>

/** Wraps a function that writes SQL as text and adds its parameters. */
export const sqlFrom = <T = boolean>(writer: (parameters: Parameters) => string) =>
  part(writer) as SqlExpression<T>

/** The same for a function that also needs the alias of a table's row. */
export const sqlForRow = (row: Aliased, writing: (row: string, parameters: Parameters) => string) =>
  sqlFrom((parameters) => writing(row[tableAlias], parameters))

type Selected = { readonly [name: string]: SqlExpression }
type PickedRow<S extends Selected> = { readonly [N in keyof S]: S[N]['~value'] }

/** The list of a `select` or `returning`, with the name of each value in the row. */
export const pick = <S extends Selected>(selected: S) =>
  part((parameters) =>
    Object.entries(selected)
      .map(([name, value]) => `${value[write](parameters)} as "${name}"`)
      .join(', '),
  ) as SqlSelection<PickedRow<S>>

/** Selects columns under their own names: `pick({ ...columns(book, 'id', 'title'), … })`. */
export const columns = <
  T extends Aliased,
  const N extends Exclude<keyof T, keyof Aliased | '~table'> & string,
>(
  from: T,
  ...names: readonly N[]
) =>
  // The keys are exactly these names.
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, N>

type PartialRow<Row> = { readonly [N in keyof Row]?: Row[N] | SqlExpression<Row[N]> }
const writtenValue = (value: unknown, parameters: Parameters) =>
  isPart(value) ? value[write](parameters) : parameters.add(value)
const entriesOf = (target: Aliased, values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [bareName(target, name), value] as const)
// Every property with a string key is a column.
const bareName = (columns: object, name: string) =>
  (Reflect.get(columns, name) as ColumnName).column

/** Example: `update ${book} ${setValues(book, { shelf: null })}`. Undefined values are not set. */
export const setValues = <Row>(target: Table<Row>, values: PartialRow<Row>): SqlPart =>
  part((parameters) => `set ${assigned(entriesOf(target, values))[write](parameters)}`)

/** Returns `column = value` pairs for columns from `storedColumns`. */
export const assigned = (
  columns: readonly (readonly [column: string, value: unknown])[],
): SqlPart =>
  part((parameters) =>
    columns.map(([column, value]) => `${column} = ${writtenValue(value, parameters)}`).join(', '),
  )

/** `insert into` requires `as` before an alias. */
const insertTarget = (target: Aliased) =>
  target[tableAlias] === target[tableName]
    ? target[tableName]
    : `${target[tableName]} as ${target[tableAlias]}`

/**
 * Example: `insert into ${into(book, { id, title })}`. Takes one object per row; all rows must have
 * the same columns.
 */
export const into = <Row>(
  table: Table<Row>,
  first: PartialRow<Row>,
  ...more: readonly PartialRow<Row>[]
): SqlPart =>
  part((parameters) => {
    const columns = entriesOf(table, first).map(([column]) => column)
    const rows = [first, ...more].map((values) => {
      const valuesByColumn = new Map(entriesOf(table, values))
      return `(${columns.map((column) => writtenValue(valuesByColumn.get(column), parameters)).join(', ')})`
    })
    return `${insertTarget(table)} (${columns.join(', ')}) values ${rows.join(', ')}`
  })

/** Example: `insert into ${intoColumns(book, 'id', 'title')} select …`. */
export const intoColumns = <Row>(
  table: Table<Row>,
  ...columns: readonly (keyof Row & string)[]
): SqlPart =>
  part(
    (parameters) => `${insertTarget(table)} (${bareColumns(table, ...columns)[write](parameters)})`,
  )

/**
 * Returns column names without the alias, where SQL requires it: `on conflict (${bareColumns(book,
 * 'title')})`.
 */
export const bareColumns = <Row>(
  target: Table<Row>,
  ...columns: readonly (keyof Row & string)[]
): SqlPart => part(() => columns.map((name) => bareName(target, name)).join(', '))

/**
 * Removes null from the type of a column that cannot be null here, because of a condition or
 * another column.
 */
export const notNull = <T>(value: SqlExpression<T>) => value as SqlExpression<NonNullable<T>>

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/**
 * Returns `books.state = 'lent'` with a literal instead of a parameter, so that a partial index on
 * that value can be used.
 */
export const equalsLiteral = <T extends string | null>(
  value: SqlExpression<T>,
  one: NoInfer<T> & string,
) => expr<boolean>`${value} = ${raw(literal(one))}`
export const differsFromLiteral = <T extends string | null>(
  value: SqlExpression<T>,
  one: NoInfer<T> & string,
) => expr<boolean>`${value} <> ${raw(literal(one))}`
/** Returns `books.state in ('lent', 'lost')` with literals. */
export const isOneOfLiterals = <T extends string | null>(
  value: SqlExpression<T>,
  values: readonly (NoInfer<T> & string)[],
) => expr<boolean>`${value} in (${raw(values.map(literal).join(', '))})`

/**
 * Whether an id is one of those in a list. A single one is compared directly: PostgreSQL assumes ten
 * elements for an unknown array, and would plan the statement with its values on every call.
 */
export const isOneOfIds = (id: SqlExpression<string | null>, ids: readonly string[]) =>
  ids.length === 1
    ? expr<boolean>`${id} = ${ids[0]}::uuid`
    : expr<boolean>`${id} = any(${ids}::uuid[])`

/**
 * Returns the rows of a statement as one JSON value, to read several results in one round trip.
 * Select timestamps with `isoInstant`.
 */
export const jsonRows = <Row>(statement: Statement<Row>) =>
  expr<readonly Row[]>`coalesce((select jsonb_agg(to_jsonb(q)) from (${statement}) q), '[]'::jsonb)`

/** Formats a timestamp as it appears in all other rows. */
export const isoInstant = <T extends string | null>(value: SqlExpression<T>) =>
  expr<T>`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export function runStatement<Row extends object>(
  queries: Queries,
  statement: Statement<Row>,
): Promise<Row[]> {
  const parameters = new Parameters()
  return queries.query<Row>(statement[write](parameters), parameters.values)
}

/**
 * Returns the text of a part without parameters, for statements built from text. Throws if it has
 * parameters.
 */
export function sqlTextOf(one: SqlPart): string {
  const parameters = new Parameters()
  const text = one[write](parameters)
  if (parameters.values.length > 0)
    throw new Error('this part of a statement cannot have parameters')
  return text
}

/**
 * Returns the text of a part and adds its values to `parameters`, for statements built from text.
 */
export const sqlTextWith = (one: SqlPart, parameters: Parameters): string => one[write](parameters)

/**
 * Returns a function that writes a part for the row with a given alias: the engine's form of a
 * computed field.
 */
export const computedSqlFor =
  <const S extends TableSource>(source: S, writing: (row: TableOf<S>) => SqlPart) =>
  (row: string): string =>
    sqlTextOf(writing(table(source, row)))

/** The same with SQL for the caller's id: the engine's form of a scope. */
export const scopeSqlFor =
  <const S extends TableSource>(
    source: S,
    writing: (row: TableOf<S>, userId: SqlExpression<string>) => SqlPart,
  ) =>
  (row: string, userIdSql: string): string =>
    sqlTextOf(writing(table(source, row), raw(userIdSql)))
