/** Table rows as JSON lines in order of the primary key. Both engines produce the same text. */

import { createHash } from 'node:crypto'
import type { Registry } from '@matricola/schema/registry.ts'
import type { Queries } from '../database/database.ts'
import { tableNameOf } from '../database/names.ts'
import { requiredResources, tablesExcludedFromBackup } from '../database/pack-contributions.ts'

/**
 * The engine's tables that a backup leaves out: state of the running installation (sessions,
 * one-time tokens, rate limits, known devices, idempotency keys) and internal tables.
 */
const excludedTables: ReadonlySet<string> = new Set([
  'session',
  'refresh_token',
  'access_token',
  'one_time_token',
  'rate_limit',
  'device',
  'repeated_call',
  'migration',
  'embedded_start',
])

/** Whether a backup contains the table's rows. */
export const isBackedUp = (registry: Registry, table: string): boolean =>
  !excludedTables.has(table) && !tablesExcludedFromBackup(registry).includes(table)

const rowsAtOnce = 1_000

/** Returns the names of all tables, including those that backups leave out. */
export async function tableNames(queries: Queries): Promise<string[]> {
  const rows = await queries.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by tablename collate "C"`,
  )
  return rows.map(({ name }) => name)
}

/**
 * Returns the ORDER BY terms. Texts are compared byte by byte, so that both engines return the same
 * order.
 */
async function primaryKeyOrder(queries: Queries, table: string): Promise<string> {
  const rows = await queries.query<{ name: string; isText: boolean }>(
    `select quote_ident(a.attname) as name, a.atttypid = 'text'::regtype as "isText"
     from pg_index i cross join unnest(i.indkey) with ordinality as k (number, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [`public.${table}`],
  )
  if (rows.length === 0)
    throw new Error(`the table ${table} has no primary key, so it cannot be backed up`)
  return rows.map(({ name, isText }) => (isText ? `${name} collate "C"` : name)).join(', ')
}

/**
 * Passes a table's rows to `onLines` in batches, one line per row, and returns their number. Uses a
 * cursor, so call it in a transaction.
 */
export async function readTableRows(
  queries: Queries,
  table: string,
  onLines: (lines: string) => void,
): Promise<number> {
  const order = await primaryKeyOrder(queries, table)
  await queries.query(
    `declare backup_rows no scroll cursor for select row_to_json(t)::text as line from (select * from "${table}") t order by ${order}`,
  )
  let count = 0
  while (true) {
    const rows = await queries.query<{ line: string }>(`fetch ${rowsAtOnce} from backup_rows`)
    if (rows.length > 0) onLines(`${rows.map(({ line }) => line).join('\n')}\n`)
    count += rows.length
    if (rows.length < rowsAtOnce) break
  }
  await queries.query('close backup_rows')
  return count
}

/** Returns the number of rows and the checksum of a table, as in the manifest. */
export async function tableChecksum(
  queries: Queries,
  table: string,
): Promise<{ readonly rows: number; readonly sha256: string }> {
  const hash = createHash('sha256')
  const rows = await readTableRows(queries, table, (lines) => hash.update(lines))
  return { rows, sha256: hash.digest('hex') }
}

/** Inserts lines made by `readTableRows` into a table. */
export async function insertRows(
  queries: Queries,
  table: string,
  lines: readonly string[],
): Promise<void> {
  await queries.query(
    `insert into "${table}" select * from jsonb_populate_recordset(null::"${table}", $1::jsonb)`,
    [`[${lines.join(',')}]`],
  )
}

/** Tables to which every startup writes, even if the database is otherwise unused. */
const tablesWrittenAtStartup = (registry: Registry): ReadonlySet<string> =>
  new Set([
    'meta',
    'security_event',
    ...[
      ...registry.resources.filter(({ singleton }) => singleton),
      ...requiredResources(registry),
    ].map(tableNameOf),
  ])

/** Whether the database has been used: it contains more than what startup writes. */
export async function hasRecords(queries: Queries, registry: Registry): Promise<boolean> {
  const startupTables = tablesWrittenAtStartup(registry)
  const tables = (await tableNames(queries)).filter(
    (name) => isBackedUp(registry, name) && !startupTables.has(name),
  )
  for (const name of tables)
    if ((await queries.query(`select 1 from "${name}" limit 1`)).length > 0) return true
  return false
}
