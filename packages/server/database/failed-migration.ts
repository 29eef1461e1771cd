/** Explains why a migration failed on existing rows: its name, the rows, and what to do. */

import { isEncrypted } from '@matricola/schema/field.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { columnEntries, fieldOf, titleSeparator } from '@matricola/schema/resource-fields.ts'
import { findColumn } from './columns.ts'
import type { Queries } from './database.ts'
import { blindIndexColumnOf, columnNameOf, fieldNameOf, keyColumnOf, tableNameOf } from './names.ts'
import { DatabaseRefusal } from './refusal.ts'

interface FailedStatement {
  readonly registry: Registry | undefined
  readonly pack: string
  readonly tag: string
  readonly statement: string
  readonly error: unknown
}
interface PostgresError {
  readonly code?: unknown
  readonly message?: unknown
}

/** The rows that violate a statement, and how. */
interface Violation {
  readonly table: string
  readonly where: string
  readonly reason: string
}

const maxListedRows = 5

/** Returns the error to show for a failed statement; null if existing rows are not the cause. */
export async function explainFailedMigration(
  queries: Queries,
  { registry, pack, tag, statement, error }: FailedStatement,
): Promise<DatabaseRefusal | null> {
  const { code, message } = (error ?? {}) as PostgresError
  if (typeof code !== 'string' || !/^(23|22001|22003)/.test(code)) return null
  const violation = findViolation(registry, statement, code)
  const rows = violation ? await describeRows(queries, registry, violation) : ''
  return new DatabaseRefusal(
    `Migration ${tag} of pack ${pack} failed because of existing records: ${violation?.reason ?? String(message)}.${rows} ` +
      `Nothing was changed. Start the previous version of the program and correct these records there, or declare how to convert them and generate the migration again (docs/change-an-entity.md).`,
  )
}

/**
 * Finds the rows that make a generated statement fail; null if the statement does not determine
 * them.
 */
function findViolation(
  registry: Registry | undefined,
  statement: string,
  code: string,
): Violation | null {
  const table = /^(?:ALTER TABLE|CREATE UNIQUE INDEX "\w+" ON) "(\w+)"/.exec(statement)?.[1]
  if (table === undefined) return null
  const resource = findResource(registry, table)
  const resourceName = resource?.name ?? table
  /** Makes SQL readable by replacing column names with field names. */
  const withFieldNames = (sql: string) =>
    resource
      ? sql
          .replaceAll('"', '')
          .replace(/\b[a-z]\w*\b/g, (word) => findFieldOfColumn(resource, word) ?? word)
      : sql
  const column = /(?:ALTER|ADD) COLUMN "(\w+)"/.exec(statement)?.[1]
  if (code === '23502' && column !== undefined) {
    const isNew = statement.includes('ADD COLUMN')
    return {
      table,
      where: isNew ? 'true' : `"${column}" IS NULL`,
      reason: `${resourceName} has records without a value for ${withFieldNames(column)}`,
    }
  }
  const check = /ADD CONSTRAINT "(\w+)" CHECK \((.*)\);?$/s.exec(statement)
  if (code === '23514' && check)
    return {
      table,
      where: `NOT (${check[2]})`,
      reason: `${resourceName} has records for which ${withFieldNames(check[2] ?? '')} does not hold`,
    }
  const unique = /USING btree \((.*)\)/s.exec(statement)?.[1]
  if (code === '23505' && unique !== undefined)
    return {
      table,
      where: `(${unique}) IN (SELECT ${unique} FROM "${table}" GROUP BY ${unique} HAVING count(*) > 1)`,
      reason: `${resourceName} has records with duplicate values of ${withFieldNames(unique)}`,
    }
  const key = /FOREIGN KEY \("(\w+)"\) REFERENCES "public"\."(\w+)"/.exec(statement)
  if (code === '23503' && key)
    return {
      table,
      where: `"${key[1]}" IS NOT NULL AND NOT EXISTS (SELECT FROM "${key[2]}" o WHERE o.id = "${table}"."${key[1]}")`,
      reason: `${resourceName} has records whose ${withFieldNames(key[1] ?? '')} is not a record of ${findResource(registry, key[2] ?? '')?.name ?? key[2]}`,
    }
  return null
}

const findResource = (registry: Registry | undefined, table: string): AnyResource | undefined =>
  registry?.resources.find((resource) => tableNameOf(resource) === table)

/** Returns the field of a column, including derived columns; undefined for any other word. */
function findFieldOfColumn(resource: AnyResource, column: string): string | undefined {
  const field = columnEntries(resource).find(([name]) =>
    [columnNameOf, keyColumnOf, blindIndexColumnOf].some((columnOf) => columnOf(name) === column),
  )
  return (
    field?.[0] ??
    (column.includes('_') && !/^(char_length|is_|translate)/.test(column)
      ? fieldNameOf(column)
      : undefined)
  )
}

/**
 * Describes a record by its id and those parts of its title that are stored in it and not
 * encrypted.
 */
function describeRecord(
  resource: AnyResource | undefined,
  { id, row }: { readonly id: string; readonly row: { readonly [column: string]: unknown } },
): string {
  const parts = (resource?.title ?? []).flatMap((name) => {
    const spec = resource && fieldOf(resource, name)
    const value = row[columnNameOf(name)]
    const isVisible = spec && !isEncrypted(spec) && !findColumn(spec)?.refersTo
    return isVisible && value !== null && value !== undefined ? [String(value)] : []
  })
  return resource && parts.length > 0 ? `${parts.join(titleSeparator(resource))} (${id})` : id
}

async function describeRows(
  queries: Queries,
  registry: Registry | undefined,
  { table, where }: Violation,
): Promise<string> {
  const rows = await queries.query<{
    id: string
    row: { readonly [column: string]: unknown }
    total: number
  }>(
    `select id::text as id, to_jsonb("${table}") as row, (count(*) over ())::int as total from "${table}" where ${where} order by id limit ${maxListedRows}`,
  )
  const [{ total } = { total: 0 }] = rows
  if (total === 0) return ''
  const resource = findResource(registry, table)
  const ids = rows.map((row) => describeRecord(resource, row)).join(', ')
  return total === 1
    ? ` Record: ${ids}.`
    : ` ${total} records${total > maxListedRows ? `, including ${ids}` : `: ${ids}`}.`
}
