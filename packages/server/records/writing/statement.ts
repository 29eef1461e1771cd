/**
 * Builds the statement of every write. It stores records and their history and, for a single record, also checks its references.
 */

import { type AnyResource, linkEntries } from '@matricola/schema/resource.ts'
import { invalidInput } from '@matricola/schema/wire/errors.ts'
import type { WireRecord } from '@matricola/schema/wire/wire.ts'
import type { Queries } from '../../database/database.ts'
import { columnNameOf, linkColumns, linkTableOf, tableNameOf } from '../../database/names.ts'
import { uuidv7 } from '../../database/uuid.ts'
import { toParameter } from '../../database/values.ts'
import type { Permit } from '../../policy/permit.ts'
import { Parameters } from '../../sql/parameters.ts'
import { historyValue, storedColumns, type Values } from '../../sql/storage.ts'
import { type Row, readingFor, titleJoins } from '../reading/reading.ts'
import { type SelectedDetail, selectDetail } from '../reading/selected-detail.ts'
import type { RecordSource } from '../source.ts'
import { referenceChecks } from './references.ts'
import { columnValues, RowParameters, sqlTypeOf } from './row-parameters.ts'

/** A record to store. All records of one statement store the same columns. */
export interface RowToStore {
  readonly id: string
  /** The version that the record must still have; null for a new record. */
  readonly from: number | null
  /** The values to store; `noted` are those to write to the history. */
  readonly values: Values
  readonly recorded: Values
  readonly before: Values | null
  readonly record: Values
}

export interface Writes {
  readonly permit: Permit
  readonly action: string
  readonly at: Date
  readonly rows: readonly RowToStore[]
  /** Recorded in the history. */
  readonly reason?: string | null
}

type StatementSource = Pick<RecordSource, 'keys' | 'jobId'>

/** Stores the rows and returns how many were stored. A record with another version is skipped. */
export async function storeMany(source: StatementSource, queries: Queries, writes: Writes): Promise<number> {
  const rowParameters = new RowParameters()
  const ctes = writeCtes(source, writes, rowParameters, { condition: '', returning: 'id, version' })
  // `given.sql()` comes last because `writeCtes` adds to it.
  const done = await queries.query(`WITH g AS (${rowParameters.sql()}), ${ctes} SELECT 1 FROM r`, rowParameters.parameters.values)
  return done.length
}

/**
 * Stores one record and returns it as the permit's role may see it; null if it no longer has the version. Throws `input.invalid`
 * for a reference that is unknown or not allowed.
 */
export async function storeOne(
  source: StatementSource,
  queries: Queries,
  writes: Writes,
  detail?: SelectedDetail,
): Promise<WireRecord | null> {
  const { permit, rows } = writes
  const reading = readingFor(permit, source.keys)
  const rowParameters = new RowParameters()
  const checks = referenceChecks(
    permit,
    rows.map(({ recorded, record, before }) => ({ changed: recorded, record, before })),
    rowParameters,
  )
  const ctes = writeCtes(source, writes, rowParameters, { condition: checks.condition, returning: '*' })
  const joins = titleJoins(reading.references, permit, rowParameters.parameters)
  const { column, attach } = selectDetail(detail, permit, rowParameters.parameters)
  const columns = [reading.columns, checks.columns].filter(Boolean).join(', ') + column
  const [row] = await queries.query<Row>(
    `WITH g AS (SELECT g.*${checks.selected} FROM (${rowParameters.sql()}) g), ${ctes} SELECT ${columns} FROM g LEFT JOIN r ON TRUE${joins}`,
    rowParameters.parameters.values,
  )
  if (!row) return null
  const issues = checks.issues(row)
  if (Object.keys(issues).length > 0) throw invalidInput(issues)
  return row.id === null ? null : attach(reading.toRecord(row, permit.callerIdentity), row)
}

/** A change to a record that was not read, so only its expected version is known. */
interface UnreadUpdate {
  readonly id: string
  /** Undefined: any version. */
  readonly version: number | undefined
  /** Contains only fields whose columns hold values exactly as the history stores them. */
  readonly values: Values
}

/**
 * Stores a change in one statement, which takes the old values for the history from the record itself, and returns the record. Does
 * nothing and returns null if the record is missing, has another version, or already has one of the values.
 */
export async function storeWithoutReading(
  source: StatementSource,
  queries: Queries,
  writes: Omit<Writes, 'rows'>,
  { id, version, values }: UnreadUpdate,
  detail?: SelectedDetail,
): Promise<WireRecord | null> {
  const { permit, at } = writes
  const { resource } = permit
  const reading = readingFor(permit, source.keys)
  const parameters = new Parameters()
  const columns = storedColumns(resource, values, {}, { keys: source.keys, id }).map(([name, value]) => ({
    name,
    value: parameters.add(toParameter(value), sqlTypeOf(resource, name)),
  }))
  const names = Object.keys(values).map((name) => ({ name, column: columnNameOf(name) }))
  const differences = names.map(({ column }) => `o.${column} IS DISTINCT FROM ${columns.find(({ name }) => name === column)?.value}`)
  const time = parameters.add(at.toISOString(), 'timestamptz')
  const sets = [...columns.map(({ name, value }) => `${name} = ${value}`), 'version = w.version + 1', `updated_at = ${time}`]
  const history = historyValues(source, writes, parameters, {
    ...{ change: parameters.add(uuidv7(at), 'uuid'), id: 'r.id', version: 'r.version' },
    before: `jsonb_build_object(${names.map(({ name, column }) => `'${name}', o.${column}`).join(', ')})`,
    after: parameters.add(JSON.stringify(valuesForHistory(resource, values, values)), 'jsonb'),
  })
  const table = tableNameOf(resource)
  const condition = `id = ${parameters.add(id, 'uuid')}${version === undefined ? '' : ` AND version = ${parameters.add(version, 'integer')}`}`
  const joins = titleJoins(reading.references, permit, parameters)
  const { column, attach } = selectDetail(detail, permit, parameters)
  // If a concurrent write changes the row, its version no longer equals that of `o`, and the update skips it.
  const [row] = await queries.query<Row>(
    `WITH o AS (SELECT * FROM ${table} WHERE ${condition}),
     r AS (UPDATE ${table} w SET ${sets.join(', ')} FROM o WHERE w.id = o.id AND w.version = o.version AND ${differences.join(' AND ')} RETURNING w.*),
     noted AS (INSERT INTO change (${historyColumns}) SELECT ${history} FROM r JOIN o ON o.id = r.id)
     SELECT ${reading.columns}${column} FROM r${joins}`,
    parameters.values,
  )
  return row ? attach(reading.toRecord(row, permit.callerIdentity), row) : null
}

/** Removes a record. Its history is kept and ends with the values in `historyBefore`. Returns whether the record still had the version. */
export async function removeStored(
  source: StatementSource,
  queries: Queries,
  writes: Omit<Writes, 'rows'>,
  { id, version, historyBefore }: { readonly id: string; readonly version: number; readonly historyBefore: Values },
): Promise<boolean> {
  const parameters = new Parameters()
  const where = `id = ${parameters.add(id, 'uuid')} AND version = ${parameters.add(version, 'integer')}`
  const historySql = historyValues(source, writes, parameters, {
    ...{ change: parameters.add(uuidv7(writes.at), 'uuid'), id: 'r.id', version: 'r.version + 1' },
    ...{ before: parameters.add(JSON.stringify(historyBefore), 'jsonb'), after: 'NULL::jsonb' },
  })
  const removed = await queries.query(
    `WITH r AS (DELETE FROM ${tableNameOf(writes.permit.resource)} WHERE ${where} RETURNING id, version),
     noted AS (INSERT INTO change (${historyColumns}) SELECT ${historySql} FROM r) SELECT id FROM r`,
    parameters.values,
  )
  return removed.length > 0
}

const historyColumns = 'id, resource, record_id, version, action, actor_id, actor_name, actor_role, at, reason, before, after, job_id'

/** SQL for the parts of a history entry that differ between kinds of writes. */
interface HistoryEntrySql {
  readonly change: string
  readonly id: string
  readonly version: string
  readonly before: string
  readonly after: string
}

/** Returns the values of a history row, in the order of `historyColumns`. */
function historyValues({ jobId }: StatementSource, writes: Omit<Writes, 'rows'>, parameters: Parameters, entry: HistoryEntrySql): string {
  const { permit, action, at, reason } = writes
  const { resource, actor } = permit
  return [
    entry.change,
    parameters.add(resource.name, 'text'),
    entry.id,
    entry.version,
    parameters.add(action, 'text'),
    parameters.add(actor.id, 'uuid'),
    parameters.add(actor.name, 'text'),
    parameters.add(actor.role, 'text'),
    parameters.add(at.toISOString(), 'timestamptz'),
    parameters.add(reason ?? null, 'text'),
    entry.before,
    entry.after,
    parameters.add(jobId ?? null, 'uuid'),
  ].join(', ')
}

/** Returns the CTEs that write the rows `g`, name the result `r`, and write the history. A history row is written only if its record is. */
function writeCtes(
  source: StatementSource,
  writes: Writes,
  rowParameters: RowParameters,
  { condition, returning }: { readonly condition: string; readonly returning: string },
): string {
  const { at, rows } = writes
  const { resource } = writes.permit
  const id = rowParameters.column(
    rows.map((row) => row.id),
    'uuid',
  )
  const columns = columnValues(source, resource, rows).map(([name, values]) => ({
    name,
    value: rowParameters.value(values, sqlTypeOf(resource, name)),
  }))
  const time = rowParameters.parameters.add(at.toISOString(), 'timestamptz')
  const isNew = rows[0]?.from === null
  const history = historyValues(source, writes, rowParameters.parameters, {
    ...{ id, version: isNew ? '1' : 'g.version' },
    change: rowParameters.column(
      rows.map(() => uuidv7(at)),
      'uuid',
    ),
    before: rowParameters.value(
      rows.map(({ recorded, before }) => before && JSON.stringify(valuesForHistory(resource, recorded, before))),
      'jsonb',
    ),
    after: rowParameters.value(
      rows.map(({ recorded }) => JSON.stringify(valuesForHistory(resource, recorded, recorded))),
      'jsonb',
    ),
  })
  const table = tableNameOf(resource)
  const links = linkEntries(resource).filter(({ name }) => columns.some((column) => column.name === columnNameOf(name)))
  const linked = links.map(({ name }) => columnNameOf(name))
  const pairs = links.flatMap(({ name }) => linkCtes(resource, name, isNew))
  const from = isNew
    ? ''
    : rowParameters.column(
        rows.map((row) => row.from),
        'integer',
      )
  const sets = [...columns.map(({ name, value }) => `${name} = ${value}`), 'version = w.version + 1', `updated_at = ${time}`]
  const where = [...(isNew ? [] : [`w.id = ${id}`, `w.version = ${from}`]), ...(condition ? [condition] : [])].join(' AND ')
  const stored = isNew
    ? `INSERT INTO ${table} (id, version, created_at, updated_at, ${columns.map(({ name }) => name).join(', ')})
       SELECT ${[id, '1', time, time, ...columns.map(({ value }) => value)].join(', ')} FROM g${where && ` WHERE ${where}`} RETURNING ${returning === '*' ? '*' : [returning, ...linked].join(', ')}`
    : `UPDATE ${table} w SET ${sets.join(', ')} FROM g WHERE ${where} RETURNING ${returning === '*' ? 'w.*' : ['id', 'version', ...linked].map((name) => `w.${name}`).join(', ')}, g.*`
  // An update also returns the columns of `g`, so no further join is needed.
  return `r AS (${stored}), ${pairs.map((pair) => `${pair}, `).join('')}noted AS (INSERT INTO change (${historyColumns}) SELECT ${history} FROM ${isNew ? `g${condition && ' WHERE EXISTS (SELECT FROM r)'}` : 'r g'})`
}

/** Returns the CTEs that update the link table of a links field: one deletes removed links, and one inserts new ones. */
function linkCtes(resource: AnyResource, name: string, isNew: boolean): string[] {
  const [table, value] = [linkTableOf(resource, name), `r.${columnNameOf(name)}`]
  const { record, linked } = linkColumns
  const deletion = `DELETE FROM ${table} l USING r WHERE l.${record} = r.id AND l.${linked} <> ALL (coalesce(${value}, '{}'))`
  const insertion = `INSERT INTO ${table} (${record}, ${linked}) SELECT r.id, unnest(${value}) FROM r ON CONFLICT DO NOTHING`
  return [...(isNew ? [] : [`${table}_gone AS (${deletion})`]), `${table}_come AS (${insertion})`]
}

/** Returns the named fields of a record as the history stores them. */
export const valuesForHistory = (resource: Permit['resource'], names: Values, values: Values) =>
  Object.fromEntries(Object.keys(names).map((name) => [name, historyValue(resource, name, values[name])]))
