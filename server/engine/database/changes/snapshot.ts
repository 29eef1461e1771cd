/** The tables of a pack as its last migration left them, in the words of the tool that writes migrations. */
export interface Snapshot {
  readonly id: string
  readonly prevId: string
  tables: { [key: string]: TableShape }
}
export interface TableShape {
  readonly name: string
  columns: { [name: string]: ColumnShape }
  indexes: { [name: string]: IndexShape }
  foreignKeys: { [name: string]: ForeignKeyShape }
  checkConstraints: { [name: string]: { readonly name: string; readonly value: string } }
}
export interface ColumnShape {
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly default?: unknown
}
interface IndexShape {
  readonly isUnique: boolean
  readonly columns: readonly { readonly expression: string }[]
}
interface ForeignKeyShape {
  readonly tableTo: string
  readonly columnsFrom: readonly string[]
}

export const quoted = (name: string) => `"${name}"`
export const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

const mentions = (text: string, column: string) => new RegExp(`\\b${column}\\b`).test(text)

/** Takes away every check, foreign key and index that a column is a part of; answers the statements that do. */
export function withoutMentions(table: TableShape, column: string): string[] {
  const done: string[] = []
  const forget = (part: { [name: string]: unknown }, name: string, statement: string) => {
    delete part[name]
    done.push(statement)
  }
  const dropConstraint = (name: string) => `ALTER TABLE ${quoted(table.name)} DROP CONSTRAINT ${quoted(name)};`
  for (const [name, { value }] of Object.entries(table.checkConstraints))
    if (mentions(value, column)) forget(table.checkConstraints, name, dropConstraint(name))
  for (const [name, { columnsFrom }] of Object.entries(table.foreignKeys))
    if (columnsFrom.includes(column)) forget(table.foreignKeys, name, dropConstraint(name))
  for (const [name, { columns }] of Object.entries(table.indexes))
    if (columns.some(({ expression }) => mentions(expression, column))) forget(table.indexes, name, `DROP INDEX ${quoted(name)};`)
  return done
}

/** Values that a check lets through, as declarations make them (`columns.ts`). */
export type Limits =
  | { readonly kind: 'range'; readonly isLength: boolean; readonly min: string; readonly max: string }
  | { readonly kind: 'choices'; readonly values: readonly string[] }

export function limitsOf(check: string | undefined): Limits | null {
  const range = /^(char_length\()?\w+\)? between (\S+) and (\S+)$/.exec(check ?? '')
  if (range) return { kind: 'range', isLength: range[1] !== undefined, min: range[2] ?? '', max: range[3] ?? '' }
  const list = /^\w+ (?:in \((.*)\)|<@ array\[(.*)\]::text\[\])$/.exec(check ?? '')
  if (!list) return null
  return {
    kind: 'choices',
    values: [...(list[1] ?? list[2] ?? '').matchAll(/'((?:[^']|'')*)'/g)].map(([, value = '']) => value.replaceAll("''", "'")),
  }
}

/** Compares two limits of a range, numbers or days. */
export const isBelow = (one: string, other: string) => (one.startsWith("'") ? one < other : Number(one) < Number(other))
