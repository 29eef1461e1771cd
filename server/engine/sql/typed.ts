/**
 * SQL as text, with its names out of declarations. In a statement written with `sql`, a table and a column are values of
 * the declaration's type, `pick` says what a row holds, and anything else that stands in the text is a parameter:
 *
 *     const b = table(books, 'b')
 *     const rows = await run(queries, sql`select ${pick({ id: b.id, name: b.title })} from ${b} where ${b.shelf} = ${shelf}`)
 *
 * A field that is renamed is a compile error wherever it is used, and `rows` has the types of the fields. What runs is
 * text with `$n`, through the same door as every other statement (`database.ts`). Why: docs/decisions/0032.
 */

import { type FieldSpec, type Fields, isEncrypted, type RecordOfFields } from '#model/field.ts'
import { remembered } from '#model/remembered.ts'
import { type AnyResource, columnEntries, fieldOf } from '#model/resource.ts'
import { isTranslated, translationName } from '#model/translated.ts'
import { translationsOf } from '#model/translations.ts'
import { type Language, languages } from '#model/vocabulary.ts'
import type { Queries } from '#server/engine/database/database.ts'
import { hasSortKey } from '#server/engine/database/keys.ts'
import { blindIndexColumnOf, columnNameOf, keyColumnOf, tableNameOf, translationsColumnOf } from '#server/engine/database/names.ts'
import { orderSql, valueSql } from './families.ts'
import { Parameters } from './parameters.ts'

const write = Symbol('write')
const tableName = Symbol('tableName')
const tableAlias = Symbol('tableAlias')

/** A piece of a statement; it adds its values to the parameters as it is written. */
export interface Part {
  [write](parameters: Parameters): string
}
// Names that begin with `~` exist for the compiler alone.
/** SQL of a value of type `T`. */
export interface Expression<T = unknown> extends Part {
  readonly '~value': T
}
/** List of what a statement selects or returns. */
export interface Selection<Row = unknown> extends Part {
  readonly '~selects': Row
}
/** A statement, or a part of one, that answers rows of type `Row`. */
export interface Statement<Row = unknown> extends Part {
  readonly '~rows': Row
}
export type Columns<Row> = { readonly [N in keyof Row]: Expression<Row[N]> }
/** A table under its alias in one statement: `from ${b}`, and a column for each of its names. */
export type Table<Row = unknown> = Aliased & { readonly '~table': Row } & Columns<Row>
/** Any table under an alias, whatever its columns. */
export interface Aliased extends Part {
  readonly [tableName]: string
  readonly [tableAlias]: string
}

/** A row as `Queries` answers it: what a declaration stores, and the columns that the program keeps beside it. */
export type StoredRow<F extends Fields> = Omit<RecordOfFields<F>, Computed<F>> & Keys<F> & Hashes<F> & { readonly searchText: string }

type Computed<F extends Fields> = { [N in keyof F]: F[N] extends { options: { computed: {} } } ? N : never }[keyof F]
type Text = { readonly kind: 'text' | 'longText' | 'email' }
type Secret = { readonly kind: 'nationalId' } | { readonly kind: 'text'; readonly options: { readonly encrypted: true } }
type OrNull<S, T> = S extends { readonly options: { readonly optional: true } } ? T | null : T
/** Sort keys. Which texts have one depends on their list, which only the program can see: the others are refused when the statement is made. */
type Keys<F extends Fields> = { readonly [N in keyof F & string as F[N] extends Text ? `${N}Key` : never]: OrNull<F[N], string> }
type Hashes<F extends Fields> = { readonly [N in keyof F & string as F[N] extends Secret ? `${N}Bidx` : never]: OrNull<F[N], string> }

/** A table that no declaration makes: its row is that of its definition for the migrations. */
export interface StoredTable<Row> {
  readonly table: string
  readonly '~table': Row
}
/** `storedTable<typeof file.$inferSelect>('file')`: the definition is imported as a type, and nothing of it is loaded. */
export const storedTable = <Row>(name: string) => ({ table: name }) as StoredTable<Row>

/** Origin of a table: a declaration, or a definition of its own. */
export type Source = { readonly name: string; readonly fields: Fields } | StoredTable<unknown>
export type RowOf<S extends Source> =
  S extends StoredTable<infer Row> ? Row : S extends { readonly fields: infer F extends Fields } ? StoredRow<F> : never
/** The table of a declaration, as functions take it that write a part of a statement. */
export type TableOf<S extends Source> = Table<RowOf<S>>
/** A few columns of it, as a condition reads them: also of a row that may be missing, or that a statement makes up. */
export type ColumnsOf<S extends Source, N extends keyof RowOf<S>> = Columns<{ [M in N]: RowOf<S>[M] | null }>

class Name implements Part {
  readonly column: string
  readonly alias: string
  /** The declared field that it holds; undefined in a table that no declaration makes. */
  readonly of: { readonly resource: AnyResource; readonly field: string } | undefined

  constructor(alias: string, column: string, of?: Name['of']) {
    this.alias = alias
    this.column = column
    this.of = of
  }

  [write](): string {
    return `${this.alias}.${this.column}`
  }
}

/** The table under an alias. */
export function table<const S extends Source>(source: S, alias: string): TableOf<S> {
  const name = 'table' in source ? source.table : tableNameOf(source)
  const columnOf = 'table' in source ? columnNameOf : (field: string) => declaredColumn(asAny(source), field)
  const known = new Map<string, Name>()
  const columns = (field: string) => {
    const column = known.get(field) ?? new Name(alias, columnOf(field), 'table' in source ? undefined : { resource: asAny(source), field })
    known.set(field, column)
    return column
  }
  const own: Aliased = { [write]: () => `${name} ${alias}`, [tableName]: name, [tableAlias]: alias }
  // Columns are made as they are asked for: of a table that no declaration makes, the program knows none before.
  return new Proxy(own, {
    get: (target, key) => (typeof key === 'string' ? columns(key) : Reflect.get(target, key)),
  }) as unknown as TableOf<S>
}

/** A table whose row may be missing, as on the right of a left join: each of its columns may be null. */
export const outer = <const S extends Source>(source: S, alias: string) =>
  table(source, alias) as Table<{ readonly [N in keyof RowOf<S>]: RowOf<S>[N] | null }>

// A declaration is one of them, without the names of its fields.
const asAny = (source: Source) => source as unknown as AnyResource

const standing = new Set(['id', 'version', 'createdAt', 'updatedAt'])

function declaredColumn(resource: AnyResource, name: string): string {
  const column = columnsOfResource(resource).get(name)
  if (column === undefined) throw new Error(`${resource.name} has no column ${name}`)
  return column
}

/** The name of each column of a declaration's table, by its name in the program. */
export const columnsOfResource = remembered((resource: AnyResource): ReadonlyMap<string, string> => {
  const stored = columnEntries(resource).map(([name]) => name)
  return new Map([
    ...[...standing, ...stored].map((name) => [name, columnNameOf(name)] as const),
    ...stored.filter((name) => hasSortKey(resource, name)).map((name) => [`${name}Key`, keyColumnOf(name)] as const),
    ...stored
      .filter((name) => isTranslated(specOf(resource, name)))
      .map((name) => [`${name}Translations`, translationsColumnOf(name)] as const),
    ...stored.filter((name) => isEncrypted(specOf(resource, name))).map((name) => [`${name}Bidx`, blindIndexColumnOf(name)] as const),
    ...(resource.list.search ? [['searchText', 'search_text'] as const] : []),
  ])
})
const specOf = (resource: AnyResource, name: string): FieldSpec => fieldOf(resource, name)

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && write in value

function writeAll(strings: TemplateStringsArray, values: readonly unknown[], parameters: Parameters): string {
  return strings.reduce((text, after, at) => {
    const value = values[at - 1]
    return `${text}${isPart(value) ? value[write](parameters) : parameters.add(value)}${after}`
  })
}
const part = (writing: (parameters: Parameters) => string): Part => ({ [write]: writing })

type SelectedIn<V extends readonly unknown[]> = { [I in keyof V]: V[I] extends Selection ? V[I]['~selects'] : never }[number]
type RowIn<V extends readonly unknown[]> = [SelectedIn<V>] extends [never] ? Record<string, unknown> : SelectedIn<V>

/** A statement. Its rows are those of the `pick` that stands in it. */
export const sql = <const V extends readonly unknown[]>(strings: TemplateStringsArray, ...values: V) =>
  part((parameters) => writeAll(strings, values, parameters)) as Statement<RowIn<V>>

/** SQL of a value that is no column, with the type that it is answered as: ``expr<number>`count(*)` ``. */
export const expr = <T = unknown>(strings: TemplateStringsArray, ...values: readonly unknown[]) =>
  part((parameters) => writeAll(strings, values, parameters)) as Expression<T>

/** Text that the program itself wrote, as it is. Never what came from outside. */
export const raw = <T = unknown>(text: string | number) => part(() => String(text)) as Expression<T>

/** SQL that a function of generic code writes as text, together with its parameters. */
export const written = <T = boolean>(writing: (parameters: Parameters) => string) => part(writing) as Expression<T>

/** The same of a table's row, which such a function knows by its alias. */
export const onRow = (row: Aliased, writing: (row: string, parameters: Parameters) => string) =>
  written((parameters) => writing(row[tableAlias], parameters))

type Selected = { readonly [name: string]: Expression }
type PickedRow<S extends Selected> = { readonly [N in keyof S]: S[N]['~value'] }

/** A list of `select` or `returning`: each value under the name that it has in the row. */
export const pick = <S extends Selected>(selected: S) =>
  part((parameters) =>
    Object.entries(selected)
      .map(([name, value]) => `${value[write](parameters)} as "${name}"`)
      .join(', '),
  ) as Selection<PickedRow<S>>

/** Some columns of a table under their own names: `pick({ ...columns(b, 'id', 'title'), … })`. */
export const columns = <T extends Aliased, const N extends Exclude<keyof T, keyof Aliased | '~table'> & string>(
  from: T,
  ...names: readonly N[]
) =>
  // An entry for each of the names.
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, N>

type Given<Row> = { readonly [N in keyof Row]?: Row[N] | Expression<Row[N]> }
const writtenValue = (value: unknown, parameters: Parameters) => (isPart(value) ? value[write](parameters) : parameters.add(value))
const entriesOf = (into: Aliased, values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [bareName(into, name), value] as const)
// Every name but a symbol answers a column.
const bareName = (of: object, name: string) => (Reflect.get(of, name) as Name).column

/** `update ${b} ${set(b, { shelf: null })}`; it sets nothing that is undefined. */
export const set = <Row>(into: Table<Row>, values: Given<Row>): Part =>
  part((parameters) => `set ${assigned(entriesOf(into, values))[write](parameters)}`)

/** `column = value` for columns that `storedColumns` made. */
export const assigned = (columns: readonly (readonly [column: string, value: unknown])[]): Part =>
  part((parameters) => columns.map(([column, value]) => `${column} = ${writtenValue(value, parameters)}`).join(', '))

/** `insert into ${into(b, { id, title })}`: the table, its columns and the values of each row; all rows name the same columns. */
export const into = <Row>(table: Table<Row>, first: Given<Row>, ...more: readonly Given<Row>[]): Part =>
  part((parameters) => {
    const columns = entriesOf(table, first).map(([column]) => column)
    const rows = [first, ...more].map((values) => {
      const given = new Map(entriesOf(table, values))
      return `(${columns.map((column) => writtenValue(given.get(column), parameters)).join(', ')})`
    })
    return `${table[tableName]} as ${table[tableAlias]} (${columns.join(', ')}) values ${rows.join(', ')}`
  })

/** `insert into ${to(b, 'id', 'title')} select …`: the table and the columns that a query fills. */
export const to = <Row>(table: Table<Row>, ...which: readonly (keyof Row & string)[]): Part =>
  part((parameters) => `${table[tableName]} as ${table[tableAlias]} (${names(table, ...which)[write](parameters)})`)

/** Names of columns without their table, where SQL wants them so: `on conflict (${names(b, 'title')})`. */
export const names = <Row>(of: Table<Row>, ...which: readonly (keyof Row & string)[]): Part =>
  part(() => which.map((name) => bareName(of, name)).join(', '))

/** A column that may be null, where the program knows that it is not: a condition of the statement says so, or another column. */
export const present = <T>(value: Expression<T>) => value as Expression<NonNullable<T>>

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

/** `b.state = 'lent'`, with one of the field's values, in the text: an index that has it as its condition serves. */
export const is = <T extends string | null>(value: Expression<T>, one: NoInfer<T> & string) =>
  expr<boolean>`${value} = ${raw(literal(one))}`
export const isNot = <T extends string | null>(value: Expression<T>, one: NoInfer<T> & string) =>
  expr<boolean>`${value} <> ${raw(literal(one))}`
/** `b.state in ('lent', 'lost')`. */
export const isIn = <T extends string | null>(value: Expression<T>, some: readonly (NoInfer<T> & string)[]) =>
  expr<boolean>`${value} in (${raw(some.map(literal).join(', '))})`

/** The rows of a statement as one value, for several that are read in one trip. They travel as JSON: an instant is selected as `iso`. */
export const rowsOf = <Row>(statement: Statement<Row>) =>
  expr<readonly Row[]>`coalesce((select jsonb_agg(to_jsonb(q)) from (${statement}) q), '[]'::jsonb)`

/** An instant in the form that every row has it in. */
export const iso = <T extends string | null>(value: Expression<T>) =>
  expr<T>`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Runs the statement and answers its rows. */
export function run<Row extends object>(queries: Queries, statement: Statement<Row>): Promise<Row[]> {
  const parameters = new Parameters()
  return queries.query<Row>(statement[write](parameters), parameters.values)
}

/** SQL of a translated text of a row in a language; null where it is not said in it. Throws for what cannot be. */
function saidSql(value: Part, language: Language): string {
  const { of, alias } = translatedOf(value)
  return valueSql(of.resource, translationName(of.field, language), alias)
}

function translatedOf(value: Part): { readonly of: NonNullable<Name['of']>; readonly alias: string } {
  const { of, alias } = value instanceof Name ? value : {}
  if (!of || !alias || translationsOf(of.resource, of.field).length === 0)
    throw new Error('only a field that is translated is said in a language')
  return { of, alias }
}

/** The same in the language that a row names, such as that of who is written to. */
export function inLanguageOf<T extends string | null>(value: Expression<T>, language: Expression<string | null>): Expression<T> {
  const { of, alias } = translatedOf(value)
  return expr<T>`coalesce(${raw(`${alias}.${translationsColumnOf(of.field)}`)} -> ${language} ->> 'text', ${value})`
}

/**
 * A translated text of a row, or the key that it is put in order by, for a reader of a language: as the university says it where that is
 * null, or the text is not said in it.
 */
export function inLanguage<T extends string | null>(value: Expression<T>, language: Language | null): Expression<T> {
  if (language === null) return value
  const { of, alias } = value instanceof Name ? value : {}
  const field = of?.field.replace(/Key$/, '')
  if (of && alias && field !== undefined && field !== of.field && !Object.hasOwn(of.resource.fields, of.field))
    return raw(orderSql(of.resource, field, { alias, language }))
  return expr<T>`coalesce(${raw(saidSql(value, language))}, ${value})`
}

/** Set where the text is said in the reader's language. */
export const isSaidIn = (value: Expression<string | null>, language: Language | null): Expression<boolean> =>
  raw(language === null ? 'false' : `(${saidSql(value, language)} is not null)`)

/** A translated text in every language that it is said in, by their codes; null where it is in none. */
export const inEveryLanguage = (value: Expression<string | null>): Expression<Said | null> =>
  expr<Said | null>`nullif(jsonb_strip_nulls(jsonb_build_object(${raw(languages.map((language) => `'${language}', ${saidSql(value, language)}`).join(', '))})), '{}'::jsonb)`

/** Texts by language. */
export type Said = { readonly [language: string]: string }

/** The text of a part without parameters, for those who put statements together from text. Throws for one with any. */
export function textOf(one: Part): string {
  const parameters = new Parameters()
  const text = one[write](parameters)
  if (parameters.values.length > 0) throw new Error('a part of a statement has values where only text can be')
  return text
}

/** The text of a part, its values among the parameters of a statement that is put together from text. */
export const textWith = (one: Part, parameters: Parameters): string => one[write](parameters)

/** The text of a part for the row of a declaration under any alias: what a computed value is to the engine. */
export const textFor =
  <const S extends Source>(source: S, writing: (row: TableOf<S>) => Part) =>
  (row: string): string =>
    textOf(writing(table(source, row)))

/** The same with the SQL of the caller's id: what a scope is to the engine. */
export const scopeFor =
  <const S extends Source>(source: S, writing: (row: TableOf<S>, me: Expression<string>) => Part) =>
  (row: string, me: string): string =>
    textOf(writing(table(source, row), raw(me)))
