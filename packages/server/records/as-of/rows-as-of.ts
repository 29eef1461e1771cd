/**
 * Rows of a resource as of a moment: unchanged rows come from the table, changed ones are restored
 * from the history.
 */

import { isEncrypted } from '@matricola/schema/field.ts'
import { currentValues } from '@matricola/schema/former-names.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { storedEntries } from '@matricola/schema/resource-fields.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import { hasSortKey } from '../../database/keys.ts'
import { columnNameOf, keyColumnOf, sinceKeyOf, tableNameOf } from '../../database/names.ts'
import type { Parameters } from '../../sql/parameters.ts'
import { jsonColumns, storedColumns, type Values, valueFromRow } from '../../sql/storage.ts'
import type { RecordSource } from '../source.ts'

/** Maximum number of changed rows to reconstruct for one response. */
const maxChanged = 20_000

interface ChangedRow {
  readonly id: string
  /** The current row, by column name. */
  readonly row: Values
  /** For each field that changed since the moment, the value it had then. */
  readonly former_values: Values
  readonly version: number
  readonly updated_at: string
}

interface Moment {
  readonly asOf: Date
  /** Ids of the wanted records, as an SQL array; absent: all. */
  readonly only?: string | readonly string[] | null
}

/**
 * Returns SQL that replaces a resource's table with its rows as of a moment. Encrypted values,
 * which the history only holds masked, and values computed from other records are today's. Records
 * that have since been removed are missing. Throws `asOf.tooFar` if more than `maxChanged` rows
 * changed.
 */
export async function rowsAsOfSql(
  source: Pick<RecordSource, 'database' | 'keys'>,
  resource: AnyResource,
  { asOf, only = null, parameters }: Moment & { readonly parameters: Parameters },
): Promise<string> {
  const table = tableNameOf(resource)
  const changed = await changedSince(source, resource, { asOf, only })
  const newerFields = await fieldsAddedSince(source, resource, asOf)
  const rows = changed.map((one) => restoreRow(source, resource, one, newerFields))
  const ids = parameters.add(
    changed.map((one) => one.id),
    'uuid[]',
  )
  const columns = newerFields.flatMap((name) => [
    columnNameOf(name),
    ...(hasSortKey(resource, name) ? [keyColumnOf(name)] : []),
  ])
  const empty = () =>
    parameters.add(
      JSON.stringify(Object.fromEntries(columns.map((column) => [column, null]))),
      'jsonb',
    )
  const unchanged = `SELECT u.* FROM ${columns.length === 0 ? `${table} u` : `${table} o, jsonb_populate_record(o, ${empty()}) u`}`
  return `(${unchanged} WHERE u.created_at <= ${parameters.add(asOf.toISOString(), 'timestamptz')} AND u.id <> ALL (${ids})
    UNION ALL SELECT * FROM jsonb_populate_recordset(NULL::${table}, ${parameters.add(JSON.stringify(rows), 'jsonb')}))`
}

async function changedSince(
  { database }: Pick<RecordSource, 'database'>,
  resource: AnyResource,
  { asOf, only = null }: Moment,
): Promise<ChangedRow[]> {
  const table = tableNameOf(resource)
  const rows = await database.query<ChangedRow>(
    `WITH touched AS (
       SELECT c.record_id, min(c.version) AS first FROM change c JOIN ${table} r ON r.id = c.record_id AND r.created_at <= $2
       WHERE c.resource = $1 AND c.at > $2 AND ($3::uuid[] IS NULL OR c.record_id = ANY($3::uuid[])) GROUP BY c.record_id LIMIT ${maxChanged + 1}),
     fields AS (
       SELECT DISTINCT ON (c.record_id, f.key) c.record_id, f.key, f.value
       FROM touched t JOIN change c ON c.resource = $1 AND c.record_id = t.record_id AND c.version >= t.first,
         LATERAL jsonb_each(coalesce(c.before, '{}')) f
       ORDER BY c.record_id, f.key, c.version),
     held AS (SELECT record_id, jsonb_object_agg(key, value) AS former_values FROM fields GROUP BY record_id)
     SELECT r.id, to_jsonb(r) AS row, coalesce(h.former_values, '{}') AS former_values, t.first - 1 AS version,
       coalesce((SELECT c.at FROM change c WHERE c.resource = $1 AND c.record_id = r.id AND c.version < t.first ORDER BY c.version DESC LIMIT 1),
         r.created_at) AS updated_at
     FROM touched t JOIN ${table} r ON r.id = t.record_id LEFT JOIN held h ON h.record_id = t.record_id`,
    [resource.name, asOf.toISOString(), only],
  )
  if (rows.length > maxChanged) throw new AppError('asOf.tooFar')
  return rows
}

/**
 * Fields that were added after the moment. Existing records may have received a value when the
 * field was added, so the field is restored as null.
 */
async function fieldsAddedSince(
  { database }: Pick<RecordSource, 'database'>,
  resource: AnyResource,
  asOf: Date,
): Promise<readonly string[]> {
  const byKey = new Map(
    storedEntries(resource).map(([name]) => [
      sinceKeyOf(tableNameOf(resource), columnNameOf(name)),
      name,
    ]),
  )
  // CASE instead of AND, because PostgreSQL may evaluate the cast first, and the values of other
  // keys are not timestamps.
  const rows = await database.query<{ key: string }>(
    'SELECT key FROM meta WHERE CASE WHEN key = ANY($1::text[]) THEN value::timestamptz > $2 ELSE false END',
    [[...byKey.keys()], asOf.toISOString()],
  )
  return rows.flatMap(({ key }) => byKey.get(key) ?? [])
}

/**
 * Restores a row: replaces changed values with the earlier ones, and recomputes sort keys and
 * search text.
 */
function restoreRow(
  { keys }: Pick<RecordSource, 'keys'>,
  resource: AnyResource,
  { id, row, former_values: former, version, updated_at }: ChangedRow,
  newerFields: readonly string[],
): Values {
  const formerValues = {
    ...currentValues(resource, former),
    ...Object.fromEntries(newerFields.map((name) => [name, null])),
  }
  const stored = storedEntries(resource).filter(([, spec]) => !isEncrypted(spec))
  const values = Object.fromEntries(
    stored
      .filter(([name]) => Object.hasOwn(formerValues, name))
      .map(([name]) => [name, formerValues[name]]),
  )
  const record = {
    ...Object.fromEntries(stored.map(([name]) => [name, valueFromRow(resource, row, name)])),
    ...values,
  }
  const json = jsonColumns(resource)
  const columns = storedColumns(resource, values, record, { keys, id }).map(([column, value]) => [
    column,
    // The row itself is passed as JSON, so JSON columns are parsed to avoid double encoding.
    typeof value === 'string' && json.has(column) ? JSON.parse(value) : value,
  ])
  return { ...row, ...Object.fromEntries(columns), version, updated_at }
}
