/**
 * Builds the statement of every write. It writes records and their history and, for a single
 * record, also checks its references.
 */

import type { AnyResource } from '@matricola/schema/resource.ts'
import { linkEntries } from '@matricola/schema/resource-fields.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { columnNameOf, linkColumns, linkTableOf, tableNameOf } from '../../database/names.ts'
import { uuidv7 } from '../../database/uuid.ts'
import type { Permit } from '../../policy/permit.ts'
import { historyValue, storedFieldNames, type Values } from '../../sql/storage.ts'
import { type Row, readingFor, titleJoins } from '../reading/reading.ts'
import { type SelectedDetail, selectDetail } from '../reading/selected-detail.ts'
import type { RecordSource } from '../source.ts'
import { type ReferenceChecks, referenceChecks } from './references.ts'
import { columnValues, type ParameterRow, RowParameters, sqlTypeOf } from './row-parameters.ts'

/** A record to write. All rows of one statement write the same columns. */
export interface RowToWrite {
  readonly id: string
  /** Null for a new record. */
  readonly before: RecordBefore | null
  /** The values to store; for a new record, those that are not null. */
  readonly changed: Values
  readonly record: Values
}

interface RecordBefore {
  /** The version that the record must still have; undefined: any, if the values are not known. */
  readonly version: number | undefined
  /**
   * Undefined if the record was not read: the statement takes the old values from the table. It
   * skips the record if one of the new values is stored already. The columns of these fields must
   * hold values exactly as the history stores them.
   */
  readonly values: Values | undefined
}

export interface Writes {
  readonly permit: Permit
  readonly action: string
  readonly at: string
  readonly rows: readonly RowToWrite[]
  /** Recorded in the history. */
  readonly reason?: string | null
  /** Removes the records. Their history is kept, and ends with the values in `changed`. */
  readonly removes?: true
}

type StatementSource = Pick<RecordSource, 'keys' | 'jobId'>

/** Writes the rows and returns how many were written. A record with another version is skipped. */
export async function writeRows(
  source: StatementSource,
  queries: Queries,
  writes: Writes,
): Promise<number> {
  const parameters = new RowParameters()
  const ctes = writeCtes(source, writes, { parameters, returning: ['id', 'version'] })
  return (await queries.query(`WITH ${ctes} SELECT 1 FROM r`, parameters.values)).length
}

/**
 * Writes one row and returns the record as the permit's role may see it; null if the record was
 * skipped. Throws `input.invalid` for a reference that is unknown or not allowed.
 */
export async function writeRow(
  source: StatementSource,
  queries: Queries,
  writes: Writes,
  detail?: SelectedDetail,
): Promise<WireRecord | null> {
  const { permit, rows } = writes
  const reading = readingFor(permit, source.keys)
  const parameters = new RowParameters()
  const checks = referenceChecks(permit, rows, parameters)
  const ctes = writeCtes(source, writes, { parameters, returning: ['*'], checks })
  const joins = titleJoins(reading.references, permit, parameters)
  const { column, attach } = selectDetail(detail, permit, parameters)
  const columns = [reading.columns, checks.columns].filter(Boolean).join(', ') + column
  // Failed checks are columns of `g`, so its row is needed even if nothing was written.
  const from = checks.columns ? 'g LEFT JOIN r ON TRUE' : 'r'
  const [row] = await queries.query<Row>(
    `WITH ${ctes} SELECT ${columns} FROM ${from}${joins}`,
    parameters.values,
  )
  if (!row) return null
  const issues = checks.issues(row)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  return row.id === null ? null : attach(reading.toRecord(row, permit.callerIdentity), row)
}

interface StatementParts {
  readonly parameters: RowParameters
  /** Columns of the written records `r` that the rest of the statement needs. */
  readonly returning: readonly string[]
  /** Further columns of `g`, and the condition on `g` under which a row is written. */
  readonly checks?: Pick<ReferenceChecks, 'selected' | 'condition'>
}

interface ColumnSql {
  readonly name: string
  readonly value: string
}

/**
 * Returns the CTEs that write the rows `g`, name the written records `r`, and write the history. A
 * history entry is written only if its record is.
 */
function writeCtes(
  source: StatementSource,
  writes: Writes,
  { parameters, returning, checks }: StatementParts,
): string {
  const { rows, removes = false } = writes
  const { resource } = writes.permit
  const table = tableNameOf(resource)
  const [first] = rows
  const isNew = !first?.before
  const ids = rows.map(({ id }) => id)
  const id = parameters.addColumn(ids, 'uuid')
  const values = removes ? [] : rows.map((row) => toParameterRow(resource, row))
  const columns = columnValues(source, resource, values).map(([name, column]) => ({
    name,
    value: parameters.addRows(column, sqlTypeOf(resource, name)),
  }))
  const before = isNew
    ? newRows
    : first.before.values
      ? readRows(resource, rows, parameters)
      : unreadRow(resource, first, columns, parameters)
  const time = parameters.add(writes.at, 'timestamptz')
  const version = isNew ? '1' : removes ? 'g.version + 1' : 'g.version'
  const entry = historyEntry(source, writes, {
    parameters,
    time,
    id,
    version,
    before: before.values,
  })
  const links = linkEntries(resource).filter(({ name }) =>
    columns.some((column) => column.name === columnNameOf(name)),
  )
  const returned = returning.includes('*')
    ? returning
    : [...returning, ...links.map(({ name }) => columnNameOf(name))]
  // Existing records are returned together with their row of `g`, so the history needs no further
  // join.
  const returnedRow = [...returned.map((name) => `w.${name}`), 'g.*'].join(', ')
  const conditions = [
    ...(isNew ? [] : [`w.id = ${id}`]),
    ...before.conditions,
    ...(checks?.condition ? [checks.condition] : []),
  ]
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const sets = [
    ...columns.map(({ name, value }) => `${name} = ${value}`),
    'version = w.version + 1',
    `updated_at = ${time}`,
  ]
  const newColumns = [
    { name: 'id', value: id },
    { name: 'version', value: '1' },
    { name: 'created_at', value: time },
    { name: 'updated_at', value: time },
    ...columns,
  ]
  const written = isNew
    ? `INSERT INTO ${table} (${newColumns.map(({ name }) => name).join(', ')}) SELECT ${newColumns.map(({ value }) => value).join(', ')} FROM g${where} RETURNING ${returned.join(', ')}`
    : removes
      ? `DELETE FROM ${table} w USING g${where} RETURNING ${returnedRow}`
      : `UPDATE ${table} w SET ${sets.join(', ')} FROM g${where} RETURNING ${returnedRow}`
  const logged = isNew ? `g${where && ' WHERE EXISTS (SELECT FROM r)'}` : 'r g'
  return [
    `g AS (SELECT g.*${checks?.selected ?? ''} FROM (${before.rows ?? parameters.rowsSql()}) g)`,
    `r AS (${written})`,
    ...links.flatMap(({ name }) => linkCtes(resource, name, isNew)),
    `noted AS (INSERT INTO change (${Object.keys(entry).join(', ')}) SELECT ${Object.values(entry).join(', ')} FROM ${logged})`,
  ].join(', ')
}

interface EntryParts {
  readonly parameters: RowParameters
  readonly time: string
  readonly id: string
  readonly version: string
  readonly before: string
}

/** Returns the columns of a history entry with their SQL. */
function historyEntry(
  { jobId }: StatementSource,
  writes: Writes,
  { parameters, time, id, version, before }: EntryParts,
) {
  const { permit, action, at, rows, reason, removes } = writes
  const { resource, actor } = permit
  const ids = rows.map(() => uuidv7(new Date(at)))
  const after = () =>
    rows.map(({ changed }) => JSON.stringify(valuesForHistory(resource, changed, changed)))
  return {
    id: parameters.addColumn(ids, 'uuid'),
    resource: parameters.add(resource.name, 'text'),
    record_id: id,
    version,
    action: parameters.add(action, 'text'),
    actor_id: parameters.add(actor.id, 'uuid'),
    actor_name: parameters.add(actor.name, 'text'),
    actor_role: parameters.add(actor.role, 'text'),
    at: time,
    reason: parameters.add(reason ?? null, 'text'),
    before,
    after: removes ? 'NULL::jsonb' : parameters.addRows(after(), 'jsonb'),
    job_id: parameters.add(jobId ?? null, 'uuid'),
  }
}

/** SQL for the records before the write. */
interface BeforeSql {
  /** The rows `g`, if they do not come from the parameters. */
  readonly rows?: string
  /** Conditions on the record `w` under which it is written. */
  readonly conditions: readonly string[]
  /** The old values, for the history. */
  readonly values: string
}

const newRows: BeforeSql = { conditions: [], values: 'NULL::jsonb' }

const readRows = (
  resource: AnyResource,
  rows: readonly RowToWrite[],
  parameters: RowParameters,
): BeforeSql => ({
  conditions: [
    `w.version = ${parameters.addColumn(
      rows.map(({ before }) => before?.version),
      'integer',
    )}`,
  ],
  values: parameters.addRows(
    rows.map(({ changed, before }) =>
      JSON.stringify(valuesForHistory(resource, changed, before?.values ?? {})),
    ),
    'jsonb',
  ),
})

/**
 * If a concurrent write changes the record after `g` was read, its version no longer equals that of
 * `g`, and it is skipped.
 */
function unreadRow(
  resource: AnyResource,
  { id, before, changed }: RowToWrite,
  columns: readonly ColumnSql[],
  parameters: RowParameters,
): BeforeSql {
  const fields = Object.keys(changed).map((name) => ({
    name,
    column: columnNameOf(name),
    old: `g."old ${name}"`,
  }))
  const version =
    before?.version === undefined
      ? ''
      : ` AND version = ${parameters.add(before.version, 'integer')}`
  return {
    rows: `SELECT version AS "old version", ${fields.map(({ name, column }) => `${column} AS "old ${name}"`).join(', ')} FROM ${tableNameOf(resource)} WHERE id = ${parameters.add(id, 'uuid')}${version}`,
    conditions: [
      'w.version = g."old version"',
      ...fields.map(
        ({ column, old }) =>
          `${old} IS DISTINCT FROM ${columns.find(({ name }) => name === column)?.value}`,
      ),
    ],
    values: `jsonb_build_object(${fields.map(({ name, old }) => `'${name}', ${old}`).join(', ')})`,
  }
}

/**
 * Returns the CTEs that update the link table of a links field: one deletes removed links, and one
 * inserts new ones.
 */
function linkCtes(resource: AnyResource, name: string, isNew: boolean): string[] {
  const [table, value] = [linkTableOf(resource, name), `r.${columnNameOf(name)}`]
  const { record, linked } = linkColumns
  const deletion = `DELETE FROM ${table} l USING r WHERE l.${record} = r.id AND l.${linked} <> ALL (coalesce(${value}, '{}'))`
  const insertion = `INSERT INTO ${table} (${record}, ${linked}) SELECT r.id, unnest(${value}) FROM r ON CONFLICT DO NOTHING`
  return [...(isNew ? [] : [`${table}_gone AS (${deletion})`]), `${table}_come AS (${insertion})`]
}

/**
 * New records store all columns, others those that change. Columns are in the same order for the
 * same fields.
 */
function toParameterRow(
  resource: AnyResource,
  { id, before, changed, record }: RowToWrite,
): ParameterRow {
  const names = before ? Object.keys(changed).sort() : storedFieldNames(resource)
  const stored = before ? changed : record
  return {
    id,
    values: Object.fromEntries(names.map((name) => [name, stored[name] ?? null])),
    record,
  }
}

/** Returns the named fields of a record as the history stores them. */
export const valuesForHistory = (resource: AnyResource, names: Values, values: Values) =>
  Object.fromEntries(
    Object.keys(names).map((name) => [name, historyValue(resource, name, values[name])]),
  )
